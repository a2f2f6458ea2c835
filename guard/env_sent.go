package guard

import (
	"slices"
	"strings"
)

// environments are expressions for the whole environment in languages without a reader, and handedOn what stands
// before one that only a started program gets. transmitting are words of code that sends something to another
// host.
var (
	environments = []string{"os.Environ()", "env::vars()", "System.getenv()", "GetEnvironmentVariables()", "ProcessInfo.processInfo.environment", "System.get_env()"}
	handedOn     = []string{"append(", "Env = ", "Env=", "envs(", "env_clear().envs("}
	transmitting = []string{"http.Post", "http.NewRequest", "net.Dial", "http.MethodPost", "ureq::post", "reqwest", ".post(", "TcpStream::connect", "UdpSocket", "HttpClient", "HttpRequest", "HttpURLConnection", "openConnection(", "new Socket(", "HTTPoison", "URLSession", "PostAsync"}
)

// sendsEnvironment reports whether code has the whole environment as a value of its own, and sends something.
func sendsEnvironment(code string) bool {
	if !mentions(code, environments) || !mentions(code, transmitting) {
		return false
	}
	for _, e := range environments {
		for rest := code; ; {
			before, after, found := strings.Cut(rest, e)
			if !found {
				break
			}
			before = strings.TrimSuffix(before, "std::")
			if !slices.ContainsFunc(handedOn, func(h string) bool { return strings.HasSuffix(before, h) }) {
				return true
			}
			rest = after
		}
	}
	return false
}

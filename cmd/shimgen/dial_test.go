package main

import (
	"bufio"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"syscall"
	"time"
)

// dialWord is the first argument of the test program where it is a client in a sandbox that
// knows of no proxy. What it is to do are the words behind it, or lines of standard input.
const dialWord = "--dial"

// dialAll does what each word asks for, and prints what came of it: a line each.
func dialAll(words []string) {
	for _, word := range words {
		what, at, _ := strings.Cut(word, " ")
		got, err := dialOne(what, at)
		if err != nil {
			got = "failed: " + err.Error()
		}
		fmt.Printf("%s: %s\n", word, strings.TrimSpace(got))
	}
}

// dialLines does what each line of standard input asks for, and answers with a line.
func dialLines() {
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		dialAll([]string{lines.Text()})
	}
}

func dialOne(what, at string) (string, error) {
	switch what {
	case "get", "proxied":
		transport := &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, DisableKeepAlives: true}
		if what == "proxied" {
			transport.Proxy = http.ProxyFromEnvironment
		}
		got, err := (&http.Client{Transport: transport, Timeout: 10 * time.Second}).Get(at)
		if err != nil {
			return "", err
		}
		defer got.Body.Close()
		text, err := io.ReadAll(got.Body)
		return fmt.Sprintf("%d %s", got.StatusCode, text), err
	case "fronted": // the name asked for, and the one that is meant
		outer, inner, _ := strings.Cut(at, " ")
		c, err := tls.Dial("tcp", outer+":443", &tls.Config{ServerName: inner, InsecureSkipVerify: true})
		if err != nil {
			return "", err
		}
		c.Close()
		return "connected", nil
	case "raw":
		_, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_RAW, syscall.IPPROTO_ICMP)
		return "made", err
	case "abstract":
		c, err := net.Dial("unix", at)
		if err == nil {
			c.Close()
		}
		return "connected", err
	}
	c, err := net.DialTimeout(what, at, 5*time.Second)
	if err != nil {
		return "", err
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(2 * time.Second))
	_, _ = io.WriteString(c, "hello")
	_, err = c.Read(make([]byte, 1))
	return "answered", err
}

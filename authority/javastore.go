package authority

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/environ"
)

// javaStores are the files of authorities that Java believes: Debian's, Fedora's, and those of a
// Java that has its own.
var javaStores = [...]string{
	"/etc/ssl/certs/java/cacerts", "/etc/pki/java/cacerts", "/usr/lib/jvm/default-java/lib/security/cacerts", "/usr/lib/jvm/default/lib/security/cacerts",
}

// JavaStores are those that there are, without links, and that of JAVA_HOME in an environment.
func JavaStores(env []string) (found []string) {
	names := javaStores[:]
	if home := environ.Get(env, "JAVA_HOME"); filepath.IsAbs(home) {
		names = append(slices.Clone(names), filepath.Join(home, "lib/security/cacerts"))
	}
	for _, name := range names {
		if real, exists := host.Target(name); exists && !slices.Contains(found, real) {
			found = append(found, real)
		}
	}
	return found
}

// The parts of a store of Java's: JavaKeyStore.java of OpenJDK. Every version reads it, under
// whatever name.
const (
	javaMagic   = 0xfeedfeed
	javaVersion = 2
	javaTrusted = 2  // the kind of an entry
	javaDigest  = 20 // its bytes: who has no password, as Java has none for this file, does not read it
)

// JavaStore is a store of Java's that holds the certificates of a text in PEM.
func JavaStore(pem string) []byte {
	var entries []byte
	count := uint32(0)
	for _, der := range certificatesIn(pem) {
		count++
		entries = binary.BigEndian.AppendUint32(entries, javaTrusted)
		entries = appendJavaText(entries, fmt.Sprintf("authority%d", count))
		entries = binary.BigEndian.AppendUint64(entries, 0) // when it was added
		entries = appendJavaText(entries, "X.509")
		entries = binary.BigEndian.AppendUint32(entries, uint32(len(der)))
		entries = append(entries, der...)
	}
	out := binary.BigEndian.AppendUint32(nil, javaMagic)
	out = binary.BigEndian.AppendUint32(out, javaVersion)
	out = binary.BigEndian.AppendUint32(out, count)
	return append(append(out, entries...), make([]byte, javaDigest)...)
}

// appendJavaText appends a text with its length before it.
func appendJavaText(to []byte, text string) []byte {
	return append(binary.BigEndian.AppendUint16(to, uint16(len(text))), text...)
}

// certificatesIn are those of a text in PEM (RFC 7468). What is damaged is passed over.
func certificatesIn(pem string) (all [][]byte) {
	const begin, end = "-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----"
	for {
		_, rest, found := strings.Cut(pem, begin)
		if !found {
			return all
		}
		body, after, found := strings.Cut(rest, end)
		if !found {
			return all
		}
		if der, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(body), "")); err == nil && len(der) > 0 {
			all = append(all, der)
		}
		pem = after
	}
}

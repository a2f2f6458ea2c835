package export

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// records are one of each kind, and what is hostile in them.
const records = "testdata/records.jsonl"

func lines(t testing.TB, name string) []string {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

func TestEachFormatOfEachEvent(t *testing.T) {
	for _, name := range Names() {
		format, err := Parse(name)
		require.NoError(t, err)
		assert.Equal(t, name, format.String())
		var got bytes.Buffer
		for _, record := range lines(t, records) {
			require.NoError(t, format.Write(&got, []byte(record)))
		}
		golden := filepath.Join("testdata", name+".golden")
		if *update {
			require.NoError(t, os.WriteFile(golden, got.Bytes(), 0o600))
		}
		want, err := os.ReadFile(golden)
		require.NoError(t, err)
		assert.Equal(t, string(want), got.String(), name)
	}
	_, err := Parse("xml")
	assert.EqualError(t, err, `format "xml": one of ndjson, ecs, syslog, otlp`)
}

// Nothing of a record is lost: ECS and OTLP have it whole, and so has a syslog message.
func TestTheWholeRecordIsInIt(t *testing.T) {
	for _, record := range lines(t, records) {
		var ecs, otlp, syslog bytes.Buffer
		require.NoError(t, ECS.Write(&ecs, []byte(record)))
		require.NoError(t, OTLP.Write(&otlp, []byte(record)))
		require.NoError(t, Syslog.Write(&syslog, []byte(record)))
		var document struct{ Shimgen json.RawMessage }
		require.NoError(t, json.Unmarshal(ecs.Bytes(), &document))
		assert.JSONEq(t, record, string(document.Shimgen))
		var logs otlpLogs
		require.NoError(t, json.Unmarshal(otlp.Bytes(), &logs))
		assert.Equal(t, record, *logs.ResourceLogs[0].ScopeLogs[0].LogRecords[0].Body.String)
		_, message, _ := strings.Cut(syslog.String(), " - {")
		assert.JSONEq(t, record, "{"+message)
	}
}

func TestWhatIsNoRecord(t *testing.T) {
	for _, text := range []string{"", "x", "[]x", `{"ts":`} {
		for _, name := range Names() {
			format, _ := Parse(name)
			assert.Error(t, format.Write(&bytes.Buffer{}, []byte(text)), "%s of %q", name, text)
		}
	}
	full := errors.New("no space")
	assert.ErrorIs(t, ECS.Write(failing{full}, []byte(`{"event":"a"}`)), full)
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// rfc5424 is the header of a message: priority, version, time, host, program, process, kind,
// no structured data.
var rfc5424 = regexp.MustCompile(`^<8[4-6]>1 [!-~]+ [!-~]{1,255} shimgen [!-~]{1,128} [!-~]{1,32} - [ -~]*\n$`)

func FuzzFormats(f *testing.F) {
	for _, record := range lines(f, records) {
		f.Add(record)
	}
	f.Add(`{"event":"a b\nc","host":"x y","ts":"<0>","pid":-1}`)
	f.Add(`{"event":1,"argv":{"a":1},"uid":"root"}`)
	f.Fuzz(func(t *testing.T, record string) {
		for _, name := range Names() {
			format, _ := Parse(name)
			var out bytes.Buffer
			if format.Write(&out, []byte(record)) != nil {
				continue
			}
			switch format {
			case Syslog:
				if !strings.ContainsAny(record, "\n\r\t") { // which may stand between JSON's members
					assert.Regexp(t, rfc5424, out.String())
				}
			case ECS, OTLP:
				assert.Equal(t, 1, strings.Count(out.String(), "\n"), name)
				assert.True(t, json.Valid(out.Bytes()), name)
			}
		}
	})
}

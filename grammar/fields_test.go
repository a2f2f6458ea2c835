package grammar

import "testing"

// TestFields holds paths that stand within the value of an option, and what else Java's own options write.
func TestFields(t *testing.T) {
	check(t, []sample{
		{`a log behind a key`, `java -Xlog:gc*:file=/v/gc.log:time -jar a.jar`, "java -Xlog:=gc*:file=/v/gc.log:time -jar=a.jar | writes /v/gc.log, reads+runs java a.jar"},
		{`a log by itself`, `java -Xlog:gc:/v/x; java -Xloggc:/v/y`, "java -Xlog:=gc:/v/x | writes /v/x\njava -Xloggc:=/v/y | writes /v/y"},
		{`no file`, `java -Xlog:gc*=debug:stdout -Xlog:disable`, "java -Xlog:=gc*=debug:stdout -Xlog:=disable"},
		{`a list with commas`, `java -XX:StartFlightRecording=duration=60s,filename=/v/x.jfr; java -XX:StartFlightRecording:filename=/v/y`, "java -XX:StartFlightRecording=duration=60s,filename=/v/x.jfr | writes /v/x.jfr\njava -XX:StartFlightRecording:=filename=/v/y | writes /v/y"},
		{`an archive that is used or made`, `java -XX:SharedArchiveFile=/v/a; java -Xshare:dump -XX:SharedArchiveFile=/v/a`, "java -XX:SharedArchiveFile=/v/a | reads /v/a\njava -Xshare:dump -XX:SharedArchiveFile=/v/a | writes /v/a"},
	})
}

module github.com/agent-loop/shimgen/earlycheck

go 1.26.0

require golang.org/x/arch v0.32.0

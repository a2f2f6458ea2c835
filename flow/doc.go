// Package flow tracks taint between the commands of a request: what one downloads, unpacks,
// clones or prints, and another runs, uploads or shows.
//
// [New] analyses all invocations of a request and returns a [Graph]. A rule asks the graph
// whether a sink, such as an effect that runs code, is reached from a [Source]:
//
//	curl -o x.sh http://h/x; mv x.sh y.sh; bash y.sh
//
// Here curl is the source, the files x.sh and y.sh are tainted, and the effect of bash on y.sh is
// a sink: Graph.From(flow.Download, …) is Yes for it.
//
// Taint passes through pipes, substitutions, descriptors, copies, links and filters. It passes
// only forward: a command taints nothing for the commands before it. The package runs nothing and
// reads no file; it learns about the machine from the functions in [Machine].
package flow

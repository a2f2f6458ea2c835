// Package patch reads patches for the names of their files. [Read] takes those that coding agents
// apply themselves ("*** Add File:"), [ReadDiff] those of patch(1) and git apply. It ignores the
// content of hunks.
package patch

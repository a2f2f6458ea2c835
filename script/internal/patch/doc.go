// Package patch reads patches by the files that they name. [Read] takes those that coding
// agents apply by themselves ("*** Add File:"), [ReadDiff] those of patch(1) and git apply.
// What the hunks write into the files is not looked at.
package patch

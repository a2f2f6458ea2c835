package gitrepo

// What makes git work on another repository than that of its directory, or on other parts of it. Source:
// git(1): OPTIONS, and ENVIRONMENT VARIABLES, The Git Repository; gitnamespaces(7). A setting
// (git -c core.worktree) does not, as tried with git 2.39: that one is taken from the repository's own
// file alone.
const (
	ElsewhereOptions   = "--git-dir --work-tree --namespace"
	ElsewhereVariables = "GIT_DIR GIT_COMMON_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_NAMESPACE"
)

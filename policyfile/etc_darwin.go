package policyfile

// etc is where the administrator's files lie. /etc is a link to it on macOS, and
// what is believed is reached through none.
const etc = "/private/etc"

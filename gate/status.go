package gate

// StatusFailed is the exit status of each of shimgen's programs if shimgen itself failed, and started
// nothing. The packages above name it by this constant.
const StatusFailed = 125

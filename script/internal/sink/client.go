package sink

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/script/internal/lex"
)

// Service is what a client library talks to.
type Service uint8

// The kinds of services.
const (
	Remote Service = iota + 1 // accounts, machines, buckets, messages: what a service keeps for its users
	Tables                    // a database server, which gets statements
	Keys                      // a store of keys, such as Redis
	Web                       // any server, by requests
	File                      // a database in a file of this machine, or in memory
)

// Client is a library of clients. Its methods are written in lower case and without underscores, or with
// the object before them: "messages.create".
type Client struct {
	Name     string // of the module, package or class; all below it belongs to it
	Service  Service
	Destroys lex.Words // methods that delete or stop something, in addition to those whose names say so
	Pays     lex.Words
	Sends    lex.Words // methods that send a message in the user's name
	Operates lex.Words // methods that change how a device of a network or a plant works
	Commands lex.Words // methods that give a command to a device as text
	Ordinary lex.Words // methods whose names look harmful
}

// LibraryOf returns the library that a function belongs to by its full name.
func LibraryOf(all []Client, full string) *Client {
	for n := range len(full) {
		head := full[:n]
		if !endsPart(full[n]) {
			if n+1 < len(full) {
				continue
			}
			head = full
		}
		i := firstFrom(all, head)
		if i < len(all) && all[i].Name == head {
			return &all[i]
		}
		if full[n] == '(' || i == len(all) || !strings.HasPrefix(all[i].Name, head) {
			return nil
		}
	}
	return nil
}

// endsPart reports whether a byte stands behind a part of a full name.
func endsPart(c byte) bool {
	switch c {
	case '.', ':', '/', '\\', '(':
		return true
	}
	return false
}

// firstFrom returns the index of the first library whose name is not less than a text.
func firstFrom(all []Client, text string) int {
	if text == "" {
		return 0
	}
	from, to := 0, len(all)
	for from < to {
		middle := (from + to) / 2
		name := all[middle].Name
		if name[0] < text[0] || name[0] == text[0] && name < text { // the first byte nearly always tells
			from = middle + 1
		} else {
			to = middle
		}
	}
	return from
}

// IsRemote reports whether a value of any language comes from a client of a service, by its full name.
func IsRemote(full string) bool {
	for _, lang := range [...]string{"python", "javascript", "ruby", "perl", "php"} {
		if lib := LibraryOf(Libraries(lang), full); lib != nil && lib.Service == Remote {
			return true
		}
	}
	return false
}

// Harm is what a method does at a service.
type Harm string

// The kinds of harm. They are the names by which rules know the effects.
const (
	Destroys Harm = "service-delete"
	Grants   Harm = "service-grant"
	Issues   Harm = "service-key" // makes a credential
	Pays     Harm = "service-pay"
	Sends    Harm = "service-send"
	Operates Harm = "service-operate"
	Unlisted Harm = "unlisted-delete" // deletes or pays, by its name, with a library that no list has
	Requests Harm = "http-delete"     // a request with the method DELETE
	Flushes  Harm = "flush"           // deletes all keys of a store
)

// HarmOf returns the harm of a method of a library, by its full name; "" if it does none. holds reports
// whether the code has a text.
func HarmOf(lib *Client, full string, holds func(text string) bool) Harm {
	method := lastPart(full)
	short := squash(method)
	long := squash(lastPart(strings.TrimSuffix(full[:len(full)-len(method)], "."))) + "." + short
	among := func(ws lex.Words) bool { return ws.Has(short) || ws.Has(long) }
	switch {
	case among(lib.Ordinary) || ordinary.Has(short) || short == "del" && strings.Contains(full, "where("):
		return ""
	case among(lib.Sends):
		return Sends
	case among(lib.Pays):
		return Pays
	case among(lib.Destroys):
		return Destroys
	case among(lib.Operates):
		return Operates
	}
	if lib.Service != Remote {
		return ""
	}
	if h := harmNamed(short, long, holds); h != "" {
		return h
	}
	first, last, several := verbs(method)
	if several && saysBuy.Has(first) || saysRefund.Has(first) {
		return Pays
	}
	if isDelete(first) || several && (saysStop.Has(first) || isDelete(last) || last == "deletion") {
		return Destroys
	}
	return ""
}

// HarmOfCommands returns the harm of a method that gives a device commands as text, or functions that do.
func HarmOfCommands(lib *Client, full string, commands, functions []string) Harm {
	method := lastPart(full)
	short := squash(method)
	long := squash(lastPart(strings.TrimSuffix(full[:len(full)-len(method)], "."))) + "." + short
	if !lib.Commands.Has(short) && !lib.Commands.Has(long) {
		return ""
	}
	for _, f := range functions {
		if configures.Has(squash(lastPart(f))) {
			return Operates
		}
	}
	for _, text := range commands {
		for line := range strings.FieldsFuncSeq(text, func(c rune) bool { return c == '\n' || c == '\r' || c == ';' }) {
			if operatesDevice(line) {
				return Operates
			}
		}
	}
	return ""
}

// configures are the functions of nornir's plugins that write what a device is to do.
const configures lex.Words = "netmikosendconfig netmikocommit napalmconfigure netconfeditconfig netconfcommit sendconfig sendconfigs sendconfigsfromfile scraplisendconfig"

// operatesDevice reports whether a line is a command with which a device of a network restarts, forgets or changes what
// it is set to.
func operatesDevice(line string) bool {
	words := strings.Fields(strings.ToLower(line))
	if len(words) == 0 {
		return false
	}
	first, second := strings.TrimLeft(words[0], "/"), ""
	if len(words) > 1 {
		second = words[1]
	}
	switch {
	case shows.Has(first) || second == "print" || words[len(words)-1] == "?":
		return false
	case changesDevice.Has(first) || changesDevice.Has(second):
		return true
	case first == "request" || first == "execute":
		return changesDevice.Has(words[len(words)-1]) || len(words) > 2 && changesDevice.Has(words[2])
	}
	for part := range strings.SplitSeq(first, "/") { // /system/reboot
		if part != first && changesDevice.Has(part) {
			return true
		}
	}
	return false
}

// shows are the first words of commands that only tell something.
const shows lex.Words = "show display get ping traceroute dir help exit quit terminal enable more"

// changesDevice are the words with which commands of devices change or stop it.
const changesDevice lex.Words = `
	reload reboot reset erase write delete format zeroize shutdown halt poweroff configure conf config restart restore factoryreset factory-reset factory-default set-default
	no undo clear remove set commit rollback install upgrade copy boot undebug power-off power-cycle reset-configuration system-reset`

// HarmOfAny returns the harm of a method, by its name, of an unknown object, in code that uses a library of a remote
// service. Only names with an object are clear enough; bare says that delete alone is, too.
func HarmOfAny(method string, bare bool, holds func(text string) bool) Harm {
	short := squash(method)
	if ordinary.Has(short) {
		return ""
	}
	if h := harmNamed(short, "", holds); h != "" {
		return h
	}
	first, _, several := verbs(method)
	if several && saysBuy.Has(first) {
		return Pays
	}
	if isDelete(first) && (several || bare && first == "delete") {
		return Destroys
	}
	return ""
}

// harmNamed returns the harm of the methods in the table of names.
func harmNamed(short, long string, holds func(text string) bool) Harm {
	for i := range harms {
		h := &harms[i]
		if !h.methods.Has(short) && (long == "" || !h.methods.Has(long)) {
			continue
		}
		if len(h.texts) == 0 {
			return h.harm
		}
		for _, text := range h.texts {
			if holds(text) {
				return h.harm
			}
		}
	}
	return ""
}

// saysDelete are the first words of methods that delete, whatever follows.
var saysDelete = [...]string{"delete", "destroy", "terminate", "purge", "undefine", "deregister", "erase", "wipe", "deprovision", "expunge", "nuke", "obliterate"}

// isDelete reports whether a word is one of them.
func isDelete(word string) bool { return slices.Contains(saysDelete[:], word) }

// saysStop are the first words of methods that stop or take away the object that is named behind them.
const saysStop lex.Words = "remove drop clear empty stop reboot revoke cancel disable detach disassociate suspend deactivate close unregister reset archive evict rebuild flush release truncate kill uninstall shutdown kick ban"

// saysBuy are the first words of methods that buy what is named behind them.
const saysBuy lex.Words = "purchase buy"

// saysRefund are the first words of methods that pay back or out.
const saysRefund lex.Words = "refund payout"

// before are the words that may stand before the verb.
const before lex.Words = "begin batch bulk async force admin schedule hard permanently files"

// ordinary are methods of clients themselves.
const ordinary lex.Words = `
	closeconnection closeconnections closechannel closesession closeclient closeall disablewarnings stoppolling stoplistening stopstream stopwatching
	removelistener removealllisteners removeeventlistener removehandler resetsession dropduplicates dropna droplevel disconnect releaseconnection
	cancelled cancelpendingrequests flushqueue closeidleconnections
	clearcache clearcaches cleartimeout clearinterval clearcookies clearsession clearsessiondata clearauth clearcredentials clearcontext clearoutput clearlog clearlogs clearhistory clearbuffer clearheaders
	cleardefaults clearscreen clearfilters clearerrors clearlisteners clearstate clearqueue clearselection clearmocks clearallmocks`

// harms are methods with the same meaning in the libraries of all remote services. With texts, they do
// harm if the code has one of these.
var harms = [...]struct {
	harm    Harm
	methods lex.Words
	texts   []string
}{
	{Grants, `attachuserpolicy attachrolepolicy attachgrouppolicy attachpolicy putuserpolicy putrolepolicy putgrouppolicy putbucketpolicy putkeypolicy putresourcepolicy
		createpolicyversion setdefaultpolicyversion updateassumerolepolicy addusertogroup addroletoinstanceprofile adduserstogroup adminaddusertogroup
		setiampolicy addpermission addlayerversionpermission modifyimageattribute modifysnapshotattribute modifydbsnapshotattribute modifydbclustersnapshotattribute
		makepublic makebucketpublic createrolebinding createclusterrolebinding createnamespacedrolebinding roleassignments.create createroleassignment
		addmember addmembers addcollaborator addcollaborators addtocollaborators addorupdatemembership addmembership setcustomuserclaims creategrant inviteuser
		permissions.create setcontaineraccesspolicy setrepositorypolicy`, nil},
	{Grants, "putbucketacl putobjectacl setbucketacl createbucket putobject uploadfile setacl", []string{"public-read", "public-read-write", "authenticated-read", "AllUsers", "publicRead"}},
	{Grants, "authorizesecuritygroupingress authorizeingress createsecuritygrouprule", []string{"0.0.0.0/0", "::/0"}},
	{Grants, "user.update users.update", []string{"ProfileId", "UserRoleId"}},
	{Grants, "updaterepovisibility", []string{"public"}},
	{Issues, "createaccesskey createserviceaccountkey createloginprofile updateloginprofile createservicespecificcredential", nil},
	{Sends, "publish", []string{"PhoneNumber", "phone_number"}},
	{Destroys, "changeresourcerecordsets", []string{"DELETE"}},
	{Pays, `createsavingsplan createcommitment registerdomain renewdomain transferdomain transferdomaintoanotherawsaccount acceptdomaintransferfromanotherawsaccount
		createcapacityreservation createprovisionedmodelthroughput acceptagreementrequest acceptreservedinstancesexchangequote`, nil},
	{Destroys, "muteall monitor.mute monitors.mute downtime.create downtimes.create createdowntime disablealarmactions createsilence createmaintenancewindow putalarmmuterule", nil},
	{Destroys, "closeaccount emptybucket cleartable clearbucket", nil},
}

// TakesStatement reports whether a method of an object may get a statement for a database. Of functions
// without an object, only those do whose names say so.
func TakesStatement(owner, method string) bool {
	method = strings.TrimLeft(method, "$")
	return takesStatement(method) && (owner != "" || strings.Contains(method, "query") || strings.Contains(method, "sql"))
}

// takesStatement reports whether the methods of a name get, in any library, a statement for a database.
func takesStatement(method string) bool {
	switch method {
	case "execute", "executemany", "executescript", "execute_async", "exec", "exec_query", "exec_params", "exec_update", "exec_driver_sql",
		"async_exec", "query", "run", "raw", "unsafe", "sql", "do", "prepare", "command", "statement", "unprepared",
		"executeAsync", "executeQuery", "executeUpdate", "executeSql", "execSql", "exec_sql", "executeRaw", "executeRawUnsafe",
		"queryRaw", "queryRawUnsafe", "fetch", "fetchrow", "fetchval", "multi_query", "real_query",
		"mysqli_query", "mysqli_multi_query", "mysqli_real_query", "pg_query", "pg_send_query", "pg_query_params", "execute_sql", "run_query":
		return true
	}
	return false
}

// IsStatement reports whether a text seems to be SQL with a statement that changes more than rows.
func IsStatement(text string) bool {
	for part := range strings.SplitSeq(text, ";") {
		part = strings.TrimLeft(part, " \t\r\n(")
		if strings.HasPrefix(part, "--") || strings.HasPrefix(part, "/*") {
			return true
		}
		head, rest := firstWord(part)
		second, _ := firstWord(rest)
		if after, ok := heads(head); ok && rest != "" && (after == "" || after.Has(second) || second == "") {
			return true
		}
	}
	return false
}

// heads returns the words one of which follows the first word of such a statement; "" for any word.
func heads(word string) (after lex.Words, ok bool) {
	switch word {
	case "DROP":
		return "TABLE DATABASE SCHEMA VIEW USER ROLE INDEX KEYSPACE MATERIALIZED SEQUENCE FUNCTION PROCEDURE TRIGGER TYPE EXTENSION OWNED COLLECTION WAREHOUSE STREAM FOREIGN TABLESPACE PUBLICATION SUBSCRIPTION EVENT LOGIN SERVER DOMAIN POLICY COLUMN DICTIONARY STAGE SHARE", true
	case "DELETE":
		return "FROM", true
	case "CREATE":
		return "USER ROLE LOGIN OR", true
	case "COPY", "TRUNCATE", "UPDATE", "ALTER", "GRANT", "WITH", "EXPLAIN", "SHUTDOWN", "RESET", "PURGE", "EXEC", "EXECUTE", "CALL", "DO", "SYSTEM", "DETACH", "SET":
		return "", true
	}
	return "", false
}

// firstWord returns the first word of a text, in upper case if it is short, and what follows it.
func firstWord(text string) (word, rest string) {
	n := 0
	for n < len(text) && lex.IsLetter(text[n]) {
		n++
	}
	if n > len("MATERIALIZED") {
		return "?", text[n:]
	}
	return strings.ToUpper(text[:n]), strings.TrimLeft(text[n:], " \t\r\n")
}

// IsFlush reports whether a word is the command of a store of keys that deletes all of them.
func IsFlush(word string) bool {
	if len(word) < len("flushdb") || !strings.EqualFold(word[:len("flush")], "flush") {
		return false
	}
	switch squash(word) {
	case "flushall", "flushdb":
		return true
	}
	return false
}

// HoldsFlush reports whether a script for such a store contains the command.
func HoldsFlush(script string) bool {
	script = strings.ToLower(script)
	return strings.Contains(script, "flushall") || strings.Contains(script, "flushdb")
}

// SendsCommand reports whether a method of a store's client gets a command as text.
func SendsCommand(method string) bool {
	const commands lex.Words = "executecommand call send sendcommand rawcommand command do callv eval"
	return commands.Has(squash(method))
}

// Makes reports whether a function makes a client, so that its arguments say which server it talks to.
func Makes(full string) bool {
	const makers lex.Words = `
		client resource session connect connection new fromurl create createclient createtransport createclientfromurl open httpprovider websocketprovider smtp smtpssl
		single multiple publish createengine newclient getclient cloudclient start build frontenv dial parse`
	name := lastPart(full)
	return name != "" && 'A' <= name[0] && name[0] <= 'Z' && !IsCommand(name) || makers.Has(squash(name)) ||
		!strings.ContainsAny(full, ".:(\\")
}

// ToData reports whether a method turns an answer of a service into plain data.
func ToData(full string) bool {
	const makers lex.Words = "todataframe topandas todict toarrow tolist json dict read text decode modeldump tojson"
	return strings.Contains(full, "(") && makers.Has(squash(lastPart(full)))
}

// lastPart returns the last name of a full one.
func lastPart(full string) string {
	full = strings.TrimSuffix(full, "()")
	return full[strings.LastIndexAny(full, `.:\/`)+1:]
}

// squash returns a name in lower case and without what the spellings of languages and libraries add.
func squash(name string) string {
	if !isSquashed(name) {
		name = strings.ToLower(strings.ReplaceAll(strings.TrimRight(strings.TrimLeft(name, "$"), "!?"), "_", ""))
	}
	for _, tail := range [...]string{"command", "request"} {
		if rest := strings.TrimSuffix(name, tail); len(rest) > len(tail) {
			name = rest
		}
	}
	return name
}

// isSquashed reports whether a name has only small letters and digits, as most have.
func isSquashed(name string) bool {
	for i := range len(name) {
		if c := name[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// verbs returns the first and the last word of a method's name, in lower case, and whether there are several.
func verbs(method string) (first, last string, several bool) {
	if isSquashed(method) {
		if verb, rest := verbOf(method); verb != "" {
			return verb, rest, true
		}
		return method, method, false
	}
	name := strings.Trim(strings.TrimRight(method, "!?"), "_$")
	name = strings.TrimSuffix(strings.TrimSuffix(name, "Command"), "Request")
	for rest := verbBefore(name); rest != ""; {
		n := 1
		for n < len(rest) && rest[n] != '_' && !(isUpper(rest[n]) && !isUpper(rest[n-1])) {
			n++
		}
		w := strings.ToLower(strings.Trim(rest[:n], "_"))
		rest = strings.TrimLeft(rest[n:], "_")
		switch {
		case first == "" && before.Has(w) && rest != "":
		case first == "":
			first = w
		default:
			several = true
		}
		last = w
	}
	return first, last, several
}

func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }

// verbBefore returns a name that is written in lower case as one word, as those of PHP are read, with its verb
// apart: "delete_user".
func verbBefore(name string) string {
	for i := range len(name) {
		if name[i] == '_' || isUpper(name[i]) {
			return name
		}
	}
	if verb, rest := verbOf(name); verb != "" {
		return verb + "_" + rest
	}
	return name
}

// verbOf returns the verb with which a name without capitals begins, and what it deletes; "" if there is none.
func verbOf(name string) (verb, rest string) {
	for _, verb := range saysDelete {
		if rest, ok := strings.CutPrefix(name, verb); ok && len(rest) > 2 {
			return verb, rest
		}
	}
	return "", ""
}

// IsCommand reports whether a name is that of a command, an object that a client sends: "DeleteBucketCommand".
func IsCommand(full string) bool { return strings.HasSuffix(strings.TrimSuffix(full, "()"), "Command") }

// Harms reports whether a function of a library harms what a service keeps, wherever it is called from.
func Harms(lang, full string) bool {
	if IsCommand(full) || strings.HasSuffix(full, "()") {
		return false
	}
	lib := LibraryOf(Libraries(lang), full)
	return lib != nil && lib.Service == Remote && HarmOf(lib, full, func(string) bool { return false }) != ""
}

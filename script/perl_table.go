package script

import "strings"

// perlTopic are the functions that take $_ where nothing is given.
const perlTopic = " unlink rmdir readpipe lc uc chr reverse ucfirst lcfirst quotemeta "

// perlFolds are the functions with a value that can be told.
const perlFolds words = `
	join lc uc chr pack sprintf reverse decode_base64 shift pop scalar lcfirst ucfirst inet_aton sockaddr_in pack_sockaddr_in glob
	unpack push unshift split splice chomp chop read sysread bsd_glob pack_sockaddr_un path abs_path rel2abs catfile sockaddr
	values binmode`

// apply is what a function does with its arguments and returns.
func (r *perl) apply(short, name string, program value, args []value, at span) value {
	if len(args) == 0 && strings.Contains(perlTopic, " "+short+" ") {
		args = []value{r.lookup("$_")}
	}
	if program != nil {
		argv := append([]value{program}, args[min(1, len(args)):]...)
		r.emitArgv(Act{Kind: Runs, Call: name}, argv, at)
		return anything
	}
	switch short {
	case "open":
		r.open(args, at)
		return anything
	case "shift", "pop":
		if len(args) == 0 {
			args = []value{join(r.lookup("@_"), r.names["@ARGV"])}
		}
		if len(args[0]) == 0 {
			return nil
		}
		return args[0].items()
	}
	if short == "get" && r.web() {
		r.perform([]effect{{Connects, plain, 0, "", false}}, name, nil, args, at)
	}
	if name == "IPC::Run::run" {
		r.perform([]effect{{Runs, command, 0, "", false}}, name, nil, args, at)
	}
	r.perform(perlRows(short), name, nil, args, at)
	return r.fold(short, args)
}

// web tells whether the code uses a library that fetches.
func (r *perl) web() bool {
	for name := range r.uses {
		if strings.HasPrefix(name, "LWP") || strings.HasPrefix(name, "HTTP::") || strings.HasPrefix(name, "Mojo") {
			return true
		}
	}
	return false
}

// fold is the value of a call where that can be told from its arguments.
func (r *perl) fold(name string, args []value) value {
	first := anything
	if len(args) > 0 {
		first = args[0]
	}
	switch name {
	case "join":
		return r.joined(first.str(), list(args[min(1, len(args)):]...))
	case "lc", "uc":
		return r.turnCase(name, first)
	case "chr":
		return first.runes()
	case "scalar", "abs_path", "rel2abs", "inet_aton":
		return flat(first)
	case "reverse":
		return join(flat(first).str().each(reversed), flat(first))
	case "sprintf":
		var out choice
		for _, f := range first {
			if f.kind == constant {
				out.add(r.percent(f.text, args[1:]))
			}
		}
		return orAnything(out.value)
	case "pack":
		return r.pack(first, args[min(1, len(args)):])
	case "decode_base64":
		return first.each(unbase64)
	case "sockaddr_in", "pack_sockaddr_in":
		if len(args) > 1 {
			return args[1]
		}
	case "glob", "bsd_glob":
		return list(first.turn(globbed))
	case "path":
		return instance("path()", first)
	case "catfile":
		return r.joined(text("/"), list(args...))
	}
	return anything
}

func (r *perl) turnCase(name string, v value) value {
	if name == "lc" {
		return v.each(func(s string) (string, bool) { return strings.ToLower(s), true })
	}
	return v.each(func(s string) (string, bool) { return strings.ToUpper(s), true })
}

// pack is what a list of numbers or one of digits makes by the commonest
// templates.
func (r *perl) pack(template value, args []value) value {
	if len(template) != 1 || template[0].kind != constant || len(args) == 0 {
		return anything
	}
	switch t := template[0].text; {
	case strings.HasPrefix(t, "H"):
		return args[0].each(unhex)
	case strings.Trim(t, "0123456789*") == "A" || strings.Trim(t, "0123456789*") == "a":
		return args[0]
	case len(strings.Trim(t, "0123456789*")) == 1 && strings.Contains("cCWU", t[:1]):
		out := text("")
		for _, a := range args {
			out = r.operate("+", out, a.runes())
		}
		return out
	}
	return anything
}

// method is what calling a method does and returns.
func (r *perl) method(v value, name string, args []value, at span) value {
	class := ""
	if len(v) == 1 && v[0].kind == constant {
		class = v[0].text
	}
	switch {
	case len(v) == 1 && v[0].kind == ref && v[0].text == "path()":
		r.perform(perlMethodRows(name), name, v[0].of, args, at)
		if name == "child" {
			return instance("path()", r.joined(text("/"), list(append([]value{v[0].of}, args...)...)))
		}
		return v[0].of
	case strings.HasPrefix(class, "IO::Socket"):
		r.socket(class, args, at)
	case class == "IO::File" && name == "new":
		r.open(append([]value{anything}, reversedMode(args)...), at)
	case strings.Contains(" get post put delete head patch mirror request simple_request ", " "+name+" "):
		for _, a := range args[:min(1, len(args))] {
			for _, u := range a.args() {
				if strings.Contains(u.Text, "://") || !u.Known && r.web() {
					r.emit(Act{Kind: Connects, Call: "->" + name, Args: []Arg{u}}, at)
				}
			}
		}
	case strings.Contains(" system capture ", " "+name+" "):
		r.execute(Act{Kind: Shell, Call: "->" + name}, args, at)
	}
	if name == "new" {
		return anything
	}
	r.called(args)
	return anything
}

// reversedMode puts the mode of IO::File before its file.
func reversedMode(args []value) []value {
	if len(args) < 2 {
		return args
	}
	return []value{args[1].each(ioMode), args[0]}
}

// ioMode is a mode of C's as open has it.
func ioMode(s string) (string, bool) {
	for _, m := range [][2]string{{"r+", "+<"}, {"w", ">"}, {"a", ">>"}, {"r", "<"}} {
		if strings.HasPrefix(s, m[0]) {
			return m[1], true
		}
	}
	return s, true
}

// socket emits the host of IO::Socket's constructor.
func (r *perl) socket(class string, args []value, at span) {
	for i := 0; i+1 < len(args); i++ {
		if len(args[i]) != 1 || args[i][0].kind != constant {
			continue
		}
		switch args[i][0].text {
		case "PeerAddr", "PeerHost", "Peer":
			r.emitEach(Act{Kind: Connects, Call: class}, args[i+1].str().args(), at)
		case "Listen":
			r.emit(Act{Kind: Listens, Call: class, Args: []Arg{{}}}, at)
		}
	}
	if len(args) == 1 {
		r.emitEach(Act{Kind: Connects, Call: class}, args[0].args(), at)
	}
}

package grammar

import "testing"

// TestReducers holds what programs do that replace files with something smaller, or delete them
// by another name than rm.
func TestReducers(t *testing.T) {
	check(t, []sample{
		{`compressed in its place`, `xz -9 a; bzip2 -d a.bz2; pigz -p 4 a`, "xz -NUM write:a | writes a\nbzip2 --decompress write:a.bz2 | writes a.bz2\npigz --processes=4 write:a | writes a"},
		{`compressed to the output`, `xz -dc a.xz; xz -l a.xz; tar c . | xz -T0`, "xz --decompress --stdout file:a.xz | reads a.xz\nxz --list file:a.xz | reads a.xz\ntar --create file:. | reads .\nxz --threads=0"},
		{`kept beside`, `zstd -19 a; zstd -o b a; zstd --rm a`, "zstd -NUM file:a | reads a\nzstd --output=b file:a | writes b, reads a\nzstd --rm write:a | writes a"},
		{`stripped`, `strip -s a b; strip -o out a`, "strip --strip-all write:a write:b | writes a, writes b\nstrip -o=out file:a | writes out, reads a"},
		{`a library path`, `patchelf --set-rpath x a; patchelf --print-rpath a`, "patchelf --set-rpath=x write:a | writes a\npatchelf --print-rpath file:a | reads a"},
		{`moved into an archive`, `rar a x.rar d; rar a -df x.rar d; rar m x.rar d; 7z a -sdel x.7z d; 7z a x.7z d`, "rar a write:x.rar file:d | writes x.rar, reads d\nrar a -df write:x.rar delete:d | writes x.rar, deletes tree d\nrar m write:x.rar delete:d | writes x.rar, deletes tree d\n7z add -sdel write:x.7z delete:d | writes x.7z, deletes tree d\n7z add write:x.7z file:d | writes x.7z, reads d"},
		{`unpacked`, `rar x a.rar out/; dpkg-deb -x a.deb out; cabextract -d out a.cab; pax -rw a out; pax -w -f a.pax d`, "rar x file:a.rar write:out/ | reads a.rar, writes out/\ndpkg-deb --extract file:a.deb write:out | reads a.deb, writes out\ncabextract --output-directory=out file:a.cab | writes out, reads a.cab, writes .\npax -r -w file:a write:out | reads a, writes out\npax -w -f=a.pax file:d | writes a.pax, reads d"},
		{`copies of files`, `fdupes -r d; fdupes -rdN d; rdfind d; rdfind -deleteduplicates true d`, "fdupes --recurse file:d | reads d\nfdupes --recurse --delete --noprompt delete:d | deletes tree d\nrdfind file:d | reads d\nrdfind -deleteduplicates=true delete:d | deletes tree d"},
		{`as a desktop deletes`, `gio remove -f a; gio trash a; kioclient5 del d; del-cli d; del-cli --dry-run d; safe-rm -rf d`, "gio remove --force delete:a | deletes a\ngio trash plain:a\nkioclient remove delete:d | deletes tree d\ndel-cli delete:d | deletes tree d\ndel-cli --dry-run delete:d\nrm --recursive --force delete:d | deletes tree d"},
		{`renamed`, `prename 's/a/b/' x; prename -n 's/a/b/' x; rename .a .b x`, "prename code:s/a/b/ write:x | evaluates perl s/a/b/, writes x\nprename --nono code:s/a/b/ write:x | evaluates perl s/a/b/\nrename code:.a write:.b write:x | evaluates ? .a, writes .b, writes x"},
	})
}

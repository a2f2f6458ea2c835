package grammar

import "testing"

// TestMac holds what macOS's own tools write.
func TestMac(t *testing.T) {
	check(t, []sample{
		{`ditto copies`, `ditto a b`, `ditto file:a write:b | reads a, writes b`},
		{`ditto unpacks`, `ditto -xk a.zip d`, `ditto -x -k file:a.zip write:d | reads a.zip, writes d`},
		{`plutil looks`, `plutil -lint a.plist`, `plutil -lint file:a.plist | reads a.plist`},
		{`plutil changes in place`, `plutil -replace K -string v a.plist`, `plutil -replace=K -string=v write:a.plist | writes a.plist`},
		{`plutil writes elsewhere`, `plutil -convert json -o b.json a.plist`, `plutil -convert=json -o=b.json file:a.plist | writes b.json, reads a.plist`},
		{`PlistBuddy`, `PlistBuddy -c 'Set :K v' a.plist`, `PlistBuddy -c=Set :K v file:a.plist | reads a.plist`},
		{`options of softwareupdate in a bundle`, `softwareupdate -iaR`, `softwareupdate --install --all --restart`},
		{`hdiutil makes an image`, `hdiutil create -volname V -srcfolder d -ov a.dmg`, `hdiutil create -volname=V -srcfolder=d -ov write:a.dmg | reads d, writes a.dmg`},
		{`hdiutil attaches one`, `hdiutil attach -mountpoint m a.dmg`, `hdiutil attach -mountpoint=m file:a.dmg | writes m, reads a.dmg`},
	})
}

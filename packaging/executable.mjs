/** Builds the program and Node into one executable (Node's single executable applications). */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "./facts.mjs";
import { findBuilder, nodeFolder, PLATFORMS } from "./platforms.mjs";

const DIST = join(ROOT, "dist");

/** Writes the executable of a platform to `output`. `dist/` has the built program. */
export function buildExecutable(output, platform) {
  const folder = mkdtempSync(join(tmpdir(), "swath-executable-"));
  try {
    const loader = readFileSync(join(import.meta.dirname, "loader.js"), "utf8");
    writeFileSync(join(folder, "loader.js"), loader);
    writeFileSync(join(folder, "main.js"), `${loader}loadPart("./start.cjs");\n`);
    const node = join(nodeFolder(`node-${platform}`), "bin", `node${PLATFORMS[platform].suffix}`);
    const parts = readdirSync(DIST).filter((name) => name.endsWith(".cjs"));
    const config = {
      // The executable contains this path: it must not depend on the folder.
      main: "main.js",
      output,
      executable: platform.startsWith("win-") ? copyWithoutSignature(node, folder) : node,
      disableExperimentalSEAWarning: true,
      assets: {
        ...Object.fromEntries(parts.toSorted().map((name) => [name, join(DIST, name)])),
        "loader.js": "loader.js",
      },
    };
    writeFileSync(join(folder, "config.json"), JSON.stringify(config));
    const builder = join(nodeFolder(findBuilder(platform)), "bin", "node");
    execFileSync(builder, ["--build-sea", "config.json"], {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Copies node.exe without its signature and returns the path of the copy. The signature is at the end of the file, where the parts
 * are added: its table would point into them, and Windows would find a damaged signature instead of none.
 */
function copyWithoutSignature(node, folder) {
  const bytes = readFileSync(node);
  const header = bytes.readUInt32LE(0x3c) + 24;
  const [checksum, table] = [header + 64, header + 144];
  const start = bytes.readUInt32LE(table);
  if (start + bytes.readUInt32LE(table + 4) !== bytes.length)
    throw new Error(`${node} has no signature at its end`);
  // Zero means that there is none.
  bytes.fill(0, table, table + 8);
  bytes.fill(0, checksum, checksum + 4);
  const copy = join(folder, "node.exe");
  writeFileSync(copy, bytes.subarray(0, start));
  return copy;
}

/** Builds the program and Node into one executable (Node's single executable applications). */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeFolder, ROOT } from "./facts.mjs";

const DIST = join(ROOT, "dist");

/** Writes the executable to `output`. `dist/` has the built program. */
export function buildExecutable(output) {
  const folder = mkdtempSync(join(tmpdir(), "swath-executable-"));
  try {
    const [loader, main, config] = ["loader.js", "main.js", "config.json"].map((name) => join(folder, name));
    const code = readFileSync(join(import.meta.dirname, "loader.js"), "utf8");
    writeFileSync(loader, code);
    writeFileSync(main, `${code}loadPart("./start.cjs");\n`);
    const parts = readdirSync(DIST).filter((name) => name.endsWith(".cjs"));
    const assets = Object.fromEntries([
      ...parts.toSorted().map((name) => [name, join(DIST, name)]),
      ["loader.js", loader],
    ]);
    writeFileSync(config, JSON.stringify({ main, output, assets, disableExperimentalSEAWarning: true }));
    const node = join(nodeFolder(26), "bin", "node");
    execFileSync(node, ["--build-sea", config], { stdio: ["ignore", "ignore", "inherit"] });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

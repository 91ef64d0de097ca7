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
    const loader = readFileSync(join(import.meta.dirname, "loader.js"), "utf8");
    writeFileSync(join(folder, "loader.js"), loader);
    writeFileSync(join(folder, "main.js"), `${loader}loadPart("./start.cjs");\n`);
    const parts = readdirSync(DIST).filter((name) => name.endsWith(".cjs"));
    const config = {
      // The executable contains this path: it must not depend on the folder.
      main: "main.js",
      output,
      disableExperimentalSEAWarning: true,
      assets: {
        ...Object.fromEntries(parts.toSorted().map((name) => [name, join(DIST, name)])),
        "loader.js": "loader.js",
      },
    };
    writeFileSync(join(folder, "config.json"), JSON.stringify(config));
    const node = join(nodeFolder(26), "bin", "node");
    execFileSync(node, ["--build-sea", "config.json"], {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Builds the program once before the tests when its sources are newer than the build. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");

const newest = (dir: string): number =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((latest, entry) => Math.max(latest, statSync(join(entry.parentPath, entry.name)).mtimeMs), 0);

export default function build(): void {
  const built = join(ROOT, "dist", "start.cjs");
  const config = statSync(join(ROOT, "rolldown.config.mjs")).mtimeMs;
  const sources = Math.max(newest(join(ROOT, "src")), newest(join(ROOT, "build")), config);
  if (existsSync(built) && statSync(built).mtimeMs >= sources) return;
  execFileSync("npm", ["run", "--silent", "build"], { cwd: ROOT, stdio: "pipe" });
}

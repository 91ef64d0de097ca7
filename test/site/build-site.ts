/** Builds the website before its tests. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";

export default function build(): void {
  execFileSync("npm", ["run", "--silent", "docs:site"], {
    cwd: join(import.meta.dirname, "../.."),
    stdio: "inherit",
  });
}

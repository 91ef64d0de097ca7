/**
 * `npm run build` after `npm ci`. npm 10 prepares a checkout for each `npx swath` as well, which would replace the program under
 * another one that runs.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

// npm starts this in the checkout's folder.
if (process.env.npm_command !== "exec" || !existsSync("dist/start.cjs"))
  process.exitCode = spawnSync("npm run build", { shell: true, stdio: "inherit" }).status ?? 1;

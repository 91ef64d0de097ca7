/**
 * Links the checkout's own Node as `node_modules/.bin/node`, where npm has not. npm 10 links it, and then removes the links of the
 * packages for other platforms, which have the same name. Runs on the machine's Node, before everything else of `npm run build`.
 */
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = dirname(fileURLToPath(import.meta.url));
const modules = join(folder, "..", "..", "node_modules");
const { optionalDependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
/** npm installs the one that fits, or none. */
const name = Object.keys(optionalDependencies).find((one) => existsSync(join(modules, one)));
const isWindows = process.platform === "win32";
const link = join(modules, ".bin", isWindows ? "node.cmd" : "node");

if (name !== undefined && !existsSync(link)) {
  rmSync(link, { force: true });
  if (isWindows) writeFileSync(link, `@"%~dp0..\\${name}\\bin\\node.exe" %*\r\n`);
  else symlinkSync(join("..", name, "bin", "node"), link);
}

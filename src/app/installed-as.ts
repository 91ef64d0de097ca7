/**
 * How this program was installed.
 *
 * A package that is not npm's writes a marker: the program is `swath` in the folder `bin` of a prefix, the marker is
 * `share/swath/installed-as.json` of the same prefix, with `{"installedAs":"deb"}`. A deb has the prefix `/usr`, and a wheel that of
 * the Python environment (the wheel's `data` folder). Without a marker the path of the program decides.
 */
import { readFile } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { tryParseJson, toJsonObject } from "../contract/json-object.ts";
import { exists } from "../disk/existing.ts";

export interface RunningProgram {
  /** The single executable, or a file in `dist/` of the package. */
  file: string;
  isSingleExecutable: boolean;
}

const MARKER = join("share", "swath", "installed-as.json");
/** A word of the marker, such as `deb`, `wheel`, `homebrew`. */
const WORD = /^[a-z][a-z\d-]{0,30}$/;

/**
 * Returns the word of the marker; else `binary`, `npx`, `npm-local`, `npm-global` or `checkout`; `folder` for an unpacked package.
 */
export async function detectInstallation({ file, isSingleExecutable }: RunningProgram): Promise<string> {
  const prefix = dirname(dirname(file));
  const marked = await readMarker(join(prefix, MARKER));
  if (marked !== undefined) return marked;
  if (isSingleExecutable) return "binary";
  const at = prefix.indexOf(`${sep}node_modules${sep}`);
  if (at === -1) return (await exists(join(prefix, "src", "start.ts"))) ? "checkout" : "folder";
  if (prefix.includes(`${sep}_npx${sep}`)) return "npx";
  // A global installation belongs to no project.
  return (await exists(`${prefix.slice(0, at)}${sep}package.json`)) ? "npm-local" : "npm-global";
}

/** Returns undefined without a readable marker, because a damaged file must not stop the program. */
async function readMarker(path: string): Promise<string | undefined> {
  const text = await readFile(path, "utf8").catch(() => "");
  const { installedAs: word } = toJsonObject(tryParseJson(text));
  return typeof word === "string" && WORD.test(word) ? word : undefined;
}

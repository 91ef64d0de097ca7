import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { need } from "./need.ts";

const run = promisify(execFile);

/** GDAL as an independent reader (Debian: gdal-bin). */
export type GdalTool =
  | "gdalinfo"
  | "gdallocationinfo"
  | "gdaltransform"
  | "gdal_translate"
  | "ogr2ogr"
  | "ogrinfo";

let version: Promise<string | undefined> | undefined;

/** First line of a test that needs GDAL: skips without it, and fails there when CI is set. */
export async function needGdal(context: Parameters<typeof need>[2]): Promise<void> {
  version ??= run("gdalinfo", ["--version"]).then(
    ({ stdout }) => stdout,
    () => undefined,
  );
  need((await version) !== undefined, "GDAL is not installed (Debian: gdal-bin)", context);
}

/** Returns the output of the tool. Any text on stderr, a warning included, fails. */
export const gdal = (tool: GdalTool, ...args: string[]): Promise<string> => gdalOn("", tool, ...args);

/** The same for a tool that reads lines. */
export const gdalOn = (input: string, tool: GdalTool, ...args: string[]): Promise<string> =>
  runGdal({ input }, tool, args);

/** The same in a folder: this GDAL opens relative names from there. */
export const gdalIn = (cwd: string, tool: GdalTool, ...args: string[]): Promise<string> =>
  runGdal({ cwd }, tool, args);

async function runGdal(
  { input = "", cwd }: { input?: string; cwd?: string },
  tool: GdalTool,
  args: string[],
): Promise<string> {
  const running = run(tool, args, {
    ...(cwd !== undefined && { cwd }),
    // No .aux.xml beside the file, and no listing of its folder.
    env: { ...process.env, GDAL_PAM_ENABLED: "NO", GDAL_DISABLE_READDIR_ON_OPEN: "EMPTY_DIR" },
    maxBuffer: 64 * 1024 * 1024,
  });
  // Most read no input, and may have ended before their stdin is closed.
  running.child.stdin?.on("error", () => {}).end(input);
  const { stdout, stderr } = await running;
  if (stderr !== "") throw new Error(`${tool} ${args.join(" ")}: ${stderr}`);
  return stdout;
}

/** The completion script of a shell, in the file where the shell looks for it. */
import { lstat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join } from "node:path";
import { onDisk } from "../disk/disk-error.ts";
import { replaceDurably } from "../disk/durable-files.ts";
import { readExisting } from "../disk/existing.ts";
import { removeFile } from "../disk/held-file.ts";
import { makeFolder } from "../disk/make-folder.ts";
import { AppError } from "../errors.ts";
import type { AppContext } from "./context.ts";

/** The shells that load a completion script from a folder by its name. */
export type ShellWithFolder = "bash" | "zsh" | "fish";

export interface ScriptReport {
  shell: ShellWithFolder | "powershell";
  path: string;
  change: "installed" | "updated" | "removed" | "none";
  /** The line that is missing in `~/.zshrc`; null when nothing is missing. */
  add: string | null;
}

/** Writes the script; a second run changes nothing. Errors: FILE_EXISTS for a file of others, DISK_WRITE_FAILED. */
export async function installScript(
  context: AppContext,
  shell: ShellWithFolder,
  text: string,
): Promise<ScriptReport> {
  const path = chooseScriptPath(context, shell);
  const before = await readOwnScript(path);
  const change = before === undefined ? "installed" : before === text ? "none" : "updated";
  if (change !== "none" && !noteIfDryRun(context))
    await onDisk(path, async () => {
      await makeFolder(dirname(path));
      await replaceDurably(dirname(path), basename(path), text, context.machine.uuid());
    });
  return { shell, path, change, add: shell === "zsh" ? await findMissingLine(context, dirname(path)) : null };
}

/** Removes the script. Errors: FILE_EXISTS for a file of others, DISK_WRITE_FAILED. */
export async function removeScript(context: AppContext, shell: ShellWithFolder): Promise<ScriptReport> {
  const path = chooseScriptPath(context, shell);
  const change = (await readOwnScript(path)) === undefined ? "none" : "removed";
  if (change === "removed" && !noteIfDryRun(context)) await onDisk(path, () => removeFile(path));
  return { shell, path, change, add: null };
}

/** Reports whether this is a dry run, with a note. */
export function noteIfDryRun({ service, events }: AppContext): boolean {
  if (service.isDryRun) events.note("Dry run: nothing was changed");
  return service.isDryRun;
}

function chooseScriptPath(context: AppContext, shell: ShellWithFolder): string {
  const { env, homeFolder } = context;
  const base = (variable: string, ...fallback: readonly string[]): string => {
    const value = env[variable];
    return value !== undefined && isAbsolute(value) ? value : join(homeFolder, ...fallback);
  };
  const path = {
    bash: () => {
      // A list of folders since bash-completion 2.12; the first one is tried first.
      const [own = ""] = (env["BASH_COMPLETION_USER_DIR"] ?? "").split(":");
      const folder = isAbsolute(own)
        ? own
        : join(base("XDG_DATA_HOME", ".local", "share"), "bash-completion");
      return join(folder, "completions", "swath");
    },
    zsh: () => join(chooseZshFolder(env["FPATH"], base("ZDOTDIR"), homeFolder), "_swath"),
    fish: () => join(base("XDG_CONFIG_HOME", ".config"), "fish", "completions", "swath.fish"),
  }[shell]();
  if (isAbsolute(path)) return path;
  throw new AppError(
    "usage",
    "CONFIG_INVALID",
    `HOME is not an absolute path: the ${shell} script needs a folder`,
  );
}

/** Returns the first folder of an exported FPATH that is below the home folder, else `.zfunc`. */
function chooseZshFolder(searched: string | undefined, settings: string, home: string): string {
  const own = (searched ?? "").split(":").find((folder) => home !== "" && folder.startsWith(join(home, "/")));
  return own ?? join(settings, ".zfunc");
}

/** Returns the line for `.zshrc`, unless zsh searches the folder already. */
async function findMissingLine({ env, homeFolder }: AppContext, folder: string): Promise<string | null> {
  if ((env["FPATH"] ?? "").split(":").includes(folder)) return null;
  const settings = await readExisting(join(dirname(folder), ".zshrc"));
  if (settings?.includes(basename(folder)) === true && settings.includes("fpath")) return null;
  const shown = folder === join(homeFolder, ".zfunc") ? "~/.zfunc" : folder;
  return `fpath=(${shown} $fpath); autoload -Uz compinit && compinit`;
}

/** The first lines of every script of ours. */
const OWN = /^(?:#compdef swath\n)?# (?:bash|zsh|fish) completion for swath\b/;

/** Returns our script; undefined without a file. Errors: FILE_EXISTS for a file of others, also a link. */
async function readOwnScript(path: string): Promise<string | undefined> {
  const text = await readExisting(path);
  if (text === undefined) return undefined;
  if (OWN.test(text) && (await lstat(path)).isFile()) return text;
  throw new AppError("local", "FILE_EXISTS", `${path} exists, and swath did not make it`, {
    next: "Move it to another folder",
  });
}

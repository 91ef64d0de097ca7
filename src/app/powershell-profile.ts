/** The line in a PowerShell profile that loads the completion script. */
import { readFile, realpath } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { onDisk, readErrno } from "../disk/disk-error.ts";
import { replaceDurably } from "../disk/durable-files.ts";
import { makeFolder } from "../disk/make-folder.ts";
import { AppError } from "../errors.ts";
import { advice, hintText, swath } from "../hint.ts";
import { noteIfDryRun, type ScriptReport } from "./completion-script.ts";
import type { AppContext } from "./context.ts";

const PRINT_SCRIPT = swath`completion powershell`;
const LOAD = "| Out-String | Invoke-Expression";

export const PROFILE_LINE = `${hintText(PRINT_SCRIPT)} ${LOAD}`;

/** Runs a program; returns its output, or undefined if it did not start or failed. */
export type AskProgram = (program: string, args: readonly string[]) => Promise<string | undefined>;

/**
 * Prints the path of the profile, and whether PowerShell runs scripts. The path is in base64, because Windows PowerShell writes to a
 * pipe in a code page that depends on the machine. Neither command has a double quote: the versions pass it on differently.
 */
const QUESTION = "[Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes($PROFILE)); Get-ExecutionPolicy";

interface Profile {
  path: string;
  policy: string;
}

/**
 * Adds the line to the profile of the current user; a second run changes nothing. Only PowerShell knows the path of the profile, since
 * OneDrive and companies move the folder of documents. Errors: CONFIG_INVALID without an answer of PowerShell, or if it runs no
 * scripts; DISK_WRITE_FAILED.
 */
export async function installInProfile(context: AppContext, ask: AskProgram): Promise<ScriptReport> {
  const { path, policy } = await findProfile(context, ask);
  // With these policies PowerShell would report an error for the profile at each start.
  if (/^(?:Restricted|AllSigned)$/.test(policy))
    throw new AppError(
      "usage",
      "CONFIG_INVALID",
      `PowerShell runs no profile: its execution policy is ${policy}`,
      {
        next: "In PowerShell, type: Set-ExecutionPolicy -Scope CurrentUser RemoteSigned",
      },
    );
  const profile = await readProfileText(path);
  if (LOADS_SCRIPT.test(profile.text)) return { shell: "powershell", path, change: "none", add: null };
  const { text } = profile;
  const end = text.includes("\r\n") || (text === "" && /^[A-Za-z]:/.test(path)) ? "\r\n" : "\n";
  const gap = text === "" || text.endsWith("\n") ? "" : end;
  await writeProfile(context, path, profile, `${text}${gap}${PROFILE_LINE}${end}`);
  return { shell: "powershell", path, change: "installed", add: null };
}

/** Removes the line that `installInProfile` wrote. Errors: as there; FILE_EXISTS for another line that loads the script. */
export async function removeFromProfile(context: AppContext, ask: AskProgram): Promise<ScriptReport> {
  const { path } = await findProfile(context, ask);
  const profile = await readProfileText(path);
  const rest = profile.text.replaceAll(OWN_LINE, "");
  const other = LOADS_SCRIPT.exec(rest)?.[0].trim();
  if (other !== undefined)
    throw new AppError("local", "FILE_EXISTS", `${path} has a line that swath did not write: ${other}`, {
      next: "Remove the line in an editor",
    });
  const change = rest === profile.text ? "none" : "removed";
  if (change === "removed") await writeProfile(context, path, profile, rest);
  return { shell: "powershell", path, change, add: null };
}

/** The line, also behind the byte order mark of a file of one line. */
const OWN_LINE = new RegExp(
  `(?<=^(?:\\ufeff|\\xef\\xbb\\xbf)?)${PROFILE_LINE.replaceAll("|", "\\|")}[ \\t]*(?:\\r?\\n|$)`,
  "gm",
);
/** A line that loads the script, also one that a person wrote in another way. */
const LOADS_SCRIPT = /^[^#\r\n]*\bswath\b[^#\r\n]*\bcompletion\s+powershell\b[^\r\n]*/m;

/** Asks the PowerShell of this session first: version 7 and Windows PowerShell have different profiles. */
async function findProfile({ env }: AppContext, ask: AskProgram): Promise<Profile> {
  const [first = ""] = (env["PSModulePath"] ?? "").split(";");
  const programs = first.includes("WindowsPowerShell") ? ["powershell", "pwsh"] : ["pwsh", "powershell"];
  for (const program of programs) {
    const output = await ask(program, ["-NoProfile", "-NonInteractive", "-Command", QUESTION]);
    const [, encoded = "", policy = ""] = /^([\w+/]+=*)\r?\n(\w+)\s*$/m.exec(output ?? "") ?? [];
    const path = Buffer.from(encoded, "base64").toString("utf8");
    if (path.endsWith(".ps1")) return { path, policy };
  }
  throw makeProfileError("no PowerShell reported the path of its profile");
}

const makeProfileError = (message: string): AppError =>
  new AppError("usage", "CONFIG_INVALID", message, {
    next: advice`Add this line to the file $PROFILE in PowerShell: ${PRINT_SCRIPT} ${LOAD}`,
  });

interface ProfileText {
  text: string;
  /** Decodes and encodes any bytes without a loss: the line is ASCII, and the rest stays as it is. */
  encoding: "utf16le" | "latin1";
}

async function readProfileText(path: string): Promise<ProfileText> {
  const bytes = await onDisk(path, () => readFile(path).catch(ignoreMissing));
  const encoding = bytes?.[0] === 0xff && bytes[1] === 0xfe && bytes.length % 2 === 0 ? "utf16le" : "latin1";
  // ASCII would damage UTF-16 of the other byte order, or without a mark.
  if (encoding === "latin1" && bytes?.includes(0) === true)
    throw makeProfileError(`the profile ${path} is not in UTF-8 or UTF-16 with the mark ff fe`);
  return { text: bytes?.toString(encoding) ?? "", encoding };
}

function ignoreMissing(error: unknown): undefined {
  if (readErrno(error) !== "ENOENT") throw error;
}

/** Writes the file behind a link, as people keep profiles in a folder of their own. */
async function writeProfile(
  context: AppContext,
  path: string,
  { encoding }: ProfileText,
  text: string,
): Promise<void> {
  if (noteIfDryRun(context)) return;
  await onDisk(path, async () => {
    await makeFolder(dirname(path));
    const file = (await realpath(path).catch(ignoreMissing)) ?? path;
    await replaceDurably(dirname(file), basename(file), Buffer.from(text, encoding), context.machine.uuid());
  });
}

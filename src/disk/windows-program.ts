/** How a program is started on Windows: found with its extension, and a batch file through cmd.exe. */
import { lstatSync } from "node:fs";
import { win32 } from "node:path";

/** The file to start and its arguments. `isVerbatim`: the arguments are already quoted. */
export interface WindowsStart {
  readonly file: string;
  readonly args: readonly string[];
  readonly isVerbatim: boolean;
}

type Env = Readonly<Record<string, string | undefined>>;

interface Where {
  readonly cwd: string;
  readonly env: Env;
  readonly isFile?: (path: string) => boolean;
}

/**
 * Returns how to start a program, or the reason against it. A name without a folder is searched for in the folders of PATH
 * only. The current folder, in which Windows looks first, may contain downloaded files.
 */
export function toWindowsStart(
  program: string,
  args: readonly string[],
  { cwd, env, isFile = isExistingFile }: Where,
): WindowsStart | { notStarted: string } {
  const [quoteLike] = QUOTE_LIKE.exec(args.join(" ")) ?? [];
  if (quoteLike !== undefined)
    return { notStarted: `a program without Unicode would read ${quoteLike} as a double quote` };
  const isBare = !/[\\/:]/u.test(program);
  const folders = isBare ? listPathFolders(env) : [cwd];
  const names = listNames(program, env);
  const paths = folders.flatMap((folder) => names.map((name) => win32.resolve(folder, name)));
  const file = paths.find((path) => isFile(path));
  if (file !== undefined)
    return isBatch(file) ? toBatchStart(file, args, env) : { file, args, isVerbatim: false };
  if (isBare && names.some((name) => isFile(win32.resolve(cwd, name))))
    return { notStarted: `no folder of PATH has it; for the one in this folder write .\\${program}` };
  const isOther = folders.some((folder) => isFile(win32.resolve(folder, program)));
  if (isOther) return { notStarted: "Windows cannot start it; begin with its interpreter, such as python" };
  return {
    notStarted: isBare ? "no folder of PATH has it" : "no such file; a path with blanks needs double quotes",
  };
}

/**
 * Characters that Windows turns into a double quote in the command line of a program without Unicode ("best fit"). In a file
 * name that a service chose, it would end the argument.
 */
const QUOTE_LIKE = /\u02ba|\u030e|\uff02/u;

/** Extensions of files that can be started. PATHEXT contains others, which only a shell opens. */
const STARTED = [".com", ".exe", ".bat", ".cmd"];

const findExtension = (path: string): string => win32.extname(path).toLowerCase();
const isBatch = (path: string): boolean => [".bat", ".cmd"].includes(findExtension(path));

/** Returns the names of files that a program's name may mean. */
function listNames(program: string, env: Env): string[] {
  const listed = (readVariable(env, "PATHEXT") ?? "").toLowerCase().split(";");
  const known = listed.filter((extension) => STARTED.includes(extension));
  const extensions = known.length === 0 ? STARTED : known;
  return [
    ...(STARTED.includes(findExtension(program)) ? [program] : []),
    ...extensions.map((extension) => program + extension),
  ];
}

/** Returns the absolute folders of PATH: a relative one is below the current folder. */
function listPathFolders(env: Env): string[] {
  const folders = (readVariable(env, "PATH") ?? "").split(";").map((folder) => folder.replaceAll('"', ""));
  return folders.filter((folder) => /^(?:[a-z]:[\\/]|\\\\)/iu.test(folder));
}

/** Names of variables have no case on Windows, but properties of an object do. */
const readVariable = (env: Env, name: string): string | undefined =>
  Object.entries(env).find(([key]) => key.toUpperCase() === name)?.[1];

/** Reports whether a file exists. An alias of an app from the Windows store is one, although `stat` fails for it. */
function isExistingFile(path: string): boolean {
  try {
    return !lstatSync(path).isDirectory();
  } catch {
    return false;
  }
}

/**
 * Characters that cmd.exe or the batch file may interpret even within double quotes: `%` starts a variable, `!` does so after
 * `setlocal enabledelayedexpansion`, `call` doubles `^`, a quote ends the text, and a control character may end the line.
 */
const UNSAFE_IN_BATCH = /["%!^\p{Cc}]/u;

/** Maximum length of a command line of cmd.exe, which cuts a longer one. */
const MAX_BATCH_LINE = 8191;

/** Returns a start through cmd.exe. An argument may be a file name that a service chose, so an unsafe one is refused. */
function toBatchStart(
  file: string,
  args: readonly string[],
  env: Env,
): WindowsStart | { notStarted: string } {
  const [unsafe] = UNSAFE_IN_BATCH.exec([file, ...args].join(" ")) ?? [];
  if (unsafe !== undefined)
    return {
      notStarted: `cmd.exe cannot safely pass ${JSON.stringify(unsafe)} to a ${findExtension(file)} file`,
    };
  const line = [`"${file}"`, ...args.map(quoteForBatch)].join(" ");
  // Without the registry's AutoRun, without delayed expansion, and only the outer quotes are removed.
  const shellArgs = ["/d", "/e:on", "/v:off", "/s", "/c", `"${line}"`];
  if (shellArgs.join(" ").length > MAX_BATCH_LINE)
    return { notStarted: `its command line is longer than the ${MAX_BATCH_LINE} characters of cmd.exe` };
  const windows = readVariable(env, "SYSTEMROOT") ?? "C:\\Windows";
  return { file: win32.join(windows, "System32", "cmd.exe"), args: shellArgs, isVerbatim: true };
}

/** Returns the argument with quotes where needed. A backslash at its end would escape the quote in a program of the batch file. */
const quoteForBatch = (text: string): string =>
  /^[\w.:\\/+-]+$/u.test(text) ? text : `"${text.replace(/\\+$/u, "$&$&")}"`;

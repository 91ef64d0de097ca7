/**
 * The next step after an error or a result, as a value that is made where it is needed: a sentence, a command, or a
 * sentence with commands in it. The command line writes it, complete for its run and quoted for the current shell; a
 * library and an assistant have no use for it.
 * @example
 * throw new AppError("usage", "AUTH_MISSING", "no API key is configured", {
 *   next: advice`Log in: ${swath`auth login`}`,
 * });
 */

/** One word of a command. The reader replaces a blank, such as <file>, which is never quoted. */
export interface CommandWord {
  readonly text: string;
  readonly isBlank?: boolean;
}

/** A command of `swath`, without its name; with `isFlags` only flags with their values, or the command of another program. */
export interface Command {
  readonly words: readonly CommandWord[];
  readonly isFlags?: boolean;
  /** The words in shells that have others for it. */
  readonly inShell?: Partial<Readonly<Record<Shell, readonly CommandWord[]>>>;
}

/** Sentences with commands in them. */
export interface Advice {
  readonly parts: readonly (string | Command)[];
}

export type Hint = string | Command | Advice;

export const isCommand = (hint: Hint): hint is Command => typeof hint === "object" && "words" in hint;

/** Writes a command with the flags of the run, quoted for its shell. */
export type WriteCommand = (command: Command) => string;

/** Returns the hint as text, with its commands written by the front end; without one, for a POSIX shell. */
export function hintText(hint: Hint, write: WriteCommand = writePlainly): string {
  if (typeof hint === "string") return hint;
  const parts = isCommand(hint) ? [hint] : hint.parts;
  return parts.map((part) => (typeof part === "string" ? part : write(part))).join("");
}

const writePlainly: WriteCommand = ({ words, isFlags }) =>
  `${isFlags === true ? "" : "swath "}${commandLine(words)}`;

type Value = string | number | CommandWord | Command | readonly string[] | undefined;

/**
 * Returns a command to type next. Text of the template is trusted; each value is one word, and a list or flags are several.
 * @example swath`order download ${orderId} --out-dir ${folder}`
 */
export function swath(texts: TemplateStringsArray, ...values: readonly Value[]): Command {
  const words: CommandWord[] = [];
  for (const [index, part] of texts.entries()) {
    for (const text of part.split(/\s+/).filter(Boolean))
      words.push({ text, isBlank: /<.*>|\.\.\./.test(text) });
    const value = values[index];
    if (typeof value === "string" || typeof value === "number")
      words.push(toArgument(`${value}`, words.at(-1)));
    else if (Array.isArray(value)) words.push(...value.map((text: string) => ({ text })));
    else if (value !== undefined) words.push(...("words" in value ? value.words : [value as CommandWord]));
  }
  return { words };
}

/**
 * Returns an argument as a word. The reader must fill in one that begins with a dash: it would be read as a
 * flag.
 */
const toArgument = (text: string, before: CommandWord | undefined): CommandWord =>
  /^-(?!\d)/.test(text) && before?.text.startsWith("--") !== true ? UNWRITABLE : { text };

/** Returns a word that the reader fills in: its name in angle brackets. */
export const blank = (name: string): CommandWord => ({ text: `<${name}>`, isBlank: true });

/** Returns the flag of an option: `--max-cost` for `maxCost`. */
export const flagName = (option: string): string =>
  `--${option.replaceAll(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`;

/** For work that a later run of the same command continues. */
export const RERUN = "Run the same command again: it continues";

/** Returns the hint for flags that exclude each other. */
export const keepOne = (...flags: readonly string[]): string => `Keep only one of ${flags.join(", ")}`;

/** Returns flags with their values, quoted for the current shell. */
export const typed = (...words: readonly string[]): Command => ({
  words: words.map((text) => ({ text })),
  isFlags: true,
});

/** The commands of each system. PowerShell also runs on Linux, so its own commands are used. Git Bash takes `/F` for a path. */
const SYSTEM_COMMANDS = {
  endProcess: {
    posix: ["kill", "-9"],
    powershell: ["Stop-Process", "-Force", "-Id"],
    cmd: ["taskkill", "/F", "/PID"],
    "git-bash": ["taskkill", "//F", "//PID"],
  },
  removeFile: { posix: ["rm"], powershell: ["Remove-Item"], cmd: ["del"] },
  setMode: { posix: ["chmod"] },
} satisfies Record<string, Partial<Record<Shell, readonly string[]>>>;

/**
 * Returns a command of the system, in the words of the current shell.
 * @example systemCommand("endProcess", pid)
 */
export function systemCommand(
  name: keyof typeof SYSTEM_COMMANDS,
  ...values: readonly (string | number)[]
): Command {
  const write = (words: readonly string[]): CommandWord[] =>
    [...words, ...values].map((text) => ({ text: `${text}` }));
  const { posix, ...others } = SYSTEM_COMMANDS[name];
  const inShell = Object.fromEntries(Object.entries(others).map(([shell, words]) => [shell, write(words)]));
  return { words: write(posix), isFlags: true, inShell };
}

/** A folder below the home folder, in the quotes in which the shell replaces a variable. */
export const HOME_EXAMPLE: Command = {
  words: [{ text: '"$HOME/imagery"', isBlank: true }],
  isFlags: true,
  inShell: { cmd: [{ text: '"%USERPROFILE%\\imagery"', isBlank: true }] },
};

/** Returns a hint with commands in it: advice`Log in first: ${swath`auth login`}`. */
export function advice(texts: TemplateStringsArray, ...values: readonly (Hint | number)[]): Advice {
  const parts = texts.flatMap((text, index): (string | Command)[] => {
    const value = values[index] ?? "";
    if (typeof value !== "object") return [text, String(value)];
    return "parts" in value ? [text, ...value.parts] : [text, value];
  });
  return { parts: parts.filter((part) => part !== "") };
}

export type Shell = "posix" | "fish" | "powershell" | "cmd" | "git-bash";

/** Replaces a value that must not be written into a command. */
export const UNWRITABLE: CommandWord = { text: "<...>", isBlank: true };

/** Returns words as a line that can be pasted into a shell. */
export function commandLine(words: readonly CommandWord[], shell: Shell = "posix"): string {
  return words.map((word) => (word.isBlank === true ? word.text : quoteWord(word.text, shell))).join(" ");
}

// Controls, bidi and other format characters, line separators, invisible characters, blanks that look like the one between
// words, and runs of blanks that hide where a word ends. The variation selector of a coloured emoji is harmless.
const UNSAFE = /[\p{C}\p{Zl}\p{Zp}]|(?<!\p{ExtPict})\ufe0f|(?!\ufe0f)\p{DI}|(?! )\p{Zs}| {3}/u;

/** Returns false for a word that would move a cursor, reverse a reading order, hide text or end the line. */
export const isWritable = (text: string): boolean => !UNSAFE.test(text);

/** Returns the word, quoted if this shell would interpret it; `<...>` if quotes do not help. */
function quoteWord(text: string, shell: Shell): string {
  if (!isWritable(text)) return UNWRITABLE.text;
  return QUOTED[shell](text) ?? UNWRITABLE.text;
}

// zsh reads `=name` at the beginning of a word as the path of a program, and may read ~ anywhere as a pattern.
const quoteForPosix = (text: string): string =>
  /^(?!=)[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

const QUOTED: Readonly<Record<Shell, (text: string) => string | undefined>> = {
  posix: quoteForPosix,
  "git-bash": quoteForPosix,
  fish: (text) => (/^(?![%=])[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replace(/['\\]/g, "\\$&")}'`),
  // A comma creates a list, 5d is the number 5, a word such as -9.1 is split at its dot, and every typographic apostrophe ends a string.
  // Double quotes in a word, and a backslash at its end, reach a program differently in each version.
  powershell: (text) => {
    if (/^(?!-.*[.:]|\d[\d.]*[dn]$)[\w+=:./\\-]+$/i.test(text)) return text;
    return /"|\\$/.test(text) ? undefined : `'${text.replace(/['\u2018-\u201b]/g, "$&$&")}'`;
  },
  // A percent sign cannot be prevented from starting a variable.
  cmd: (text) => {
    if (/^[\w+:./\\-]+$/.test(text)) return text;
    return /["%!]|\\$/.test(text) ? undefined : `"${text}"`;
  },
};

/** The program's name as typed, with which a command begins. */
export type ProgramName = "swath" | "npx swath";

/**
 * Returns the program's name: programs started by npm for `npx` and `npm exec` are mostly not on the path, so the
 * next command needs npm as well.
 */
export const programName = (env: Readonly<Record<string, string | undefined>>): ProgramName =>
  env["npm_command"] === "exec" ? "npx swath" : "swath";

/** Returns the shell in which a command is probably typed. */
export function findShell(env: Readonly<Record<string, string | undefined>>, platform: string): Shell {
  const { SHELL = "", PSModulePath = "" } = env;
  if (platform !== "win32")
    return PSModulePath !== "" ? "powershell" : SHELL.endsWith("fish") ? "fish" : "posix";
  if (SHELL !== "") return "git-bash";
  // Windows lists two folders of modules; PowerShell puts the user's own before them.
  return PSModulePath.split(";").length > 2 ? "powershell" : "cmd";
}

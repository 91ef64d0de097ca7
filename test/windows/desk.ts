/** A desk with Windows: the built program, run by Windows' own Node in Wine, with a home folder and a current folder. */
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, watch } from "node:fs";
import { request } from "node:http";
import { dirname, join } from "node:path";
import { startTerminal, type Terminal } from "../e2e/terminal.ts";
import { makeEnv } from "./wine.ts";

const FOLDER = process.env["SWATH_TEST_WINDOWS"] ?? "";
export const DRIVE = join(FOLDER, "prefix", "drive_c");

/** Returns the path that Windows has for a file of its drive. */
export const windowsPath = (path: string): string => `C:${path.slice(DRIVE.length).replaceAll("/", "\\")}`;

export interface Ended {
  /** Exit code, or null if the program could not be started. */
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Running {
  ended: Promise<Ended>;
  /** Ends the program as the task manager does. */
  kill: () => Promise<void>;
}

export interface RunOptions {
  env?: Readonly<Record<string, string>>;
  input?: string | Uint8Array;
}

export interface Desk {
  /** The current folder, as Linux sees it. */
  folder: string;
  start(words: readonly string[], options?: RunOptions): Promise<Running>;
  run(words: readonly string[], options?: RunOptions): Promise<Ended>;
  /** Runs the program at a console. */
  atConsole(words: readonly string[]): Terminal;
  /** Starts another program. */
  startProgram(program: string, words: readonly string[]): Promise<Running>;
  /** Works while another program holds each file of this folder for a time (hold.c). Returns their names. */
  whileHeld(folder: string, heldMs: number, work: () => Promise<void>): Promise<string[]>;
}

/** The name of a person with a blank and a letter outside ASCII, as many home folders have. */
const PERSON = "Ana Müller ";

export function newDesk(node: "22" | "24" = "22", env: Readonly<Record<string, string>> = {}): Desk {
  const home = mkdtempSync(join(DRIVE, "users", PERSON));
  const folder = join(home, "My work");
  mkdirSync(folder);
  const variables = { ...homeVariables(windowsPath(home)), ...env };
  const begin = async (
    program: string,
    words: readonly string[],
    options: RunOptions = {},
  ): Promise<Running> => {
    const { id } = (await ask("start", {
      program,
      words,
      folder: windowsPath(folder),
      env: { ...variables, ...options.env },
      input: Buffer.from(options.input ?? "").toString("base64"),
    })) as { id: number };
    const decode = (text: string): string => Buffer.from(text, "base64").toString();
    const ended = (ask("end", { id }) as Promise<Ended>).then(({ code, stdout, stderr }) => ({
      code,
      stdout: decode(stdout),
      stderr: decode(stderr),
    }));
    return { ended, kill: async () => void (await ask("kill", { id })) };
  };
  const command = [`C:\\node${node}\\node.exe`, PROGRAM];
  const start: Desk["start"] = (words, options) => begin(command[0]!, [command[1]!, ...words], options);
  return {
    folder,
    start,
    startProgram: begin,
    whileHeld: async (held, heldMs, work) => {
      const flag = join(folder, "hold.flag");
      const words = [windowsPath(held), String(heldMs), windowsPath(flag)];
      const { ended } = await begin(String.raw`C:\hold.exe`, words);
      await untilThere(flag);
      try {
        await work();
      } finally {
        rmSync(flag);
      }
      return (await ended).stdout.split(/\r?\n/u).filter((name) => name !== "");
    },
    atConsole: (words) => {
      const quoted = ["wine", ...command, ...words].map((word) => `'${word}'`).join(" ");
      return startTerminal(`stty cols 200; exec ${quoted}`, {
        cwd: folder,
        env: { ...makeEnv(FOLDER), ...prefixed(variables) },
      });
    },
    run: async (words, options) => (await start(words, options)).ended,
  };
}

const PROGRAM = String.raw`C:\swath\bin\swath.js`;

/** Resolves when the file exists, in a folder that exists. */
export async function untilThere(file: string): Promise<void> {
  const watcher = watch(dirname(file));
  try {
    while (!existsSync(file)) await once(watcher, "change");
  } finally {
    watcher.close();
  }
}

/** Returns the states of the records in the journal, the newest first. */
export async function readJournal(desk: Desk): Promise<string[]> {
  const { stdout } = await desk.run(["journal", "list", "--json"]);
  return (JSON.parse(stdout) as { state: string }[]).map(({ state }) => state);
}

/** Returns the variables as preload.cjs expects them. */
const prefixed = (variables: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(variables).map(([name, value]) => [`DESK_${name}`, value]));

/** Returns the variables that Windows sets for a person. */
export const homeVariables = (home: string): Record<string, string> => ({
  USERPROFILE: home,
  HOMEDRIVE: "C:",
  HOMEPATH: home.slice(2),
  APPDATA: String.raw`${home}\AppData\Roaming`,
  LOCALAPPDATA: String.raw`${home}\AppData\Local`,
});

/** Asks the agent in Wine. */
function ask(action: string, body: unknown): Promise<unknown> {
  const port = readFileSync(join(DRIVE, "agent.port"), "utf8");
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const asked = request({ host: "127.0.0.1", port, path: `/${action}`, method: "POST" }, (response) => {
    let text = "";
    response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    response.once("end", () => resolve(JSON.parse(text)));
  });
  asked.once("error", reject);
  asked.end(JSON.stringify(body));
  return promise;
}

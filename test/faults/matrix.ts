/** Runs the program once per row of a table, several at a time, with the conditions for all of them. */
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pLimit from "p-limit";
import { afterAll, expect } from "vitest";
import { startSwath, swath, type Ended, type Running } from "../e2e/swath.ts";
import { newFolder } from "../new-folder.ts";
import { PROVES_ALL } from "../sampled.ts";
import { hostileServer, type Asked, type HostileOptions, type Misbehave } from "./hostile-server.ts";
import { json, say } from "./reply.ts";
import { runHere } from "./run-here.ts";

/** Planted in every run: it must be in no output and in no file. */
export const KEY = "pl4nted-key-93aF7";

export interface Case {
  serve: Misbehave;
  args: readonly string[];
  server?: HostileOptions;
  /** Beside the base URL and the key; a function gets the server's URL. */
  env?: Record<string, string> | ((url: string) => Record<string, string>);
  input?: string;
  /** Called when the process has been started. */
  meddle?: (run: Running, home: string) => void | Promise<void>;
  /** Called before it is started. */
  prepare?: (home: string) => void | Promise<void>;
  /** Typed afterwards on the same machine, against the same server. */
  again?: readonly string[];
  /** The records become two minutes older before `again`, when the service is no longer at work on a request. */
  isLater?: true;
}

export interface JournalRecord {
  state: string;
  kind: string;
  status?: number;
  resultId?: string;
}

export interface Seen extends Ended {
  asked: Asked[];
  /** Since its first connection, or since its start if it opened none. */
  elapsedMs: number;
  /** The time limit in seconds, of rows that wait for it. */
  limitS?: number;
  journal: JournalRecord[];
  home: string;
  /** The result of `again`; its requests are those from here on. */
  again?: Ended & { asked: Asked[]; journal: JournalRecord[] };
}

/** Two cores run more than two processes well: each sometimes waits for a disk or a reply. */
const AT_ONCE = 4;
/** A run that waits for its time limit, or pauses between retries, uses no core meanwhile. */
const WAITING_AT_ONCE = 32;
/** The time limit of rows that need none: a row that ends has not waited for it, on a machine of any speed. */
const NO_TIME_LIMIT = "1h";
/** Only a hanging run takes this long. A run that never ends meets the time limit of its test. */
const HANG_MS = 240_000;
/**
 * One row in so many is a process of the built program, and so is each row that meddles with it or sets Node's variables. The
 * others run the same code here (see run-here.ts). `npm run test:all` starts a process for each row.
 */
const ROWS_PER_PROCESS = PROVES_ALL ? 1 : 24;
const folders: string[] = [];

/** Compiled code is kept from one run to the next: a separate home would make each run twice as long. */
let cache: Promise<string> | undefined;

export async function homeFolder(): Promise<string> {
  const home = await newFolder();
  folders.push(home);
  return home;
}

/**
 * The time limit, in seconds, of rows that wait for it: three times the current length of a complete run, so that the requests
 * before the wait are answered in time on a slow or busy machine; at most the default limit.
 */
async function timeLimitNow(): Promise<number> {
  const startedMs = performance.now();
  await runCase({ args: ["task", "get", "t-1"], serve: say(json({ taskingrequestId: "t-1" })) });
  const tookS = (performance.now() - startedMs) / 1000;
  return Math.min(60, Math.max(10, Math.ceil(3 * tookS)));
}

/**
 * Starts all rows, a few at a time; a test then waits for its own. Waiting rows run beside the others: for a time limit of
 * seconds (true), which only they have, or "for pauses".
 */
export function runAll<R extends { title: string }>(
  rows: readonly R[],
  caseOf: (row: R) => Case,
  waits: (row: R) => boolean | "for pauses" = () => false,
) {
  const [working, waiting] = [pLimit(AT_ONCE), pLimit(WAITING_AT_ONCE)];
  let timeLimit: Promise<number> | undefined;
  const runLimited = async (given: Case, isProcess: boolean): Promise<Seen> => {
    const limitS = await (timeLimit ??= timeLimitNow());
    const limited = { ...given, args: [...given.args, "--timeout", `${limitS}s`] };
    return { ...(await runCase(limited, isProcess)), limitS };
  };
  const start = async (row: R, index: number): Promise<Seen> => {
    const given = caseOf(row);
    const how = waits(row);
    const isProcess = index % ROWS_PER_PROCESS === 0;
    if (how === true) return waiting(() => runLimited(given, isProcess));
    return (how === "for pauses" ? waiting : working)(() => runCase(given, isProcess));
  };
  afterAll(async () => {
    await Promise.all(
      folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true, maxRetries: 10 })),
    );
  });
  const seen = new Map<string, Promise<Seen>>();
  return (row: R): Promise<Seen> => {
    if (seen.size === 0) {
      for (const [index, each] of rows.entries()) {
        const outcome = start(each, index);
        outcome.catch(() => {});
        seen.set(each.title, outcome);
      }
      if (seen.size !== rows.length) throw new Error("two rows have one title");
    }
    return seen.get(row.title)!;
  };
}

async function runCase(
  { serve, args, server: how, env, input, meddle, prepare, again: wordsAgain, isLater }: Case,
  isProcess = true,
): Promise<Seen> {
  const home = await homeFolder();
  await using server = await hostileServer(serve, how);
  const cacheDir = await (cache ??= homeFolder());
  await prepare?.(home);
  const startedMs = performance.now();
  const plain = {
    SWATH_BASE_URL: server.url,
    SWATH_API_KEY: KEY,
    SWATH_TIMEOUT: NO_TIME_LIMIT,
    XDG_CACHE_HOME: cacheDir,
  };
  const options = {
    home,
    env: { ...plain, ...(typeof env === "function" ? env(server.url) : env) },
    ...(input !== undefined && { input }),
  };
  const needsProcess =
    meddle !== undefined || Object.keys(options.env).some((name) => name.startsWith("NODE_"));
  let ended: Ended;
  if (isProcess || needsProcess) {
    const run = startSwath(args, options);
    await meddle?.(run, home);
    ended = await run.ended;
  } else ended = await runHere(args, options);
  const elapsedMs = performance.now() - (server.firstMs ?? startedMs);
  await server.settled();
  const asked = [...server.asked];
  const seen = { ...ended, asked, elapsedMs, journal: await journalOf(home), home };
  if (wordsAgain === undefined) return seen;
  if (isLater === true) await makeOlder(home);
  const again = await (isProcess ? swath : runHere)(wordsAgain, { home, env: plain });
  await server.settled();
  return {
    ...seen,
    again: { ...again, asked: server.asked.slice(asked.length), journal: await journalOf(home) },
  };
}

const OLDER_MS = 120_000;

async function makeOlder(home: string): Promise<void> {
  const dir = join(home, ".local/state/swath/journal");
  for (const name of await readdir(dir).catch(() => [])) {
    if (!/^[0-9a-f]+-\d+\.json$/.test(name)) continue;
    const text = await readFile(join(dir, name), "utf8");
    const older = (_all: string, key: string, ms: string): string => `"${key}": ${Number(ms) - OLDER_MS}`;
    await writeFile(join(dir, name), text.replaceAll(/"(preparedAt|sendingAt|closedAt)": (\d+)/g, older));
  }
}

async function journalOf(home: string): Promise<JournalRecord[]> {
  const dir = join(home, ".local/state/swath/journal");
  const names = await readdir(dir).catch(() => []);
  const texts = await Promise.all(
    names.filter((name) => name.endsWith(".json")).map((name) => readFile(join(dir, name), "utf8")),
  );
  return texts.map((text) => {
    expect(text).not.toContain(KEY);
    return JSON.parse(text) as JournalRecord;
  });
}

/** The run ended by itself, and did not hang. */
export function expectNoHang({ signal, elapsedMs }: Pick<Seen, "signal" | "elapsedMs">): void {
  expect(signal).toBeNull();
  expect(elapsedMs).toBeLessThan(HANG_MS);
}

/** A waiting run was ended by its time limit, or by the one for connections; any other run by no time limit. */
export function expectTimeUp({ stderr, limitS }: Seen): void {
  const timeUp =
    /no complete response within (?<limit>\d+) s|no response in time|no connection within \d+ ms|no response \(timeout\)/;
  const limit = timeUp.exec(stderr)?.groups?.["limit"];
  expect(timeUp.test(stderr), stderr).toBe(limitS !== undefined);
  if (limit !== undefined) expect(Number(limit)).toBe(limitS);
}

/** One clear line and its hints, no stack, no secret, no cursor control, in limited time and size. */
export function expectClearFailure(seen: Seen): void {
  const { stdout, stderr, asked } = seen;
  expectNoHang(seen);
  expect(stdout).toBe("");
  const lines = stderr.trimEnd().split("\n");
  const head = lines.findIndex((line) => line.startsWith("Error: "));
  expect(head, stderr).toBeGreaterThanOrEqual(0);
  expect(lines.length - head, stderr.slice(0, 4000)).toBeLessThanOrEqual(60);
  expect(stderr.length).toBeLessThan(6000);
  expect(stderr).not.toMatch(/INTERNAL|^\s+at |undefined|\[object|NaN/m);
  // eslint-disable-next-line no-control-regex
  expect(stderr).not.toMatch(
    /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/,
  );
  expect(stderr).not.toMatch(/^\s*::|##\[/m);
  for (const text of [stdout, stderr]) expect(text).not.toContain(KEY);
  for (const { path } of asked) expect(path).not.toContain(KEY);
}

/** Plays the steps of a chapter against its own sandbox, and records for each line everything visible from outside. */
import { lstat, mkdir, readdir, readFile, readlink, rm, truncate, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { run } from "../../src/program.ts";
import { createSandboxSend } from "../../src/sandbox/sandbox.ts";
import { openBench, type Bench } from "../cli/bench.ts";
import { NOW, stoppedClock } from "../cli/stopped-clock.ts";
import { words } from "../cli/split-line.ts";
import {
  BASE_URL,
  runWords,
  tempHome,
  testWorld,
  type Run,
  type SentRequest,
  type Surroundings,
} from "../cli/world.ts";
import { withSlashes, withoutHome } from "../names-below.ts";
import { sha256 } from "../sha256.ts";
import { IS_WINDOWS } from "../this-system.ts";
import { withoutMachine } from "./machine-free.ts";
import type { Chapter, Step } from "./steps.ts";

/** The stored effects of one line: the step, then its outcome. */
export type Played = Record<string, unknown>;

/** Longer texts are stored by their beginning and their end, longer files by their size. */
const MAX_TEXT = 5000;
const MAX_BODY = 2500;
const MAX_FILE = 3000;

export async function playChapter(chapter: Chapter, { mustKeep = false } = {}): Promise<Played[]> {
  const home = await tempHome();
  try {
    const stage = chapter.alone === true ? await machine() : await service();
    const kept = new Map<string, string>();
    const played: Played[] = [];
    let before = await snapshot(home);
    for (const step of chapter.steps) {
      await prepare(step, home, stage, kept);
      if (step.files !== undefined || step.cut !== undefined) before = await snapshot(home);
      const line = fill(step.line, kept);
      const scene = new Scene(step, home);
      const ran = await stage.run(words(line), { ...scene.surroundings(), home }, step.as);
      for (const [name, pattern] of Object.entries(step.keep ?? {})) {
        const found = new RegExp(pattern, "m").exec(ran.stdout);
        if (found !== null) kept.set(name, found[1] ?? found[0]);
        else if (mustKeep)
          throw new Error(`swath ${line} does not print ${pattern}: ${ran.stdout}${ran.stderr}`);
      }
      const after = await snapshot(home);
      const files = changes(before, after, step.opaque);
      before = after;
      const digests = new Map<string, string>();
      const plain = (text: string): string =>
        withoutCounts(withoutDigests(withoutMachine(text, home), digests));
      const { line: typed, ...given } = step;
      const isParallel = SIDE_BY_SIDE.test(line);
      const requests = ran.requests.map((sent) => request(sent, stage.keys));
      played.push(
        JSON.parse(
          plain(
            JSON.stringify({
              line: typed,
              ...given,
              exitCode: ran.exitCode,
              ...(ran.stdout !== "" && { stdout: lines(plain(ran.stdout), MAX_TEXT) }),
              ...(ran.stderr !== "" && {
                stderr: lines(isParallel ? filesInOrder(plain(ran.stderr)) : plain(ran.stderr), MAX_TEXT),
              }),
              ...(scene.asked.length > 0 && { asked: scene.asked }),
              ...(scene.programs.length > 0 && { programs: scene.programs }),
              ...(requests.length > 0 && {
                requests: isParallel ? sorted(requests, (one) => JSON.stringify(one)) : requests,
              }),
              ...(files.length > 0 && { files: Object.fromEntries(files) }),
            }),
          ),
        ) as Played,
      );
    }
    return played;
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

interface Stage {
  run: (argv: readonly string[], options: Surroundings & { home: string }, as: Step["as"]) => Promise<Run>;
  control: Bench["control"];
  /** The owner of a key: the recording shows a name. */
  keys: ReadonlyMap<string, string>;
}

/** The target of `--sandbox`: the sandbox of this machine. */
const SANDBOX_URL = "http://127.0.0.1:7717";

/** A sandbox in memory; no other host is reachable. */
async function service(): Promise<Stage> {
  const clock = stoppedClock();
  const bench = await openBench({ archiveSize: 2000, clock });
  const { sandbox, member, manager, outsider } = bench;
  const atHome = createSandboxSend(sandbox, SANDBOX_URL);
  const send: Bench["send"] = (request) =>
    request.url.startsWith(SANDBOX_URL) ? clock.during(atHome(request)) : bench.send(request);
  const keys = new Map([member, manager, outsider].map(({ name, apiKey }) => [apiKey, name]));
  return {
    keys,
    control: bench.control,
    run: (argv, { env, ...options }, as = "member") => {
      const known =
        as === "nobody"
          ? {}
          : { SWATH_BASE_URL: BASE_URL, SWATH_API_KEY: { member, manager, outsider }[as].apiKey };
      return runWords(argv, { send, clock, ...options, env: { ...known, ...env } });
    },
  };
}

/** Only the machine: its disk, and no network. */
async function machine(): Promise<Stage> {
  return {
    keys: new Map(),
    control: () => Promise.reject(new Error("there is no sandbox in memory here")),
    run: async (argv, options) => {
      const { world, screen } = testWorld({ clock: STANDING, ...options, argv });
      const exitCode = await run({ ...world, processes: NO_PROCESSES });
      return { exitCode, ...screen, requests: [] };
    },
  };
}

/** No sleep ever ends, so no time limit overtakes an answer, however slow the machine is. */
const STANDING = { now: () => NOW, sleep: () => new Promise<never>(() => undefined) };

const NO_PROCESSES = {
  launch: () => Promise.reject(new Error("the recording starts no process")),
  terminate: () => undefined,
};

/** Enter is pressed by default, but not forever. */
const MAX_QUESTIONS = 20;

/** The environment of a line besides the service, and a record of its questions and programs. */
class Scene {
  readonly asked: unknown[] = [];
  readonly programs: unknown[] = [];
  readonly #step: Step;
  readonly #home: string;

  constructor(step: Step, home: string) {
    this.#step = step;
    this.#home = home;
  }

  surroundings(): Surroundings {
    const { terminal, columns, stdin, env, answers } = this.#step;
    const left = [...(answers ?? [])];
    return {
      ...(terminal === true && { stdinTTY: true, stdoutTTY: true, stderrTTY: true }),
      columns,
      stdin,
      env: Object.fromEntries(
        Object.entries(env ?? {}).map(([name, value]) => [name, value.replace(/^~/u, this.#home)]),
      ),
      ask: async (question) => {
        const { kind, message, choices } = question;
        this.asked.push({
          kind,
          message,
          default: question.default,
          choices: choices?.map(({ value }) => value),
        });
        const answer = left.shift();
        if (answer === undefined && this.asked.length > MAX_QUESTIONS) throw new Error("it asks on and on");
        return answer ?? question.default ?? "";
      },
      runProgram: async (program, args) => {
        this.programs.push([program, ...args]);
        return { exitCode: 0 };
      },
    };
  }
}

const fill = (text: string, kept: ReadonlyMap<string, string>): string =>
  text.replaceAll(/\$([A-Z][A-Z0-9]*)/gu, (whole, name: string) => kept.get(name) ?? whole);

async function prepare(
  { control, files, cut }: Step,
  home: string,
  stage: Stage,
  kept: ReadonlyMap<string, string>,
) {
  for (const [method, path, body] of control ?? []) await stage.control(method, fill(path, kept), body);
  for (const [path, text] of Object.entries(files ?? {})) {
    await mkdir(dirname(join(home, path)), { recursive: true });
    await writeFile(join(home, path), fill(text, kept));
  }
  for (const [path, size] of Object.entries(cut ?? {})) await truncate(join(home, fill(path, kept)), size);
}

/** A digest cannot be reviewed: each is replaced by its number within the line, so that equal ones stay equal. A key is new each time. */
function withoutDigests(text: string, known: Map<string, string>): string {
  const keyless = text.replaceAll(/\bed25519:[\w-]{43}/gu, "<key>");
  return keyless.replaceAll(/(?<![0-9a-f])(?:1220)?(?:[0-9a-f]{64}|[0-9a-f]{32})(?![0-9a-f])/gu, (digest) => {
    const name = known.get(digest) ?? `<digest ${known.size + 1}>`;
    known.set(digest, name);
    return name;
  });
}

/** The total number of matches changes with the archive of the sandbox. */
const withoutCounts = (text: string): string => text.replaceAll(/\bof \d{1,3}(?:,\d{3})+\b/gu, "of <count>");

/** Splits a text into lines. A long text is cut to its beginning and its end. */
function lines(text: string, max: number): string[] {
  if (text.length <= max) return text.split("\n");
  return [...text.slice(0, max / 2).split("\n"), "...", ...text.slice(-max / 10).split("\n")];
}

/** Parts that every request has are dropped. */
const UNSAID = new Set(["user-agent", "authorization"]);

function request({ method, path, headers, body }: SentRequest, keys: Stage["keys"]): unknown {
  const [scheme, key] = headers["authorization"]?.split(" ") ?? [];
  const said = Object.entries(headers).filter(([name]) => !UNSAID.has(name));
  const text = body === undefined ? "" : JSON.stringify(body);
  return {
    to: `${method} ${path}`,
    ...(scheme !== undefined && { from: `${scheme} ${keys.get(key ?? "") ?? key}` }),
    ...(said.length > 0 && { headers: Object.fromEntries(said.sort(([a], [b]) => (a < b ? -1 : 1))) }),
    ...(body !== undefined && { body: text.length > MAX_BODY ? lines(text, MAX_BODY) : body }),
  };
}

interface Found {
  text: unknown;
  digest: string;
}

/** A store on disk has its own secret each time, and is still being closed when a line has ended. */
const SANDBOX_STORE = join("swath", "sandbox");
/** A cache of the records, with the number of a folder of this disk; and the name of the latest holder of the lock. */
const UNRECORDED: ReadonlySet<string> = new Set(["journal.index", ".unlocked"]);

const USUAL_MODE = 0o644;

/** Everything below a folder. */
async function snapshot(home: string): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  const entries = (await readdir(home, { recursive: true, withFileTypes: true })).filter(
    ({ parentPath, name }) => !parentPath.includes(SANDBOX_STORE) && !UNRECORDED.has(name),
  );
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const name = withSlashes(path.slice(home.length + 1));
    const access = IS_WINDOWS ? USUAL_MODE : (await lstat(path)).mode & 0o777;
    if (entry.isDirectory()) found.set(`${name}/`, { text: access.toString(8), digest: `${access}` });
    else if (entry.isSymbolicLink()) found.set(name, { text: `-> ${await readlink(path)}`, digest: "" });
    else {
      const bytes = withoutFolder(await readFile(path), home);
      const digest = sha256(name.endsWith(MANIFEST) ? contentLines(name, bytes).join("\n") : bytes);
      const text =
        bytes.length <= MAX_FILE && !bytes.includes(0) ? contentLines(name, bytes) : `${bytes.length} bytes`;
      found.set(name, {
        text: access === USUAL_MODE ? text : { mode: access.toString(8), content: text },
        digest: `${digest} ${access}`,
      });
    }
  }
  return found;
}

/** A recording as it is where files have no modes. */
export const withoutModes = (played: readonly Played[]): Played[] =>
  played.map(({ files, ...rest }) => {
    if (files === undefined) return rest;
    const all = Object.entries(files as Record<string, unknown>);
    return {
      ...rest,
      files: Object.fromEntries(all.map(([name, file]) => [name, fileWithoutMode(name, file)])),
    };
  });

function fileWithoutMode(name: string, file: unknown): unknown {
  if (file === null || typeof file !== "object" || !("mode" in file && "content" in file))
    return name.endsWith("/") && /^[0-7]{3}$/u.test(String(file)) ? USUAL_MODE.toString(8) : file;
  return file.content;
}

/** The length of a text with paths must not depend on the folder of the run. */
const withoutFolder = (bytes: Buffer, home: string): Buffer =>
  bytes.includes(0) ? bytes : Buffer.from(withoutHome(bytes.toString("utf8"), home));

const MANIFEST = "manifest.ndjson";

/** Lines are appended to a manifest as files arrive. */
function contentLines(name: string, bytes: Buffer): string[] {
  const text = bytes.toString("utf8").split("\n");
  return name.endsWith(MANIFEST) ? sorted(text, (line) => line) : text;
}

/** Written, changed and removed files, by path. */
function changes(
  before: Map<string, Found>,
  after: Map<string, Found>,
  opaque: string | undefined,
): [string, unknown][] {
  const hidden = opaque === undefined ? undefined : new RegExp(opaque, "u");
  const changed = [...after]
    .filter(([path, { digest }]) => before.get(path)?.digest !== digest)
    .map(([path, { text }]): [string, unknown] => [path, hidden?.test(path) === true ? "..." : text]);
  const gone = [...before.keys()]
    .filter((path) => !after.has(path))
    .map((path): [string, unknown] => [path, null]);
  return [...changed, ...gone].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Simultaneous connections have a different order each time: there it is sorted. */
const SIDE_BY_SIDE = /\b(?:download|fetch|sync|repair)\b/u;

const sorted = <T>(list: readonly T[], by: (one: T) => string): T[] =>
  [...list].sort((a, b) => (by(a) < by(b) ? -1 : 1));

/** Messages about single files, sorted, at the place of the first one. */
function filesInOrder(text: string): string {
  const said = text.split("\n").map((line) => (line.startsWith("{") ? notesInOrder(line) : line));
  const ofFiles = said.filter((line) => OF_A_FILE.test(line));
  const first = said.findIndex((line) => OF_A_FILE.test(line));
  const rest = said.filter((line) => !OF_A_FILE.test(line));
  if (first === -1) return said.join("\n");
  return rest.toSpliced(first, 0, ...sorted(ofFiles, (line) => line)).join("\n");
}

/** A report in JSON has its notes in lists. */
function notesInOrder(line: string): string {
  const report = JSON.parse(line) as Record<string, unknown>;
  const lists = Object.entries(report).filter(([name]) => name === "notes" || name === "warnings");
  const inOrder = lists.map(([name, list]) => [name, sorted(list as string[], (one) => one)]);
  return JSON.stringify({ ...report, ...Object.fromEntries(inOrder) });
}

const OF_A_FILE = /^(?:Warning: )?\S+\.\w+: /u;

/** What is published: which files, how big, with which dependencies, and what a run of it loads. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NOUNS, SINGLES } from "../src/commands/index.ts";
import { ROOT } from "./architecture/sources.ts";
import { loadedCode } from "./package/loaded-code.ts";
import { lockedTree, unresolved } from "./package/locked-tree.ts";

const run = promisify(execFile);

interface Packed {
  filename: string;
  size: number;
  unpackedSize: number;
  files: { path: string; mode: number }[];
}

let folder: string;
let packed: Packed;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "swath-package-"));
  const words = ["pack", "--ignore-scripts", "--json", "--pack-destination", folder];
  const { stdout } = await run("npm", words, { cwd: ROOT });
  [packed] = JSON.parse(stdout) as [Packed];
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe("the package", () => {
  test("holds the program, completions and papers, and nothing else", () => {
    const expected = [
      /^bin\/swath\.js$/,
      /^dist\/[\w.-]+\.cjs$/,
      /^dist\/llhttp-simd\.wasm$/,
      /^dist\/llhttp\.wasm\.patch$/,
      /^dist\/time-zones\.br$/,
      /^dist\/NOTICE$/,
      /^(?:README\.md|LICENSE|package\.json)$/,
    ];
    const paths = packed.files.map(({ path }) => path);
    expect(paths.filter((path) => !expected.some((pattern) => pattern.test(path)))).toEqual([]);
    for (const pattern of expected) expect(paths.some((path) => pattern.test(path))).toBe(true);
    expect(packed.files.find(({ path }) => path === "bin/swath.js")!.mode & 0o111).not.toBe(0);
  });

  // Compiled code is cached under the names: code of another build is never run, nor half of one and half of the other.
  test("its chunks are all named after the one build that made them", () => {
    const names = packed.files.map(({ path }) => path).filter((path) => path.endsWith(".cjs"));
    const chunks = names.filter((path) => !/^dist\/(?:start|\w+-worker)\.cjs$/.test(path));
    expect(chunks.length).toBeGreaterThan(100);
    expect([...new Set(chunks.map((path) => path.replace(/^.*-/, "")))]).toEqual([
      expect.stringMatching(/^[0-9a-f]{8}\.cjs$/),
    ]);
  });

  // README and licences are 20 kB of it. `swath completion` prints what completions/ holds.
  test("is small: at most 600 kB to fetch, 2.5 MB on disk", () => {
    expect(packed.size).toBeLessThanOrEqual(600_000);
    expect(packed.unpackedSize).toBeLessThanOrEqual(2_500_000);
  });

  test("runs in an empty folder, without a registry, and says what to install for its native parts", async () => {
    await writeFile(join(folder, "package.json"), '{"private": true}');
    const home = join(folder, "home");
    await mkdir(home);
    const words = ["install", "--ignore-scripts", "--omit=optional", "--offline", "--no-audit", "--no-fund"];
    await run("npm", [...words, join(folder, packed.filename)], { cwd: folder });
    const swath = async (...line: string[]): Promise<string> => {
      const env = { PATH: process.env["PATH"], HOME: home };
      return (await run(join(folder, "node_modules", ".bin", "swath"), line, { cwd: folder, env })).stdout;
    };
    const { version } = await manifest();
    expect(await swath("--version")).toBe(`swath ${version}\n`);
    const search = ["catalog", "search", "--point", "-9.14,38.71", "--limit", "2", "--sandbox", "--json"];
    await expect(swath(...search)).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining("npm install libsql") as string,
    });
    // The native part, as npm would have put it there.
    await symlink(join(ROOT, "node_modules", "libsql"), join(folder, "node_modules", "libsql"));
    expect(JSON.parse(await swath(...search))).toHaveLength(2);
  });
});

describe("dependencies", () => {
  test("none to install, but for two native parts that are optional and run no script", async () => {
    const { dependencies = {}, optionalDependencies = {} } = await manifest();
    expect(dependencies).toEqual({});
    expect(Object.keys(optionalDependencies).toSorted()).toEqual(["@napi-rs/keyring", "libsql"]);
    const published = Object.entries(await lockedTree()).filter(
      ([path, { dev }]) => path !== "" && dev !== true,
    );
    expect(published.length).toBeGreaterThan(2);
    expect(published.filter(([, { hasInstallScript }]) => hasInstallScript === true)).toEqual([]);
  });

  test("the lock names every package of every platform, and no registry", async () => {
    expect(unresolved(await lockedTree())).toEqual([]);
    expect(await readFile(join(ROOT, "package-lock.json"), "utf8")).not.toMatch(
      /"resolved":|https?:\/\/[^"]*\/-\//,
    );
  });
});

/** Too much for a run that only says what may be typed. */
const HEAVY =
  /node_modules\/(?!commander\/|@commander-js\/|fastest-levenshtein\/)|^src\/(?:client|sandbox|transfer|ledger|footprints|docs)\/(?!(?:variants|product-size)\.ts)|^src\/contract\/schemas/;

describe("what a run loads", () => {
  test("--version reads at most 4 kB of JavaScript", async () => {
    expect((await loadedCode(["--version"])).bytes).toBeLessThanOrEqual(4_000);
  });

  test("--help reads at most 80 kB, and neither the parser nor a command", async () => {
    const { bytes, sources } = await loadedCode(["--help"]);
    expect(bytes).toBeLessThanOrEqual(80_000);
    expect(sources.filter((path) => path.includes("node_modules"))).toEqual([]);
    expect(sources).toContain("src/cli/help/root-help.ts");
  });

  const commands = [
    ...SINGLES.map(({ name }) => [name]),
    ...NOUNS.flatMap(({ name, verbs }) => Object.keys(verbs).map((verb) => [name, verb])),
  ];

  test.each(commands.map((words) => words.join(" ")))(
    "%s --help loads nothing that only a run needs",
    async (line) => {
      const { bytes, sources } = await loadedCode([...line.split(" "), "--help"]);
      expect(sources.filter((path) => HEAVY.test(path))).toEqual([]);
      expect(bytes).toBeLessThanOrEqual(165_000);
    },
  );

  test("a request that is only shown loads no network, no hashing and no slow file system", async () => {
    const words = [
      "order",
      "review",
      "--item",
      "vendor-archive/a",
      "--dry-run",
      "--base-url",
      "https://sar.example",
    ];
    const { builtins, sources } = await loadedCode(words, { SWATH_API_KEY: "k" });
    expect(sources).toContain("src/cli/command/run-command.ts");
    const slow = /^node:(?:crypto|net|tls|https?|child_process|worker_threads|fs\/promises)$/;
    expect(builtins.filter((name) => slow.test(name))).toEqual([]);
  });

  test("the thread that makes exports shares code with the program, and does not run it", async () => {
    const worker = await readFile(join(ROOT, "dist", "export-worker.cjs"), "utf8");
    const loaded = await closure(worker);
    expect(loaded.size).toBeGreaterThan(1);
    expect([...loaded].filter((name) => /^(?:core-main-|start\.cjs$)/.test(name))).toEqual([]);
  });

  test("a heavy module would be seen: a search in the sandbox loads its share of them", async () => {
    const { sources } = await loadedCode([
      "catalog",
      "search",
      "--point",
      "-9.14,38.71",
      "--limit",
      "1",
      "--sandbox",
    ]);
    expect(sources.filter((path) => HEAVY.test(path)).length).toBeGreaterThan(20);
  });
});

/** Chunks that are loaded with this one. */
async function closure(code: string, seen = new Set<string>()): Promise<Set<string>> {
  for (const [, name] of code.matchAll(/(?<!=>)require\("\.\/([^"]+)"\)/g)) {
    if (seen.has(name!)) continue;
    seen.add(name!);
    await closure(await readFile(join(ROOT, "dist", name!), "utf8"), seen);
  }
  return seen;
}

interface Manifest {
  version: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const manifest = async (): Promise<Manifest> =>
  JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as Manifest;

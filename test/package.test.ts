/** The published package: its files, size, dependencies, and the modules that a run loads. */
import { execFile } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { filesBelow, readSource, ROOT } from "./architecture/sources.ts";
import { newFolder } from "./new-folder.ts";
import { bundledModules, loadedCode, staticClosure } from "./package/loaded-code.ts";
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
  folder = await newFolder();
  const words = ["pack", "--ignore-scripts", "--json", "--pack-destination", folder];
  const { stdout } = await run("npm", words, { cwd: ROOT });
  [packed] = JSON.parse(stdout) as [Packed];
});

afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

describe("the package", () => {
  test("contains the program, completions and documents, and nothing else", () => {
    const expected = [
      /^bin\/swath\.js$/,
      /^dist\/[\w.-]+\.cjs$/,
      /^dist\/(?:NOTICE|sbom\.json|lib\.d\.ts)$/,
      /^man\/swath[\w-]*\.1$/,
      /^docs\/SKILL\.md$/,
      /^(?:README\.md|LICENSE|package\.json)$/,
    ];
    const paths = packed.files.map(({ path }) => path);
    expect(paths.filter((path) => !expected.some((pattern) => pattern.test(path)))).toEqual([]);
    for (const pattern of expected) expect(paths.some((path) => pattern.test(path))).toBe(true);
    expect(packed.files.find(({ path }) => path === "bin/swath.js")!.mode & 0o111).not.toBe(0);
  });

  // A run whose program is replaced meanwhile finds no chunk of another build, instead of one that half fits.
  test("has a few dozen chunks, each named after its content", () => {
    const names = packed.files.map(({ path }) => path).filter((path) => path.endsWith(".cjs"));
    const chunks = names.filter((path) => !/^dist\/(?:start|lib|\w+-worker)\.cjs$/.test(path));
    expect(chunks.filter((path) => !/-[\w-]{8}\.cjs$/.test(path))).toEqual([]);
    expect(chunks.length).toBeGreaterThan(20);
    expect(chunks.length).toBeLessThan(136);
  });

  test("is at most 2.5 MB to download", () => {
    expect(packed.size).toBeLessThanOrEqual(2_500_000);
  });

  test("runs in an empty folder, without a registry and without its native part", async () => {
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
    expect(JSON.parse(await swath("version", "--json"))).toMatchObject({ installedAs: "npm-local" });
    const search = ["catalog", "search", "--point", "-9.14,38.71", "--limit", "2", "--sandbox", "--json"];
    expect(JSON.parse(await swath(...search))).toHaveLength(2);
  });

  test("REACH-03 REACH-09 a global installation has the man pages, and knows that it is global", async () => {
    const prefix = join(folder, "global");
    const words = [
      "install",
      "--global",
      "--prefix",
      prefix,
      "--ignore-scripts",
      "--omit=optional",
      "--offline",
    ];
    await run("npm", [...words, "--no-audit", "--no-fund", join(folder, packed.filename)], { cwd: folder });
    expect(await readFile(join(prefix, "share/man/man1/swath-order.1"), "utf8")).toContain(
      "swath order place",
    );
    const env = { PATH: process.env["PATH"], HOME: folder };
    const { stdout } = await run(join(prefix, "bin/swath"), ["version", "--json"], { cwd: folder, env });
    expect(JSON.parse(stdout)).toMatchObject({ installedAs: "npm-global" });
  });
});

describe("dependencies", () => {
  test("are one native part, which is optional and runs no script", async () => {
    const { dependencies = {}, optionalDependencies = {} } = await manifest();
    expect(dependencies).toEqual({});
    expect(Object.keys(optionalDependencies).toSorted()).toEqual(["@napi-rs/keyring"]);
    const published = Object.entries(await lockedTree()).filter(
      ([path, { dev }]) => path !== "" && dev !== true,
    );
    expect(published.length).toBeGreaterThan(2);
    expect(published.filter(([, { hasInstallScript }]) => hasInstallScript === true)).toEqual([]);
  });

  test("the lock has every package of every platform", async () => {
    expect(unresolved(await lockedTree())).toEqual([]);
  });
});

/** Too much for a run that only lists possible words. */
const HEAVY =
  /node_modules\/(?!commander\/|@commander-js\/|fastest-levenshtein\/)|^src\/(?:client|sandbox|transfer|money|footprints|docs)\/(?!(?:variants|product-size|settings|poll)\.ts)|^src\/contract\/schemas/;

/** Modules of Node that take a millisecond or more to load. Commander needs node:child_process. */
const SLOW = /^node:(?:crypto|net|tls|https?|worker_threads|zlib|fs\/promises)$/;

const isHeavy = (path: string): boolean => HEAVY.test(path);

describe("loaded modules", () => {
  test("the start loads only itself: no command, no parser, no dependency", async () => {
    const modules = await bundledModules();
    // The entry itself is no module: it refuses an older Node, and loads the chunk.
    const sources = [...(await staticClosure("start.cjs"))].flatMap((name) => modules[name] ?? []);
    expect(sources.filter((path) => !path.startsWith("\0")).toSorted()).toEqual([
      "src/compile-cache.ts",
      "src/disk/home-directory.ts",
      "src/disk/user-folders.ts",
      "src/start.ts",
      "src/version.ts",
    ]);
    expect((await loadedCode(["--version"])).sources).not.toContain("src/main.ts");
  });

  test("the main chunk loads no dependency, neither parser nor a command", async () => {
    const modules = await bundledModules();
    const main = Object.keys(modules).find((name) => modules[name]!.includes("src/main.ts"));
    const sources = [...(await staticClosure(main!))].flatMap((name) => modules[name]!);
    expect(sources).toContain("src/cli/help/root-help.ts");
    expect(sources.filter((path) => path.includes("node_modules") || isHeavy(path))).toEqual([]);
  });

  test("--help loads only the main chunk", async () => {
    const { sources } = await loadedCode(["--help"]);
    expect(sources).toContain("src/cli/help/root-help.ts");
    expect(sources.filter((path) => path.includes("node_modules"))).toEqual([]);
    expect(sources).not.toContain("src/cli/dispatch.ts");
  });

  test("the help of every command loads no module that only a run needs", async () => {
    const modules = await bundledModules();
    const commands = filesBelow("src/commands", "index.ts")
      .flatMap((path) => readSource(path).own)
      .filter(({ kind, path }) => kind === "dynamic" && path.startsWith("src/commands/"))
      .map(({ path }) => path)
      // A run reads the text of the scripts.
      .filter((path) => path !== "src/commands/completion/scripts.ts");
    const faults: string[] = [];
    for (const path of commands) {
      const chunk = Object.keys(modules).find((name) => modules[name]!.includes(path))!;
      const loaded = [...(await staticClosure(chunk))].flatMap((name) => modules[name]!);
      faults.push(...loaded.filter(isHeavy).map((one) => `${path}: ${one}`));
    }
    expect(commands.length).toBeGreaterThan(70);
    expect(faults).toEqual([]);
  });

  test.each(["order place", "export query", "sandbox start", "passes"])(
    "%s --help loads no slow module of Node",
    async (line) => {
      const { sources, builtins } = await loadedCode([...line.split(" "), "--help"]);
      expect(sources.filter(isHeavy)).toEqual([]);
      expect(builtins.filter((name) => SLOW.test(name))).toEqual([]);
    },
  );

  test("a dry run loads no network, sandbox, prompts, tables or settings writer", async () => {
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
    expect(builtins.filter((name) => /^node:(?:tls|https?)$/.test(name))).toEqual([]);
    const heavy =
      /node_modules\/(?:undici|@inquirer|ora|cli-table3|conf|hyparquet)|^src\/sandbox\/(?!settings\.ts)/;
    expect(sources.filter((path) => heavy.test(path))).toEqual([]);
  });

  test("the thread that makes exports shares code with the program, and does not run it", async () => {
    const loaded = await staticClosure("export-worker.cjs");
    expect(loaded.size).toBeGreaterThan(1);
    expect([...loaded]).not.toContain("start.cjs");
  });

  test("a thread that fetches files has our reader without undici", async () => {
    const modules = await bundledModules();
    const loaded = [...(await staticClosure("transfer-worker.cjs"))].flatMap((name) => modules[name] ?? []);
    expect(loaded).toContain("src/client/bulk/bulk-pool.ts");
    expect(loaded.filter((path) => path.includes("node_modules/undici/"))).toEqual([]);
  });

  test("a heavy module would be noticed: a search in the sandbox loads its share of them", async () => {
    const { sources } = await loadedCode([
      "catalog",
      "search",
      "--point",
      "-9.14,38.71",
      "--limit",
      "1",
      "--sandbox",
    ]);
    expect(sources.filter(isHeavy).length).toBeGreaterThan(20);
  });
});

interface Manifest {
  version: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const manifest = async (): Promise<Manifest> =>
  JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as Manifest;

/** Checks the architecture: layers, modules, names, and no direct use of process or clock below the edge. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findCircles } from "./architecture/find-circles.ts";
import { climb, layerOf, topOf, nodeOf } from "./architecture/layers.ts";
import { REQUIREMENT_IDS } from "./requirement-ids.ts";
import { readModule } from "./architecture/read-module.ts";
import { filesBelow, readSource, readText, ROOT } from "./architecture/sources.ts";

const sources = filesBelow("src", ".ts")
  .filter((path) => !path.endsWith(".d.ts"))
  .map(readSource);
const written = sources.filter(({ path }) => !path.endsWith(".generated.ts"));

describe("imports", () => {
  test("every file is in a layer", () => {
    const lost = sources.filter(({ path }) => layerOf(topOf(path)) === -1).map(({ path }) => path);
    expect(lost).toEqual([]);
  });

  test("imports go down, and modules of one layer do not import each other", () => {
    const climbs = sources.flatMap(({ path, own }) => own.map((to) => climb(path, to.path)));
    expect(climbs.filter((fault) => fault !== undefined)).toEqual([]);
  });

  test("an import of a higher layer or of a neighbour is refused, an import of a lower layer is not", () => {
    expect(climb("src/geo/ring.ts", "src/client/pages.ts")).toMatch(/above it/);
    expect(climb("src/client/pages.ts", "src/sandbox/index.ts")).toMatch(/neighbour/);
    expect(climb("src/client/pages.ts", "src/geo/ring.ts")).toBeUndefined();
    expect(climb("src/client/pages.ts", "src/errors.ts")).toBeUndefined();
  });

  test("no file imports itself in a circle or a private sub-folder of another module, type imports included", () => {
    const files = new Map(sources.map(({ path, own }) => [path, own.map((to) => to.path)]));
    const nodes = new Map(sources.map(({ path }) => [nodeOf(path), new Set<string>()]));
    for (const [path, imports] of files)
      for (const to of imports) if (nodeOf(to) !== nodeOf(path)) nodes.get(nodeOf(path))!.add(nodeOf(to));
    expect([...findCircles(files), ...findCircles(nodes)]).toEqual([]);
  });

  test("a circle is found, and a diamond is not one", () => {
    const circle = new Map([
      ["a", ["b"]],
      ["b", ["c"]],
      ["c", ["a", "d"]],
    ]);
    expect(findCircles(circle)).toEqual([["a", "b", "c"]]);
    const diamond = new Map([
      ["a", ["b", "c"]],
      ["b", ["d"]],
      ["c", ["d"]],
    ]);
    expect(findCircles(diamond)).toEqual([]);
    expect(nodeOf("src/transfer/folder/sidecar.ts")).toBe("src/transfer/folder");
    expect(nodeOf("src/transfer/plan.ts")).toBe("src/transfer/plan.ts");
    expect(nodeOf("src/app/exports/sync-exports.ts")).toBe("src/app/exports/sync-exports.ts");
  });

  test("a relative import has an existing file with its extension", () => {
    const wrong = sources.flatMap(({ path, own }) =>
      own
        .filter((to) => !/\.(?:ts|json)$/.test(to.path) || !existsSync(join(ROOT, to.path)))
        .map((to) => `${path} imports ${to.specifier}`),
    );
    expect(wrong).toEqual([]);
  });
});

const SELF = "test/architecture.test.ts";

/** Files at the edge, and the parts of the process that each of them may use. */
const EDGE: Readonly<Record<string, RegExp>> = {
  "src/main.ts": /./, // creates the world from the process
  "src/lib.ts": /^(?:process|crypto|Math\.random)\b/, // creates the surroundings of a library from the process
  "src/start.ts": /^process\b/, // runs before the world exists
  "src/compile-cache.ts": /^process\b/, // runs before the world exists
  "src/disk/thread-code.ts": /^process\b/, // the environment of a thread
  "src/disk/sqlite.ts": /^process(?:\.getBuiltinModule|\.emitWarning)?$/, // one module, without its warning
  "src/is-alive.ts": /^process\b/, // asks the system
  "src/transfer-worker.ts": /^(?:process|Math\.random)\b/, // creates the world of a thread
  "src/render/map-page/browser/basket-view.ts": /^(?:navigator|setTimeout)\b/, // runs in a browser
  "src/time/clock.ts": /^(?:Date\.now|setTimeout|clearTimeout|setInterval|clearInterval)\b/, // the one real clock
};

describe("globals", () => {
  const WORLD =
    /^(?:process|console|globalThis|global|fetch|crypto|performance|navigator|require|__dirname|__filename|setTimeout|setInterval|setImmediate|new Date\(\)|Date\(\)|Date\.now|Math\.random)(?:\b|$)/;

  test("below the edge, clock, environment and randomness are parameters", () => {
    const reached = sources.flatMap(({ path, globals }) =>
      [...globals]
        .filter((use) => WORLD.test(use) && EDGE[path]?.test(use) !== true)
        .map((use) => `${path} uses ${use}`),
    );
    expect(reached).toEqual([]);
  });

  test("a direct access to the world is found; a parameter or member of the same name is not", () => {
    const found = (text: string): string[] => [...readModule(text).globals].filter((use) => WORLD.test(use));
    expect(found("const now = Date.now(); log(new Date(), process.env.HOME);")).toEqual([
      "Date.now",
      "new Date()",
      "process",
      "process.env",
    ]);
    expect(found("const then = new Date(0); world.process; ({ console: 1 });")).toEqual([]);
    expect(
      found("import { setTimeout } from 'x'; setTimeout(1); (process: string) => process.length;"),
    ).toEqual([]);
  });
});

describe("waiting", () => {
  test("below the edge, no code waits by a timer or starts a process", () => {
    const waits = /\b(?:setTimeout|setInterval|scheduler)\b[^;]*\bfrom "node:timers|\bAbortSignal\.timeout\(/;
    const starts = ["node:child_process", "node:process", "node:cluster"];
    const found = sources
      .filter(({ path }) => EDGE[path] === undefined)
      .filter(
        ({ text, imports }) =>
          waits.test(text) || imports.some(({ specifier }) => starts.includes(specifier)),
      );
    expect(found.map(({ path }) => path)).toEqual([]);
  });
});

describe("disk", () => {
  test("folders are created one by one: Node's recursive mkdir never ends on an impossible path", () => {
    const recursive = /\bmkdir(?:Sync)?\([^;]*recursive/;
    expect(sources.filter(({ text }) => recursive.test(text)).map(({ path }) => path)).toEqual([]);
    expect(recursive.test("await mkdir(path, { recursive: true });")).toBe(true);
  });

  /** Files that call the system themselves: by `retryWhileHeld`, or in a place where nothing may wait. */
  const CALLERS = [
    "src/disk/durable-files.ts",
    "src/disk/file-lock.ts",
    "src/disk/held-file.ts",
    "src/disk/writable.ts",
    "src/money/store/lock.ts",
    "src/sandbox/exports/export-cache.ts",
    "src/transfer/folder/commit-group.ts",
    "src/transfer/folder/part-file.ts",
    "src/transfer/folder/sidecar.ts",
  ];

  test("DESK-10 P25 files are renamed and removed by disk/held-file.ts, which waits for other programs on Windows", () => {
    const calls = /import \{[^}]*\b(?:rename|link|unlink|rm)(?:Sync)?\b[^}]*\} from "node:fs/;
    expect(sources.filter(({ text }) => calls.test(text)).map(({ path }) => path)).toEqual(CALLERS);
    expect(calls.test('import { open, rename } from "node:fs/promises";')).toBe(true);
  });
});

describe("names", () => {
  test("no file or folder has a meaningless name", () => {
    const empty = /(?:^|\/)(?:utils?|helpers?|common|misc|shared|stuff|manager)(?:\.ts|\/)/;
    expect(written.map(({ path }) => path).filter((path) => empty.test(path))).toEqual([]);
  });

  test("files are named in kebab-case", () => {
    const odd = /[^a-z0-9./-]/;
    expect(written.map(({ path }) => path).filter((path) => odd.test(path))).toEqual([]);
  });
});

describe("tests", () => {
  const tests = filesBelow("test", ".test.ts").map((path) => ({ path, text: readText(path) }));

  test("a title contains existing requirements only, at most three", () => {
    const known = new Set(REQUIREMENT_IDS);
    const areas = [...new Set([...known].map((id) => id.replace(/-\d+$/, "")))].filter((area) => area !== "");
    const id = new RegExp(String.raw`\b(?:${areas.join("|")})-\d+\b`, "g");
    const wrong = tests.flatMap(({ path, text }) =>
      titlesOf(text).flatMap((title) => {
        const named = title.match(id) ?? [];
        const unknown = named.filter((one) => !known.has(one));
        return unknown.length > 0 || named.length > 3 ? [`${path}: ${title}`] : [];
      }),
    );
    expect(wrong).toEqual([]);
  });

  test("no test mocks, patches, fakes time, is skipped or runs alone", () => {
    const soft =
      /\bvi\.(?:mock|doMock|spyOn|stubGlobal|useFakeTimers)\b|\b(?:test|it|describe)\.(?:only|todo)\b/;
    expect(
      tests.filter(({ path, text }) => path !== SELF && soft.test(text)).map(({ path }) => path),
    ).toEqual([]);
  });
});

/** The titles of tests that are string literals. */
function titlesOf(text: string): string[] {
  return [...text.matchAll(/\b(?:test|it|describe)[\w.]*(?:\([^"'`]*\))?\(\s*(["'`])(.*?)\1/g)].map(
    (match) => match[2]!,
  );
}

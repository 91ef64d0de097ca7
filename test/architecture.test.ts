/** Holds the house to its plan: floors, rooms, names, and nothing reached for below the edge. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findCircles } from "./architecture/find-circles.ts";
import { digestOf, foreignWords } from "./architecture/foreign-names.ts";
import { climb, floorOf, hallOf, nodeOf } from "./architecture/floors.ts";
import { REQUIREMENT_IDS } from "./requirement-ids.ts";
import { readModule } from "./architecture/read-module.ts";
import { filesBelow, readSource, readText, ROOT } from "./architecture/sources.ts";

const sources = filesBelow("src", ".ts")
  .filter((path) => !path.endsWith(".d.ts"))
  .map(readSource);
const written = sources.filter(({ path }) => !path.endsWith(".generated.ts"));

describe("imports", () => {
  test("every file stands on a floor", () => {
    const lost = sources.filter(({ path }) => floorOf(hallOf(path)) === -1).map(({ path }) => path);
    expect(lost).toEqual([]);
  });

  test("imports go down, and neighbours on one floor leave each other alone", () => {
    const climbs = sources.flatMap(({ path, own }) => own.map((to) => climb(path, to.path)));
    expect(climbs.filter((fault) => fault !== undefined)).toEqual([]);
  });

  test("the floors mean something: a climb and a neighbour are distinguished from a step down", () => {
    expect(climb("src/geo/ring.ts", "src/client/call.ts")).toMatch(/above it/);
    expect(climb("src/client/call.ts", "src/sandbox/index.ts")).toMatch(/neighbour/);
    expect(climb("src/client/call.ts", "src/geo/ring.ts")).toBeUndefined();
    expect(climb("src/client/call.ts", "src/errors.ts")).toBeUndefined();
  });

  test("no file imports itself in a circle, and no private sub-folder, type imports included", () => {
    const files = new Map(sources.map(({ path, own }) => [path, own.map((to) => to.path)]));
    const nodes = new Map(sources.map(({ path }) => [nodeOf(path), new Set<string>()]));
    for (const [path, imports] of files)
      for (const to of imports) if (nodeOf(to) !== nodeOf(path)) nodes.get(nodeOf(path))!.add(nodeOf(to));
    expect([...findCircles(files), ...findCircles(nodes)]).toEqual([]);
  });

  test("a circle is found, and a diamond is none", () => {
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

  test("a relative import names a file that is there, with its extension", () => {
    const wrong = sources.flatMap(({ path, own }) =>
      own
        .filter((to) => !/\.(?:ts|json)$/.test(to.path) || !existsSync(join(ROOT, to.path)))
        .map((to) => `${path} imports ${to.specifier}`),
    );
    expect(wrong).toEqual([]);
  });
});

const PAGES = ["README.md", "SECURITY.md", ...filesBelow("docs", ".md")];
const SELF = "test/architecture.test.ts";

/** Files at the edge, and what each of them may touch of the process. */
const EDGE: Readonly<Record<string, RegExp>> = {
  "src/main.ts": /./, // makes the world out of the process
  "src/start.ts": /^process\b/, // runs before there is a world
  "src/compile-cache.ts": /^process\b/, // runs before there is a world
  "src/client/load-undici.ts": /^process\b/, // a flag of V8 that one Node needs
  "src/render/map-page/browser/basket-view.ts": /^(?:navigator|setTimeout)\b/, // runs in a browser
  "src/time/clock.ts": /^(?:Date\.now|setTimeout|clearTimeout|setInterval|clearInterval)\b/, // the one real clock
};

describe("globals", () => {
  const WORLD =
    /^(?:process|console|globalThis|global|fetch|crypto|performance|navigator|require|__dirname|__filename|setTimeout|setInterval|setImmediate|new Date\(\)|Date\(\)|Date\.now|Math\.random)(?:\b|$)/;

  test("below the edge the world comes in through parameters", () => {
    const reached = sources.flatMap(({ path, globals }) =>
      [...globals]
        .filter((use) => WORLD.test(use) && EDGE[path]?.test(use) !== true)
        .map((use) => `${path} uses ${use}`),
    );
    expect(reached).toEqual([]);
  });

  test("a reach for the world is found, and a parameter or member of the same name is not one", () => {
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
  test("below the edge nobody waits by a timer, and nobody starts a process", () => {
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
  test("folders are made step by step: Node's recursive mkdir never ends where nothing can be made", () => {
    const recursive = /\bmkdir(?:Sync)?\([^;]*recursive/;
    expect(sources.filter(({ text }) => recursive.test(text)).map(({ path }) => path)).toEqual([]);
    expect(recursive.test("await mkdir(path, { recursive: true });")).toBe(true);
  });
});

describe("words", () => {
  test("a hint is a sentence, or what to type: it begins with a capital, with a command or with a flag", () => {
    const small = /\bhint(?:: ?|\s*=\s*)["`](?!swath |npm |--)[a-z][^"`]*/g;
    expect(
      sources.flatMap(({ path, text }) => (text.match(small) ?? []).map((hint) => `${path}: ${hint}`)),
    ).toEqual([]);
    expect('{ hint: "run it again" }').toMatch(small);
  });

  test("a command in a hint or a note is written by swath`...`, which knows the run's flags and the shell", () => {
    const plain =
      /(?:\bhint(?:: ?|\s*=\s*|\()|\bcheck: \(\w*\) => |\.(?:note|warn)\(\s*)(?:advice)?(["`])[^"`]*\bswath (?!help |\$)[a-z]+/g;
    expect(
      sources.flatMap(({ path, text }) => (text.match(plain) ?? []).map((hint) => `${path}: ${hint}`)),
    ).toEqual([]);
    expect('{ hint: "Type: swath auth login" }').toMatch(plain);
    expect("{ hint: advice`Type: ${swath`auth login`}` }").not.toMatch(plain);
  });

  test("a flag with a value in a sentence is written by typed(...), which quotes it for the shell at hand", () => {
    const plain =
      /["`](?=[A-Z])[^"`]*?--[a-z][a-z-]*[ =](?:['\d+@{]|-[\d.]|\$\{|[A-Z]\w+(?!\w|=<)|\.\.\/|https?:|[^\s"`<]*[_,=:.\d][^\s"`<])[^"`]*/g;
    expect(
      sources
        // Double quotes in a word cannot be typed into every shell, and a name with a colon needs them.
        .filter(({ path }) => path !== "src/cli/output/query-result.ts")
        .flatMap(({ path, text }) => (text.match(plain) ?? []).map((found) => `${path}: ${found}`)),
    ).toEqual([]);
    expect('{ hint: "For example: --point -9.14,38.71" }').toMatch(plain);
    expect("{ hint: `Add --generate GEO=${id}` }").toMatch(plain);
    expect('{ hint: advice`For example: ${typed("--point", "-9.14,38.71")}` }').not.toMatch(plain);
    expect('{ hint: "Raise --max-cost, or order fewer items" }').not.toMatch(plain);
  });
});

describe("names", () => {
  test("no file or folder has a name that says nothing", () => {
    const empty = /(?:^|\/)(?:utils?|helpers?|common|misc|shared|stuff|manager)(?:\.ts|\/)/;
    expect(written.map(({ path }) => path).filter((path) => empty.test(path))).toEqual([]);
  });

  test("no satellite operator and no maker of tools is named, in code, tests or texts", () => {
    const texts = [...sources.map(({ path }) => path), ...filesBelow("test", ".ts"), ...PAGES];
    const named = texts.flatMap((path) => foreignWords(readText(path)).map((word) => `${path}: ${word}`));
    expect(named).toEqual([]);
    expect(foreignWords("the Dolphin-7 satellite", new Set([digestOf("dolphin")]))).toEqual(["dolphin"]);
  });

  test("files are named in kebab-case", () => {
    const odd = /[^a-z0-9./-]/;
    expect(written.map(({ path }) => path).filter((path) => odd.test(path))).toEqual([]);
  });
});

describe("tests", () => {
  const tests = filesBelow("test", ".test.ts").map((path) => ({ path, text: readText(path) }));

  test("a title names requirements that exist, at most three", () => {
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

  test("nothing is mocked, patched, faked in time, left out or left alone", () => {
    const soft =
      /\bvi\.(?:mock|doMock|spyOn|stubGlobal|useFakeTimers)\b|\b(?:test|it|describe)\.(?:only|todo)\b/;
    expect(
      tests.filter(({ path, text }) => path !== SELF && soft.test(text)).map(({ path }) => path),
    ).toEqual([]);
  });
});

/** The titles of tests, as far as they are written out. */
function titlesOf(text: string): string[] {
  return [...text.matchAll(/\b(?:test|it|describe)[\w.]*(?:\([^"'`]*\))?\(\s*(["'`])(.*?)\1/g)].map(
    (match) => match[2]!,
  );
}

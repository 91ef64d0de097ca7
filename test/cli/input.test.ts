/** Input from people: stdin, files, and content that must not break a program. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openBench } from "./bench.ts";
import { tempHome } from "./world.ts";
import { expectLinear } from "../growth.ts";

const { swath } = await openBench({ archiveSize: 400 });

const ITEM = { collectionId: "c", granuleId: "g" };
const BODY = JSON.stringify({ items: [ITEM], list: [1, 2, 3], text: "t", gone: null });
const DRY = ["order", "place", "--data", BODY, "--dry-run"];
const POINT = '{"type":"Point","coordinates":[14.99,37.75]}';

describe("GEN-06 the properties of a given Feature are those of the request", () => {
  const FEATURE = `{"type":"Feature","geometry":${POINT},"properties":{"taskingrequestName":"etna","collectionTier":"urgent"}}`;
  const WHEN = "--window-open 2031-03-06T06:00:00Z --window 7d --type spotlight --dry-run --json";

  it("--file: from stdin, as a path and as text, except those that flags set", async () => {
    const home = await tempHome();
    await writeFile(join(home, "feature.json"), FEATURE);
    for (const file of ["-", "feature.json", FEATURE]) {
      const words = ["task", "create", "--file", file, ...WHEN.split(" ")];
      const run = await swath(words, { home, stdin: FEATURE });
      expect(JSON.parse(run.stdout), run.stderr).toMatchObject({
        body: { properties: { taskingrequestName: "etna", collectionTier: "urgent" } },
      });
      const { stdout } = await swath([...words, "--tier", "standard"], { home, stdin: FEATURE });
      expect(JSON.parse(stdout)).toMatchObject({
        body: { properties: { taskingrequestName: "etna", collectionTier: "standard" } },
      });
    }
  });
});

describe("AREA-02 --file takes a path or the text", () => {
  it.each([
    ["area (1).geojson", "a path with parentheses"],
    ["POLYGON.geojson", "a path that begins like WKT"],
  ])("%s is %s", async (name) => {
    const home = await tempHome();
    await writeFile(join(home, name), POINT);
    const { requests } = await swath(["catalog", "search", "--file", name], { home });
    expect(requests[0]?.body).toMatchObject({ intersects: JSON.parse(POINT) as unknown });
  });

  it.each([POINT, " POINT (14.99 37.75)\n", "SRID=4326;point(14.99 37.75)"])("%s is a text", async (text) => {
    const { requests } = await swath(["catalog", "search", "--file", text]);
    expect(requests[0]?.body).toMatchObject({ intersects: JSON.parse(POINT) as unknown });
  });
});

describe("stdin", () => {
  it.each([
    ["catalog search --file -", POINT, { intersects: JSON.parse(POINT) as unknown }],
    ["catalog search --data -", '{"limit":3}', { limit: 3 }],
    [
      "order review --items -",
      '[{"collectionId":"c","granuleId":"g"}]',
      { items: [{ collectionId: "c", granuleId: "g" }] },
    ],
    [
      "order review --data -",
      '{"items":[{"collectionId":"c","granuleId":"g"}]}',
      { items: [{ collectionId: "c", granuleId: "g" }] },
    ],
  ])("- means stdin: %s", async (line, stdin, body) => {
    const { requests } = await swath(line, { stdin });
    expect(requests[0]?.body).toEqual(body);
  });

  it.each([
    "catalog search --file - --data -",
    "order review --items - --data -",
    "catalog search --data - --api-key-file -",
  ])("only one flag reads it: %s", async (line) => {
    const run = await swath(line, { stdin: "{}", env: { SWATH_API_KEY: undefined } });
    expect(run).toMatchObject({ exitCode: 2, stdout: "", requests: [] });
    expect(run.stderr).toContain("INPUT_AMBIGUOUS");
    expect(run.stderr).toMatch(/--[\w-]+ and --[\w-]+ both read stdin/);
  });

  it("a terminal is not read", async () => {
    const run = await swath("order review --items -", { stdinTTY: true });
    expect(run).toMatchObject({ exitCode: 2, stdout: "", requests: [] });
    expect(run.stderr).toMatchInlineSnapshot(`
      "[31mError:[39m --items reads stdin, but stdin is a terminal
        Pipe the input in
      [2m  code INPUT_STDIN_TTY, exit 2[22m
      "
    `);
  });

  it("two areas are refused", async () => {
    const run = await swath("catalog search --file - --point 1,2", { stdin: POINT });
    expect(run).toMatchObject({ exitCode: 2, requests: [] });
    expect(run.stderr).toContain("INPUT_AMBIGUOUS");
  });
});

describe("files", () => {
  it.each(["quote show", "journal import", "journal export", "watch", "export query"])(
    "%s '', as with an unset variable of a script, is refused as an empty name",
    async (line) => {
      const run = await swath([...line.split(" "), ""], { home: await tempHome() });
      expect(run).toMatchObject({ exitCode: 2, stdout: "", requests: [] });
      expect(run.stderr).toMatch(/^Error: <file> "" must not be empty\n/);
    },
  );

  it("@file is read with a byte-order mark, with blanks and with line ends of any kind", async () => {
    const home = await tempHome();
    const text = '\r\n {"limit" :\t3}\r\n';
    await writeFile(join(home, "plain.json"), text);
    await writeFile(join(home, "bom.json"), `\uFEFF${text}`);
    for (const name of ["plain", "bom"]) {
      const { requests, stderr } = await swath(`catalog search --data @${name}.json`, { home });
      expect(requests[0]?.body, stderr).toEqual({ limit: 3 });
    }
  });

  it.each([
    ["--data @nowhere.json", "no such file"],
    ["--file .", "is a folder"],
    ["--data @", "is a folder"],
    ["--data @nowhere.json/x", "no such file"],
  ])("%s is reported as unreadable", async (words, said) => {
    const run = await swath(`catalog search ${words}`);
    expect(run).toMatchObject({ exitCode: 2, stdout: "", requests: [] });
    expect(run.stderr).toContain(said);
    expect(run.stderr).toContain("code INPUT_NOT_READABLE");
  });
});

/** Arbitrary bytes, equal in every run. */
const garbage = (bytes: number): Buffer =>
  Buffer.alloc(bytes, Buffer.from([0x7b, 0x9f, 0x00, 0x1b, 0x5b, 0xff, 0x22, 0x0a, 0x41]));

const LONG: readonly (readonly [title: string, size: number, make: (size: number) => string | Uint8Array])[] =
  [
    ["ten megabytes of garbage", 10_000_000, garbage],
    ["ten megabytes of an unterminated text", 10_000_000, (size) => `"${"a".repeat(size)}`],
    ["seven million letters beyond Latin-1", 7_000_000, (size) => "я".repeat(size)],
    ["ten million blanks before such a letter", 10_000_000, (size) => `${" ".repeat(size)}я`],
    ["100,000 nested lists", 100_000, (count) => "[".repeat(count) + "]".repeat(count)],
    ["100,000 nested objects", 100_000, (count) => `${'{"a":'.repeat(count)}1${"}".repeat(count)}`],
    ["a million open brackets", 1_000_000, (count) => "[".repeat(count)],
  ];
const HOSTILE: readonly (readonly [title: string, input: string | Uint8Array])[] = [
  ["UTF-16 without a byte-order mark", Buffer.from('{"limit":3}', "utf16le")],
  ["bytes that are not UTF-8", Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d])],
  ["NaN", '{"limit":NaN}'],
  ["Infinity", '{"limit":-Infinity}'],
  ["1e999", '{"limit":1e999,"items":1e999}'],
  ["single quotes", "{'limit':3}"],
  ["a comment", '{"limit":3} // pages'],
  ["a comma too many", '{"limit":3,}'],
  ["nothing", ""],
  ["blanks", "  \n\t "],
  ["a web page", "<!doctype html><title>Sign in</title>"],
  ["two values", '{"limit":3}{"limit":4}'],
];
const COMMANDS = [
  "catalog search --data -",
  "catalog search --file -",
  "order review --data -",
  "order review --items -",
  "order place --yes --items -",
];

describe.each(COMMANDS)("%s", (line) => {
  const refuse = async (stdin: string | Uint8Array): Promise<void> => {
    const run = await swath(line, { stdin });
    expect(run).toMatchObject({ exitCode: 2, stdout: "", requests: [] });
    expect(run.stderr).toContain(/--\w+(?= -$)/.exec(line)?.[0]);
    expect(run.stderr.length).toBeLessThan(600);
    expect(run.stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    expect(run.stderr).not.toContain("INTERNAL");
  };

  it.each(LONG)(
    "refuses %s in linear time with a short message, and sends nothing",
    async (_title, size, make) => {
      await expectLinear(size, make, refuse);
    },
  );

  it.each(HOSTILE)("refuses %s with a short message, and sends nothing", async (_title, stdin) => {
    await refuse(stdin);
  });
});

describe("names that reach into objects", () => {
  it.each([
    [
      "--data",
      '{"limit":3,"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
      { limit: 3 },
    ],
  ])("%s drops them", async (flag, json, body) => {
    const { requests, stderr } = await swath(["catalog", "search", flag, json]);
    expect(JSON.stringify(requests[0]?.body)).toBe(JSON.stringify(body));
    expect(stderr).toContain(`Warning: ${flag}: the property "__proto__" was skipped\n`);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  it("--data: a duplicate key is reported by name; keys of siblings and in texts are not", async () => {
    const json =
      '{"limit":5,"limi\\u0074":6,"ids":["limit","a:b"],"query":{"platform":{"eq":"p"},"instruments":{"eq":"{"}}}';
    const { requests, stderr } = await swath(["catalog", "search", "--data", json]);
    expect(requests[0]?.body).toMatchObject({ limit: 6 });
    expect(stderr.match(/Warning: .* more than once.*/g)).toEqual([
      'Warning: --data: "limit" is given more than once in one object; the last one counts',
    ]);
  });

  it.each(["__proto__.polluted=1", "constructor.prototype.polluted=1", 'query["__proto__"].eq=1'])(
    "--set %s is refused",
    async (assignment) => {
      const run = await swath(["catalog", "search", "--set", assignment]);
      expect(run).toMatchObject({ exitCode: 2, requests: [] });
      expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    },
  );

  it("--where may compare a property of any name", async () => {
    const { requests } = await swath(["catalog", "search", "--where", "__proto__=1", "--no-validate"]);
    expect(JSON.stringify(requests[0]?.body)).toBe('{"query":{"__proto__":{"eq":1}}}');
  });
});

describe("--set", () => {
  it.each([
    ["limit=1e999", "too large"],
    ["bbox=[1,2", "is not JSON"],
    [`x=${"[".repeat(100)}${"]".repeat(100)}`, "nests deeper"],
    ["=5", "path=value"],
    ["a..b=5", "is not a path"],
    ["a[99999]=5", "index above"],
  ])("%s is refused", async (assignment, said) => {
    const run = await swath(["catalog", "search", "--set", assignment]);
    expect(run).toMatchObject({ exitCode: 2, stdout: "", requests: [] });
    expect(run.stderr).toContain(said);
  });

  it.each([
    ["items.0.x=1", { items: [{ ...ITEM, x: 1 }], list: [1, 2, 3], text: "t" }],
    ["list.0=5", { items: [ITEM], list: [5, 2, 3], text: "t" }],
    ["list.4=5", { items: [ITEM], list: [1, 2, 3, null, 5], text: "t" }],
    ["items[0].0=5", { items: [{ ...ITEM, "0": 5 }], list: [1, 2, 3], text: "t" }],
    ["gone.0=5", { items: [ITEM], list: [1, 2, 3], text: "t", gone: { "0": 5 } }],
    ["gone[0]=5", { items: [ITEM], list: [1, 2, 3], text: "t", gone: [5] }],
    ["list={}", { items: [ITEM], list: {}, text: "t" }],
  ])("--set %s: digits on a list are an index, and the list stays a list", async (assignment, body) => {
    const run = await swath([...DRY, "--json", "--set", assignment]);
    expect(run.exitCode, run.stderr).toBe(0);
    expect((JSON.parse(run.stdout) as { body: unknown }).body).toEqual(body);
  });

  it.each([
    ["list.first=5", '--set list.first: list is a list, which cannot contain a member "first"'],
    ["list.10000=5", '--set list.10000: list is a list, which cannot contain a member "10000"'],
    ["items[0][1]=5", "--set items[0][1]: items[0] is an object, which cannot contain an index [1]"],
    ["text.x=5", '--set text.x: text is a text, which cannot contain a member "x"'],
    ["list.0.x=5", '--set list.0.x: list[0] is a number, which cannot contain a member "x"'],
    ["[0]=5", "--set [0]: the body is an object, which cannot contain an index [0]"],
  ])("--set %s contradicts the body and is refused", async (assignment, said) => {
    const run = await swath([...DRY, "--set", assignment]);
    expect(run).toMatchObject({ exitCode: 2, stdout: "", requests: [] });
    expect(run.stderr).toContain(`Error: ${said}\n  `);
  });
});

describe("--data that is not an object", () => {
  it.each([
    ["null", "null"],
    ['"x"', "a text"],
    ["[1]", "a list"],
    ["7", "a number"],
    ["true", "true"],
  ])("--data %s has %s", async (data, kind) => {
    const run = await swath(["order", "place", "--data", data, "--dry-run"]);
    expect(run).toMatchObject({ exitCode: 2, requests: [] });
    expect(run.stderr).toContain(
      `--data has ${kind}, not a JSON object\n  Give the body as an object: --data`,
    );
  });
});

describe("an unreadable document", () => {
  it.each([
    ["catalog search --file broken.json", "--file broken.json is not JSON: line 1, column 8"],
    ["catalog search --file broken.json", "--file broken.json is not JSON: line 1, column 8"],
    ["order review --data @broken.json", "--data @broken.json is not JSON: line 1, column 8"],
    ["order review --items broken.json", "--items broken.json is not JSON: line 1, column 8"],
    ["task create --file broken.json", "--file broken.json is not JSON: line 1, column 8"],
    ["task create --each --file broken.json", "--file broken.json is not JSON: line 1, column 8"],
    ["api POST /x --data @broken.json", "--data @broken.json is not JSON: line 1, column 8"],
    ["org set-defaults o --file broken.json", "--file broken.json is not JSON: line 1, column 8"],
    ['order review --data {"a":1,}', "--data is not JSON: line 1, column 8"],
    ["order review --data @empty.json", "--data @empty.json is empty; JSON was expected"],
  ])("%s: the error has flag and file, and an example of JSON", async (line, said) => {
    const home = await tempHome();
    await writeFile(join(home, "broken.json"), '{"a":1,}');
    await writeFile(join(home, "empty.json"), "");
    const run = await swath(line.split(" "), { home });
    expect(run).toMatchObject({ exitCode: 2, stdout: "", requests: [] });
    expect(run.stderr).toContain(said);
    expect(run.stderr).toContain(`JSON looks like {"name": "value", "list": [1, 2]}`);
  });

  it.each([
    ["--file none.json", "--file none.json: no such file", "Check the path"],
    ["--data @none.json", "--data none.json: no such file", "Check the path"],
    ["--file .", "--file .: is a folder", "Check the path"],
    ["--file a.json/b", "--file a.json/b: a part of the path is not a folder", "Check the path"],
  ])("catalog search %s: the next step is shown", async (words, said, next) => {
    const home = await tempHome();
    await writeFile(join(home, "a.json"), "{}");
    const run = await swath(`catalog search ${words}`, { home });
    expect(run).toMatchObject({ exitCode: 2, stdout: "", requests: [] });
    expect(run.stderr).toContain(said);
    expect(run.stderr).toContain(`\n  ${next}`);
  });
});

describe("an area that begins like WKT", () => {
  it.each([
    ["POLYGN((0 0,1 1,1 0,0 0))", "Did you mean POLYGON? WKT looks like"],
    ["SRID=4326;PIONT(1 2)", "Did you mean POINT? WKT looks like"],
    ["Multipoligon Z (((0 0 1)))", "Did you mean MULTIPOLYGON? WKT looks like"],
    ["BOX(1 2,3 4)", "\n  WKT looks like"],
  ])("%s is not reported as broken JSON", async (area, next) => {
    const run = await swath(["catalog", "search", "--file", area]);
    expect(run).toMatchObject({ exitCode: 2, stdout: "", requests: [] });
    expect(run.stderr).toContain("--file is neither GeoJSON nor WKT nor KML: it begins with");
    expect(run.stderr).toContain(next);
    expect(run.stderr).toContain("code INPUT_NOT_GEOJSON, exit 2");
  });
});

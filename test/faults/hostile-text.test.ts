/** P13 text from a server in a terminal, a CI runner and a spreadsheet; annotations and summaries only on request. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { BITE } from "./bodies.ts";
import { KEY, runAll, type Case } from "./matrix.ts";
import { json, say } from "./reply.ts";

const item = {
  type: "Feature",
  id: `=cmd|' /C calc'!A0${BITE}`,
  collection: `::add-mask::x\n::error::y${BITE}`,
  geometry: { type: "Point", coordinates: [178, -16.8] },
  properties: {
    datetime: `\r\n::set-output name=a::b${BITE}`,
    platform: `+1+1\u202e`,
    "sar:product_type": "@SUM(A1)",
  },
  assets: {},
  links: [],
};

const FORMATS = ["table", "json", "ndjson", "csv", "tsv", "geojson", "yaml", "id"] as const;
const formats = FORMATS.map((format) => ({ title: format, format }));

describe("P13 a search with commands in its items, as", () => {
  const seenOf = runAll(formats, ({ format }): Case => ({
    args: ["catalog", "search", "--point", "178,-16.8", "--output", format, "--color", "always"],
    env: { GITHUB_ACTIONS: "true", CI: "true" },
    serve: say(json({ type: "FeatureCollection", features: [item], links: [] })),
  }));
  it.each(formats)("$title", async (row) => {
    const { code, stdout, stderr } = await seenOf(row);
    expect(code, stderr).toBe(0);
    for (const text of [stdout, stderr]) {
      expect(text).not.toMatch(/^\s*::[a-z]/im);
      expect(text).not.toMatch(/##\[/);
      expect(text).not.toContain(KEY);
      // Colours are ours; no other control sequences are allowed.
      const plain = text.replaceAll(/\u001b\[\d*m/g, "");
      expect(plain).not.toMatch(
        /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/,
      );
    }
    if (row.format === "csv") expect(stdout).not.toMatch(/(?:^|,)"?[=+@]/m);
    if (row.format === "json") expect(() => JSON.parse(stdout) as unknown).not.toThrow();
  });
});

/** Every text of these replies begins like a runner's command, in the older form and the newer. */
const COMMANDS = {
  taskingrequestId: "::error::owned",
  taskingrequestName: "##[error]n",
  lastStatusCode: "::stop-commands::x",
};
const listings = [
  { words: "task get t-1", reply: { properties: { ...COMMANDS, taskingrequestId: "t-1" } } },
  { words: "search tasks", reply: { results: [{ properties: COMMANDS }, COMMANDS] } },
  {
    words: "order links o-1",
    reply: [
      {
        ...item,
        id: "::error::a",
        collection: "##[group]x",
        assets: { "::debug::b": { href: "https://x.test/::error::c" } },
      },
    ],
  },
  { words: "api GET /x", reply: [COMMANDS, "::error::text", "##[error]text"] },
].flatMap((row) =>
  ["table", "ndjson", "csv", "tsv", "yaml", "id"].map((format) => ({
    ...row,
    format,
    title: `${row.words} as ${format}`,
  })),
);

describe("P13 a reply of workflow commands, read by", () => {
  const seenOf = runAll(listings, ({ words, reply, format }): Case => ({
    args: [...words.split(" "), "--output", format],
    env: { GITHUB_ACTIONS: "true", CI: "true" },
    serve: say(json(reply)),
  }));
  it.each(listings)("$title", async (row) => {
    const { stdout, stderr, code } = await seenOf(row);
    // `api` has no table of ids or columns; its refusals are in its own words.
    expect([0, 2], stderr).toContain(code);
    // The annotation of an error is ours.
    for (const text of [stdout, stderr.replaceAll(/^::error title=swath [A-Z_]+::.*$/gm, "")]) {
      expect(text).not.toMatch(/^\s*::[a-z-]+(?: |::)/im);
      expect(text).not.toMatch(/##\[/);
    }
  });
});

const refused = json({ error: { code: "NOT_FOUND", message: `100%,a:b\r\n::error::x${BITE}` } }, 404);
const requests = [
  { title: "annotates by default", args: [] as string[] },
  { title: "annotates once on request", args: ["--annotate"] },
  { title: "writes a summary on request", args: ["--step-summary"] },
];

describe("GITHUB_ACTIONS=true", () => {
  const seenOf = runAll(requests, ({ args }) => ({
    args: ["task", "get", "t-1", ...args],
    env: { GITHUB_ACTIONS: "true", CI: "true", GITHUB_STEP_SUMMARY: "summary.md" },
    prepare: (home) => writeFile(join(home, "summary.md"), "before\n"),
    serve: say(refused),
  }));
  it.each(requests)("$title", async (row) => {
    const { code, stdout, stderr, home } = await seenOf(row);
    expect(code).toBe(6);
    expect(stdout).toBe("");
    const commands = stderr.split("\n").filter((line) => line.startsWith("::"));
    const summary = await readFile(join(home, "summary.md"), "utf8");
    expect(commands.length).toBe(1);
    expect(commands[0]).toMatch(/^::error title=swath NOT_FOUND::100%25,a:b /);
    expect(summary.startsWith("before\n")).toBe(true);
    expect(summary.includes("swath task get t-1")).toBe(row.args.includes("--step-summary"));
    expect(summary).not.toContain(KEY);
    expect(summary.split("<pre>").length).toBe(row.args.includes("--step-summary") ? 2 : 1);
  });
});

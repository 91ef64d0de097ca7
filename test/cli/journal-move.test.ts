/** The records of the journal on another machine: `journal export` and `journal import`. */
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { openBench } from "./bench.ts";
import { PID, tempHome, type Run } from "./world.ts";
import { journalNames } from "../journal-names.ts";

const { swath, control } = await openBench();

const found = await swath("catalog search --product-type GEO --limit 3 --output id");
const [first = "", second = ""] = found.stdout.split("\n");
const place = (item: string): string => `order place --item vendor-archive/${item} --yes`;

let home: string;
let other: string;
beforeEach(async () => {
  [home, other] = [await tempHome(), await tempHome()];
  await control("DELETE", "/faults");
});

type JournalRecord = Record<string, unknown> & { id: string };

const exportOf = (journal: string, lines: readonly string[]): string => {
  const rest = lines.map((line) => `${line}\n`).join("");
  const sha256 = createHash("sha256").update(`${journal}\n${rest}`).digest("hex");
  return `${JSON.stringify({ swathJournal: 1, journal, records: lines.length, sha256 })}\n${rest}`;
};

const FOLDER = ".local/state/swath/journal";
const idOf = (of: string): Promise<string> => readFile(join(of, `${FOLDER}.id`), "utf8");
const namesIn = (of: string): Promise<string[]> => journalNames(join(of, FOLDER));
const recordIn = async (of: string, name?: string): Promise<{ state: string; resultId?: string }> => {
  const [only = ""] = name === undefined ? await namesIn(of) : [name];
  return JSON.parse(await readFile(join(of, FOLDER, only), "utf8")) as { state: string };
};
const change = async (of: string, changes: object): Promise<void> => {
  const [name = ""] = await namesIn(of);
  const record = await recordIn(of, name);
  await writeFile(join(of, FOLDER, name), JSON.stringify({ ...record, ...changes }));
};
const run = async (of: string, words: string): Promise<Run> => {
  const done = await swath(words, { home: of });
  expect(done.exitCode, done.stderr).toBe(0);
  return done;
};
const carry = async (from: string, to: string): Promise<Run> => {
  await run(from, "journal export moved.jsonl");
  await writeFile(join(to, "moved.jsonl"), await readFile(join(from, "moved.jsonl")));
  return run(to, "journal import moved.jsonl");
};

describe("REACH-11a the records of a journal", () => {
  it("P1 move to another machine, which then does not buy the same again", async () => {
    await run(home, place(first));
    const { stdout } = await carry(home, other);
    expect(stdout).toContain("Added");
    expect(await namesIn(other)).toEqual(await namesIn(home));
    const again = await swath(place(first), { home: other });
    expect([again.exitCode, again.stderr]).toEqual([12, expect.stringContaining("code ALREADY_ORDERED")]);
  });

  it("are merged: one that may have cost money stays, and a refused one is replaced by one that may have", async () => {
    await run(home, place(first));
    await carry(home, other);
    await change(home, { state: "unknown", reason: "the connection was reset" });
    await run(other, "journal export moved.jsonl");
    await writeFile(join(home, "moved.jsonl"), await readFile(join(other, "moved.jsonl")));
    expect((await run(home, "journal import moved.jsonl --json")).stdout).toContain('"kept": 1');
    expect(await recordIn(home)).toMatchObject({ state: "unknown" });

    await change(other, { state: "refused", status: 400 });
    await carry(home, other);
    expect(await recordIn(other)).toMatchObject({ state: "unknown" });
    await change(other, { state: "confirmed" });
    await run(other, "journal import moved.jsonl");
    expect(await recordIn(other)).toMatchObject({ state: "confirmed" });
  });

  it("of two machines that ordered the same stay two orders, and none of them settles the other", async () => {
    await run(home, place(first));
    await run(other, place(first));
    await change(other, { state: "unknown", preparedAt: Date.parse("2026-03-09T12:00:00Z") });
    const imported = await carry(home, other);
    expect(imported.stderr).toContain("stays");
    expect(await namesIn(other)).toHaveLength(2);
    const listed = JSON.parse((await run(other, "journal list --json")).stdout) as { open: boolean }[];
    expect(listed.map(({ open }) => open)).toEqual([false, true]);
    // Once more adds nothing.
    expect((await run(other, "journal import moved.jsonl --json")).stdout).toContain('"added": 0');
  });

  it.each([
    ["no export", () => "{}\n"],
    ["of a newer version", (text: string) => text.replace('"swathJournal":1', '"swathJournal":2')],
    ["of an unknown version", (text: string) => text.replace('"swathJournal":1', '"swathJournal":0')],
    ["cut", (text: string) => text.slice(0, -20)],
    ["without its last record", (text: string) => `${text.trimEnd().split("\n").slice(0, -1).join("\n")}\n`],
    ["with another id", (text: string) => text.replace(/"journal":"[^"]*"/, '"journal":"another"')],
    ["edited", (text: string) => text.replace('"confirmed"', '"refused"')],
    ["empty", () => ""],
  ])("are refused as a whole from a file that is %s", async (_name, spoil) => {
    await run(home, place(first));
    await run(home, place(second));
    await run(home, "journal export moved.jsonl");
    await writeFile(join(other, "moved.jsonl"), spoil(await readFile(join(home, "moved.jsonl"), "utf8")));
    const refused = await swath("journal import moved.jsonl", { home: other });
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining("INPUT_NOT_READABLE")]);
    expect(await readdir(join(other, ".local")).catch(() => [])).toEqual([]);
  });

  /** Returns the export with changed records, and a digest that matches: anybody can compute one. */
  function forge(text: string, change: (record: JournalRecord, at: number) => object | string): string {
    const [head = "", ...lines] = text.trimEnd().split("\n");
    const { journal } = JSON.parse(head) as { journal: string };
    const records = lines.map((line, at) => change(JSON.parse(line) as JournalRecord, at));
    return exportOf(
      journal,
      records.map((record) => (typeof record === "string" ? record : JSON.stringify(record))),
    );
  }
  const deep = (record: object): string =>
    JSON.stringify(record).replace('"body":{', `"body":{"deep":${"[".repeat(20_000)}${"]".repeat(20_000)},`);

  it.each<[string, (record: JournalRecord, at: number) => object | string]>([
    ["a path as its id", (record) => ({ ...record, id: `../${record.id}` })],
    ["an id of another form", (record) => ({ ...record, id: `${record.id}0000000000` })],
    ["the id of another one", (record) => ({ ...record, id: "0123456789abcdef-1" })],
    ["a request that is being sent", (record) => ({ ...record, state: "sending" })],
    ["an unknown state", (record) => ({ ...record, state: "__proto__" })],
    ["an unknown kind", (record) => ({ ...record, kind: "constructor" })],
    ["a time that no clock has", (record) => ({ ...record, preparedAt: 1e300 })],
    ["a time as text", (record) => ({ ...record, closedAt: "now" })],
    ["an object as the id at the service", (record) => ({ ...record, resultId: {} })],
    ["a body that is nested too deeply", deep],
    ["no object", () => "null"],
  ])("are refused as a whole from a forged file with %s", async (_name, change) => {
    await run(home, place(first));
    await run(home, place(second));
    await run(home, "journal export moved.jsonl");
    const text = await readFile(join(home, "moved.jsonl"), "utf8");
    await writeFile(join(other, "moved.jsonl"), forge(text, change));
    const refused = await swath("journal import moved.jsonl", { home: other });
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining("INPUT_NOT_READABLE")]);
    expect(await readdir(join(other, ".local")).catch(() => [])).toEqual([]);
  });

  it.each([
    ["a path", "../../evil"],
    ["lines of a terminal", "a\u001b[31m\nError: x"],
    ["endless", "x".repeat(1_000_000)],
  ])("are refused from a forged file of a journal whose id is %s", async (_name, id) => {
    await run(home, place(first));
    await run(home, "journal export moved.jsonl");
    const [, ...lines] = (await readFile(join(home, "moved.jsonl"), "utf8")).trimEnd().split("\n");
    await writeFile(join(other, "moved.jsonl"), exportOf(id, lines));
    const refused = await swath("journal import moved.jsonl", { home: other });
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining("INPUT_NOT_READABLE")]);
    expect(refused.stderr.length).toBeLessThan(500);
    expect(await readdir(join(other, ".local")).catch(() => [])).toEqual([]);
  });

  it("a million lines that are no records are refused at the first one", async () => {
    await writeFile(join(other, "moved.jsonl"), exportOf("a", Array(1_000_000).fill("{}")));
    const refused = await swath("journal import moved.jsonl", { home: other });
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining("record 1:")]);
  });

  it.each<[string, object]>([
    ["a number as its body", { body: 7 }],
    ["nothing as its body", { body: null }],
    ["items that are no objects", { body: { items: [null, 7] } }],
    ["items without names", { body: { items: [{ granuleId: {} }] } }],
  ])("P1 an order with %s may be one of anything: it is imported, and blocks", async (_name, changes) => {
    await run(home, place(first));
    await run(home, "journal export moved.jsonl");
    const text = await readFile(join(home, "moved.jsonl"), "utf8");
    const price = { price: { amount: 1 }, items: undefined };
    const forged = forge(text, (record) => ({ ...record, ...changes, details: price }));
    await writeFile(join(other, "moved.jsonl"), forged);
    await run(other, "journal import moved.jsonl");
    for (const words of ["journal list", "order history", "spend", "status"])
      expect((await swath(words, { home: other })).stderr).not.toContain("INTERNAL");
    const refused = await swath(place(second), { home: other });
    expect(refused.requests.filter(({ method, path }) => `${method} ${path}` === "POST /orders")).toEqual([]);
    expect([12, 13]).toContain(refused.exitCode);
  });

  it("are not moved while one is being sent, and not without one that cannot be read", async () => {
    await run(home, place(first));
    await run(home, "journal export moved.jsonl");
    await change(home, { state: "sending", sendingAt: Date.parse("2026-03-10T11:46:00Z"), pid: PID });
    for (const words of ["journal export again.jsonl", "journal import moved.jsonl"]) {
      const refused = await swath(words, { home });
      expect([refused.exitCode, refused.stderr]).toEqual([
        13,
        expect.stringContaining("is sending a request"),
      ]);
    }
    await change(home, { pid: PID + 1 });
    await carry(home, other);
    expect(await recordIn(other)).toMatchObject({ state: "unknown" });
    const [name = ""] = await namesIn(home);
    await writeFile(join(home, FOLDER, name), "{");
    const refused = await swath("journal export again.jsonl", { home });
    expect([refused.exitCode, refused.stderr]).toEqual([13, expect.stringContaining("cannot be read")]);
  });

  it("exclude a purchase while another process has the lock of the journal", async () => {
    await run(home, place(first));
    const lock = JSON.stringify({ pid: PID, token: "0123456789abcdef" });
    await writeFile(join(home, FOLDER, ".lock"), lock);
    const refused = await swath(place(second), { home });
    expect([refused.exitCode, refused.stderr]).toEqual([
      13,
      expect.stringContaining(`process ${PID} is using the spend journal`),
    ]);
    expect(refused.requests.filter(({ path }) => path === "/orders")).toEqual([]);
    for (const words of ["journal export moved.jsonl", "journal import moved.jsonl"]) {
      await writeFile(join(home, "moved.jsonl"), "");
      expect((await swath(words, { home })).exitCode).not.toBe(0);
    }
  });

  it("are not moved by a dry run", async () => {
    await run(home, place(first));
    await run(home, "journal export moved.jsonl");
    const dry = await run(home, "journal export again.jsonl --dry-run --json");
    expect(JSON.parse(dry.stdout)).toMatchObject({ records: 1 });
    expect(await readdir(home)).not.toContain("again.jsonl");
    await writeFile(join(other, "moved.jsonl"), await readFile(join(home, "moved.jsonl")));
    expect((await run(other, "journal import moved.jsonl --dry-run --json")).stdout).toContain('"added": 1');
    expect(await readdir(join(other, ".local")).catch(() => [])).toEqual([]);
  });

  it("replace an earlier export, and no other file", async () => {
    await run(home, place(first));
    await run(home, "journal export moved.jsonl");
    await run(home, "journal export moved.jsonl");
    await writeFile(join(home, "notes.txt"), "mine");
    const refused = await swath("journal export notes.txt", { home });
    expect(refused.stderr).toContain("code FILE_EXISTS");
    expect(await readFile(join(home, "notes.txt"), "utf8")).toBe("mine");
  });
});

describe("REACH-11a the id of a journal", () => {
  it("goes with its records, so that a quote is bought in one place", async () => {
    await run(home, place(first));
    await run(home, `order review --item vendor-archive/${second} --save quote.json`);
    await writeFile(join(home, `${FOLDER}.id`), "journal-a");
    await run(home, "order review --item vendor-archive/" + second + " --save moved-quote.json");
    await writeFile(join(other, "quote.json"), await readFile(join(home, "moved-quote.json")));
    await carry(home, other);
    expect(await idOf(other)).toBe("journal-a");
    const left = await swath("quote buy moved-quote.json --yes", { home });
    expect([left.exitCode, left.stderr]).toEqual([12, expect.stringContaining("this one is new")]);
    await run(other, "quote buy quote.json --yes");

    await carry(other, home);
    expect(await idOf(home)).toBe("journal-a");
    const again = await swath("quote buy moved-quote.json --yes", { home });
    expect([again.exitCode, again.stderr]).toEqual([12, expect.stringContaining("was bought at")]);
  });

  it("P1 goes to another machine while a person is asked: the purchase is refused here, and made there", async () => {
    await run(home, `order review --item vendor-archive/${first} --save quote.json`);
    const asked = await swath("quote buy quote.json", {
      home,
      stdinTTY: true,
      ask: async () => {
        await carry(home, other);
        return true;
      },
    });
    expect([asked.exitCode, asked.stderr]).toEqual([12, expect.stringContaining("and this one is new")]);
    expect(asked.requests.filter(({ path }) => path === "/orders")).toEqual([]);
    await writeFile(join(other, "quote.json"), await readFile(join(home, "quote.json")));
    await run(other, "quote buy quote.json --yes");
  });

  it("is not taken over by a journal with records of its own", async () => {
    await run(home, place(first));
    await run(other, place(second));
    await writeFile(join(home, `${FOLDER}.id`), "journal-a");
    await carry(home, other);
    expect(await idOf(other)).not.toBe("journal-a");
    expect(await namesIn(other)).toHaveLength(2);
  });
});

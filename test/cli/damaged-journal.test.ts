/** An unreadable record of the spend journal may be a purchase: nothing is bought past it without consent. */
import { mkdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { openRecordIndex } from "../../src/money/store/record-index.ts";
import { withoutHome } from "../names-below.ts";
import { makeLink, makeLinkToEndlessDevice, makePipe } from "../this-system.ts";
import { openBench } from "./bench.ts";
import { errorOf } from "./scripted-service.ts";
import { tempHome } from "./world.ts";
import { journalNames } from "../journal-names.ts";

const { swath, clock, control } = await openBench();

const found = await swath("catalog search --product-type GEO --limit 2 --output id");
const [granule = "", second = ""] = found.stdout.trim().split("\n");
const PLACE = `order place --item vendor-archive/${granule} --yes`;
const OTHER = `order place --item vendor-archive/${second} --item vendor-archive/${granule} --yes`;

/** The index of fewer records is not written. */
const ENOUGH_FOR_AN_INDEX = 70;

let home: string;
let dir: string;
beforeEach(async () => {
  home = await tempHome();
  dir = join(home, ".local", "state", "swath", "journal");
  await control("DELETE", "/faults");
});

/** An order with a lost reply and a record damaged afterwards; returns the record's id. */
async function damagedOrder(damage: (text: string) => string = (text) => text.slice(0, 90)): Promise<string> {
  await control("POST", "/faults", { route: "placeOrder", when: "after", count: 1, reset: true });
  expect((await swath(PLACE, { home })).exitCode).toBe(13);
  const [file = ""] = await journalNames(dir);
  await writeFile(join(dir, file), damage(await readFile(join(dir, file), "utf8")));
  return file.replace(".json", "");
}

const spent = ({ requests }: { requests: { method: string; path: string }[] }): number =>
  requests.filter(({ method, path }) => method === "POST" && path === "/orders").length;

const named = (text: string, id: string): string =>
  withoutHome(text, home)
    .replaceAll(id, "<record>")

    .replaceAll(granule, "<old>")
    .replaceAll(second, "<new>")
    .replace(/(last written )[^)]+/, "$1<time>");

describe("ORDER-18 an unreadable record", () => {
  it.each([
    ["truncated", (text: string) => text.slice(0, 90)],
    ["garbage", () => "@@@@"],
    ["empty", () => ""],
    ["of a newer version", () => '{"version":99}'],
  ])("%s: the same item in another order is not bought, even with --yes", async (_title, damage) => {
    const id = await damagedOrder(damage);
    const run = await swath(`${OTHER} --json`, { home });
    expect([run.exitCode, spent(run)]).toEqual([13, 0]);
    expect(errorOf(run)).toMatchObject({
      code: "INTENT_OPEN",
      intentId: id,
      files: [join(dir, `${id}.json`)],
    });
  });

  it("is treated the same if the disk cannot read it", async () => {
    await mkdir(join(dir, "0123456789abcdef-1.json"), { recursive: true });
    const run = await swath(PLACE, { home });
    expect([run.exitCode, spent(run)]).toEqual([13, 0]);
    expect(run.stderr).toContain("cannot be read: not a file");
  });

  it.each([
    ["a pipe that nobody writes", makePipe],
    ["a link to an endless device", makeLinkToEndlessDevice],
    ["a link to nothing", (path: string) => makeLink(join(home, "nowhere"), path)],
  ])("that is %s: nothing is bought, and nothing hangs", async (_title, make) => {
    await mkdir(dir, { recursive: true });
    make(join(dir, "0123456789abcdef-1.json"));
    const run = await swath(PLACE, { home });
    expect([run.exitCode, spent(run)]).toEqual([13, 0]);
    expect(run.stderr).toContain("0123456789abcdef-1.json");
    const listed = await swath("journal list --json", { home });
    expect(listed.stdout + listed.stderr).toContain("0123456789abcdef-1");
  });

  describe("P1 whose bytes the disk has lost, while the time and length of its file stayed the same and the index has its line", () => {
    /** Replaces the bytes of a record among many, after the index was written. Returns its id. */
    async function lostRecord(
      command: string,
      lose = (text: string): string => "\0".repeat(text.length),
    ): Promise<string> {
      expect((await swath(command, { home })).exitCode).toBe(0);
      const [file = ""] = await journalNames(dir);
      const path = join(dir, file);
      const text = await readFile(path, "utf8");
      for (let at = 1; at <= ENOUGH_FOR_AN_INDEX; at += 1) {
        const id = `${at.toString(16).padStart(16, "0")}-1`;
        const body = { items: [{ collectionId: "c", granuleId: `g-${at}` }] };
        await writeFile(
          join(dir, `${id}.json`),
          JSON.stringify({
            ...JSON.parse(text),
            id,
            kind: "placeOrder",
            path: "/orders",
            body,
            details: body,
          }),
        );
      }
      await utimes(path, 9, 9);
      await swath("journal list", { home });
      expect(openRecordIndex(dir).load().numberOf(file)).toBeGreaterThanOrEqual(0);
      await writeFile(path, lose(text));
      await utimes(path, 9, 9);
      return file.replace(".json", "");
    }

    it("its item is not bought again, the record is listed, and a person can resolve it", async () => {
      const id = await lostRecord(PLACE);
      const run = await swath(`${OTHER} --json`, { home });
      expect([run.exitCode, spent(run)]).toEqual([13, 0]);
      expect(errorOf(run)).toMatchObject({ code: "INTENT_OPEN", intentId: id });
      expect((await swath("journal list", { home })).stderr).toContain(`${id}.json cannot be read`);
      expect((await swath(`journal resolve ${id} --not-created`, { home })).exitCode).toBe(0);
      expect(spent(await swath(OTHER, { home }))).toBe(1);
    });

    it("an equal request is not sent again", async () => {
      const create =
        "task create --point -9.14,38.69 --window-open +1d --window 7d --tier standard --type spotlight --pre-approve --yes";
      await lostRecord(create);
      const run = await swath(create, { home });
      expect(run.exitCode).toBe(13);
      expect(run.requests.filter(({ method }) => method === "POST")).toEqual([]);
    });

    it("a feature of --each with relative times is not sent again, and a person can resolve the record", async () => {
      const file = join(home, "port.geojson");
      const geometry = { type: "Point", coordinates: [-9.14, 38.69] };
      await writeFile(file, JSON.stringify({ type: "Feature", geometry, properties: {} }));
      const create = `task create --file ${file} --each --window-open now --window 7d --tier standard --type spotlight --pre-approve --yes`;
      const id = await lostRecord(create);
      clock.ms += 60_000;
      const run = await swath(create, { home });
      expect(run.requests.filter(({ method }) => method === "POST")).toEqual([]);
      expect(run.exitCode).not.toBe(0);
      expect(run.stderr).toContain(id);
      expect((await swath(`journal resolve ${id} --not-created`, { home })).exitCode).toBe(0);
      expect((await swath(create, { home })).exitCode).toBe(0);
    });

    it("an earlier state of the record, from a backup, counts: its item is not bought again", async () => {
      const earlier = (text: string): string => text.replace('"confirmed",', '"unknown"  ,');
      const id = await lostRecord(PLACE, earlier);
      const run = await swath(`${OTHER} --json`, { home });
      expect([run.exitCode, spent(run)]).toEqual([13, 0]);
      expect(errorOf(run)).toMatchObject({ code: "INTENT_OPEN", intentId: id });
    });

    it("P5 a task whose limit is in the record is not approved", async () => {
      const create =
        "task create --point -9.14,38.69 --window-open +1d --window 7d --tier standard --type spotlight --max-cost 100";
      const id = await lostRecord(create);
      clock.ms += 600_000;
      const [waiting] = JSON.parse((await swath("approvals --json", { home })).stdout) as { id: string }[];
      const run = await swath(`task approve ${waiting?.id} --yes --json`, { home });
      expect(run.requests.filter(({ method }) => method === "PATCH")).toEqual([]);
      expect(run.exitCode).toBe(13);
      expect(errorOf(run)).toMatchObject({ code: "INTENT_OPEN", intentId: id });
    });

    it("the record of an order is not missing from the history without a warning", async () => {
      const id = await lostRecord(PLACE);
      const run = await swath("order history --json", { home });
      expect(run.stderr).toContain(`journal file ${id}.json cannot be read: not JSON`);
    });
  });

  it("a record without its body may be an order of anything", async () => {
    await damagedOrder((text) => {
      const { body: _body, ...record } = JSON.parse(text) as Record<string, unknown>;
      return JSON.stringify(record);
    });
    const run = await swath(`order place --item vendor-archive/${second} --yes`, { home });
    expect([run.exitCode, spent(run)]).toEqual([13, 0]);
  });

  it("the error shows the file, its time, and the next command", async () => {
    const id = await damagedOrder();
    expect(named((await swath(OTHER, { home })).stderr, id)).toMatchInlineSnapshot(`
      "Error: The journal's record <record> (<home>/.local/state/swath/journal/<record>.json, last written <time>) cannot be read: not JSON. It may record a paid order; nothing was ordered
        See the earlier request: swath journal show <record>
        code INTENT_OPEN, exit 13; more: swath help INTENT_OPEN
      "
    `);
    expect(named((await swath(`journal show ${id}`, { home })).stderr, id)).toMatchInlineSnapshot(`
      "Error: the journal's record <record> (<home>/.local/state/swath/journal/<record>.json, last written <time>) cannot be read: not JSON. It may record a paid order
        Record the order's id: swath journal resolve <record> --order-id <orderId>
        code INTENT_OPEN, exit 13; more: swath help INTENT_OPEN
      "
    `);
    expect((await swath("journal list", { home, stdoutTTY: true, stderrTTY: true })).stderr).toContain(
      `swath journal show ${id}`,
    );
  });

  it("--resend buys on purpose", async () => {
    await damagedOrder();
    const run = await swath(`${OTHER} --resend`, { home });
    expect([run.exitCode, spent(run)]).toEqual([0, 1]);
  });

  it("a person is asked once per run: a no sends nothing, a yes buys", async () => {
    const id = await damagedOrder();
    const asked: string[] = [];
    const answering = (...answers: boolean[]) => ({
      home,
      stdinTTY: true,
      ask: async ({ message }: { message: string }) => {
        asked.push(named(message, id));
        return answers.shift() === true;
      },
    });
    const words = OTHER.replace(" --yes", "");
    const declined = await swath(words, answering(true, false));
    expect([declined.exitCode, spent(declined)]).toEqual([12, 0]);
    expect(declined.stderr).toContain("ABORTED");
    const agreed = await swath(words, answering(true, true));
    expect([agreed.exitCode, spent(agreed)]).toEqual([0, 1]);
    expect(asked.slice(2)).toMatchInlineSnapshot(`
      [
        "The journal's record <record> (<home>/.local/state/swath/journal/<record>.json, last written <time>) cannot be read: not JSON. It may record a paid order. Send it now, and perhaps pay twice?",
        "Order 2 items for $875.00?",
      ]
    `);
  });

  it("a confirmed repetition of the order does not ask again", async () => {
    await damagedOrder();
    const run = await swath(PLACE.replace(" --yes", ""), { home, stdinTTY: true, ask: async () => true });
    expect([run.exitCode, spent(run)]).toEqual([0, 1]);
    // That attempt passed the damaged one, as --resend would.
    expect((await swath(OTHER.replace(granule, "x"), { home })).stderr).not.toContain("INTENT_OPEN");
  });

  it("--not-created ends it by its id or file, and keeps its bytes aside", async () => {
    const id = await damagedOrder();
    const kept = await readFile(join(dir, `${id}.json`), "utf8");
    const trial = await swath(`journal resolve ${id} --not-created --dry-run`, { home });
    expect(trial.stderr).toContain("nothing was written");
    const run = await swath(`journal resolve ${join(dir, `${id}.json`)} --not-created`, { home });
    expect(run).toMatchObject({ exitCode: 0, requests: [] });
    expect(run.stderr).toContain(join(dir, `${id}.json.damaged`));
    expect(await readFile(join(dir, `${id}.json.damaged`), "utf8")).toBe(kept);
    expect((await swath("journal list", { home })).stderr).not.toContain("damaged");
    expect((await swath(OTHER, { home })).exitCode).toBe(0);
  });

  it("--order-id replaces it by a record of that order, which order history shows and the budget counts", async () => {
    const id = await damagedOrder();
    const run = await swath(`journal resolve ${id} --no-validate --order-id o-9 --price $525.00 --json`, {
      home,
    });
    expect(JSON.parse(run.stdout)).toMatchObject({
      intentId: id,
      state: "confirmed",
      id: "o-9",
      open: false,
    });
    expect(run.stderr).toContain(
      "the items of order o-9 are unknown here: compare them before you order the same",
    );
    expect(JSON.parse((await swath("order history --json", { home })).stdout)).toMatchObject([
      { orderId: "o-9", price: "$525.00", intentId: id },
    ]);
    expect(await journalNames(dir)).toEqual([`${id}.json`, `${id}.json.damaged`]);
  });

  it.each(["--id t-1", "--price 5", "--order-id o-1 --not-created"])(
    "resolved with %s it stays unknown",
    async (flags) => {
      const id = await damagedOrder();
      const run = await swath(`journal resolve ${id} ${flags}`, { home });
      expect(run.exitCode).toBe(2);
      expect(run.stderr).toContain(`swath journal resolve ${id} --order-id <orderId>`);
      expect(await journalNames(dir)).toEqual([`${id}.json`]);
    },
  );

  it("under a budget the error leads to that record", async () => {
    const id = await damagedOrder();
    await swath("config set budget 10000/month", { home });
    const run = await swath(OTHER, { home });
    expect([run.exitCode, spent(run)]).toEqual([13, 0]);
    expect(run.stderr).toContain(`swath journal show ${id}`);
  });

  it("files that are not records, and partial files of a killed run, stop nothing", async () => {
    await mkdir(dir, { recursive: true });
    await writeFile(join(dir, "notes.txt"), "mine");
    await writeFile(join(dir, ".0123456789abcdef-1.json.x.tmp"), '{"ver');
    expect((await swath(PLACE, { home })).exitCode).toBe(0);
  });
});

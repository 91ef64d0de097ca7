/** VIEW-04: the last search that a terminal showed, in the next command. */
import { afterAll, describe, expect, it } from "vitest";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { namesBelow } from "../names-below.ts";
import { openBench } from "./bench.ts";
import { tempHome, type Surroundings } from "./world.ts";

const { swath, control } = await openBench();
const homes: string[] = [];
afterAll(() => Promise.all(homes.map((home) => rm(home, { recursive: true, force: true }))));

const SEARCH = "catalog search --place Lisbon --radius 20km --limit 5";

const terminal = async (): Promise<Surroundings & { home: string }> => {
  const home = await tempHome();
  homes.push(home);
  return { home, stdinTTY: true, stdoutTTY: true, stderrTTY: true, columns: 200 };
};
const scenesIn = (stdout: string): string[] =>
  stdout
    .replaceAll(/\u001b\[\d+m/g, "")
    .split("\n")
    .flatMap((line) => /^([0-9a-f]{8}) {2}/.exec(line)?.[1] ?? []);
const bodiesOf = (requests: readonly { path: string; body?: unknown }[], path: string): unknown[] =>
  requests.filter((request) => request.path === path).map(({ body }) => body);

interface Item {
  id: string;
  collection: string;
  properties: Record<string, string>;
}
const [item] = JSON.parse((await swath(`${SEARCH} --json`)).stdout) as [Item];
/** The beginning of an item's id, which the catalog does not resolve. */
const begin = item.id.slice(0, -1);
const reviewed = [{ items: [{ collectionId: item.collection, granuleId: item.id }] }];

/** Returns whether the beginning of an id stands for the item of the last search. */
async function isKnown(given: Surroundings, flags = ""): Promise<boolean> {
  const { requests } = await swath(`order review --item ${item.collection}/${begin} ${flags}`, given);
  return JSON.stringify(bodiesOf(requests, "/orders/review")) === JSON.stringify(reviewed);
}

describe("VIEW-04 the items of a search on a terminal", () => {
  it.each(["", "--per-item", "--output map", "--output id", "--query [].id", "--columns id"])(
    "are known by the beginnings of their ids in the next command: %s",
    async (flags) => {
      const own = await terminal();
      await swath([...SEARCH.split(" "), ...flags.split(" ").filter(Boolean)], own);
      expect(await isKnown(own)).toBe(true);
    },
  );

  it("VIEW-04 of another service are not offered: order place asks for a place first", async () => {
    const own = await terminal();
    await swath(SEARCH, own);
    const messages: string[] = [];
    const ask = async ({ message }: { message: string }) => (messages.push(message), "");
    await swath("order place --base-url https://b.example", { ...own, ask });
    expect(messages[0]).toMatch(/^Over which place/);
  });

  it("include those of stacks", async () => {
    const own = await terminal();
    await swath("catalog stacks --point 4.14,51.95 --radius 400km --look-tolerance 6 --min-overlap 20%", own);
    const messages: string[] = [];
    await swath("order place", { ...own, ask: async ({ message }) => (messages.push(message), []) });
    expect(messages[0]).toMatch(/^Which products\? Scenes of your last search/);
  });

  it.each([
    ["in a pipe", { stdoutTTY: false }, ""],
    ["with stdin from a pipe", { stdinTTY: false }, ""],
    ["of another profile", {}, "--profile second"],
    ["of another service", {}, "--base-url https://b.example"],
    ["with SWATH_NO_ID_CACHE", { env: { SWATH_NO_ID_CACHE: "1" } }, ""],
  ])("are not known to a command %s", async (_title, more, flags) => {
    const own = await terminal();
    await swath("config set retries 1 --profile second", own);
    await swath(SEARCH, own);
    expect(await isKnown({ ...own, ...more }, flags)).toBe(false);
    expect(await isKnown(own)).toBe(true);
  });

  it.each([
    ["found nothing", "catalog search --bbox -180,85,180,90", {}],
    ["failed", `${SEARCH} --retries 0`, {}],
    ["was refused", "catalog search --bbox 1,2", {}],
    ["was a dry run", `${SEARCH} --dry-run`, {}],
    ["had an unknown column", `${SEARCH} --columns nosuch`, {}],
    ["printed elsewhere", "catalog search --product-type GEC --limit 5", { stdoutTTY: false }],
    ["kept no ids", "catalog search --product-type GEC", { env: { SWATH_NO_ID_CACHE: "1" } }],
  ])("stay after one that %s", async (title, line, more) => {
    const own = await terminal();
    await swath(SEARCH, own);
    if (title === "failed")
      await control("POST", "/faults", { route: "searchCatalog", count: 1, status: 500 });
    await swath(line, { ...own, ...more });
    expect(await isKnown(own)).toBe(true);
  });

  it("are replaced by those of the next", async () => {
    const own = await terminal();
    await swath(SEARCH, own);
    await swath("catalog search --collection vendor-open-data --limit 2", own);
    expect(await isKnown(own)).toBe(false);
  });

  it.each(["", "{", "null", "[]", '{"baseUrl":1}', '{"items":[{}]}'])(
    "a damaged file (%s) is none, and the next search replaces it",
    async (text) => {
      const own = await terminal();
      await swath(SEARCH, own);
      const names = await namesBelow(own.home);
      const file = join(
        own.home,
        names.find((name) => name.endsWith("last-search/default.json"))!,
      );
      await writeFile(file, text);
      expect(await isKnown(own)).toBe(false);
      await swath(SEARCH, own);
      expect(await isKnown(own)).toBe(true);
    },
  );
});

describe("VIEW-04 rows have no numbers", () => {
  it.each(["order review 3", "order place 3:GEO --yes", "order place 1-3 --yes", "order review 1,3"])(
    "%s is no id of an item, and nothing is sent",
    async (line) => {
      const own = await terminal();
      await swath(SEARCH, own);
      const { stderr, exitCode, requests } = await swath(line, own);
      expect(stderr).toContain("code USAGE");
      expect(stderr).toContain("is not the id of an item: the beginning of an id has at least 4 characters");
      expect({ exitCode, requests }).toEqual({ exitCode: 2, requests: [] });
    },
  );

  it.each(["catalog preview 3 --image none", "catalog search --like 3", "catalog stacks --item 3"])(
    "%s is an unknown id",
    async (line) => {
      const own = await terminal();
      await swath(SEARCH, own);
      const { exitCode, stderr } = await swath(line, own);
      expect(exitCode, stderr).not.toBe(0);
    },
  );
});

describe("VIEW-04 the command below scenes on a terminal", () => {
  it("is the list of a search", async () => {
    const { stderr } = await swath(SEARCH, await terminal());
    expect(stderr).toContain("Tick scenes, see their price and buy: swath order place\n");
  });

  it("buys the scenes of --cover by their short ids, with their price", async () => {
    const own = await terminal();
    const line = `${SEARCH} --product-type GEO --cover --price`;
    const { stderr, stdout } = await swath(line, own);
    const scenes = scenesIn(stdout);
    const command = /Order these scenes for (\$[\d,.]+): swath (order place .*)\n/.exec(stderr);
    expect(command?.[2]).toBe(`order place ${scenes.map((id) => `${id}:GEO`).join(" ")}`);
    const { requests, exitCode } = await swath(`${command![2]} --yes`, own);
    expect(exitCode).toBe(0);
    const ids = (await swath(`${line} --output id`)).stdout.trim().split("\n");
    const [{ items }] = bodiesOf(requests, "/orders") as [{ items: { granuleId: string }[] }];
    expect(items.map(({ granuleId }) => granuleId)).toEqual(ids);
  });
});

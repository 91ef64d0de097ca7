/** Items that this machine has ordered or downloaded, marked in every list without a request. */
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openBench } from "./bench.ts";
import { delivered } from "./delivered.ts";
import { tempHome } from "./world.ts";
import { journalNames } from "../journal-names.ts";

const bench = await openBench({ archiveSize: 400 });
const { swath, control, clock } = bench;

const SEARCH = "catalog search --product-type GEO --limit 5";
const found = (await swath(`${SEARCH} --output id`)).stdout.trim().split("\n");
const [first = "", second = "", third = ""] = found;

type Marks = Record<string, string | undefined>;

/** The marks of a search's items, by id; one request is sent. */
async function marksIn(home: string, line = SEARCH): Promise<Marks> {
  const { stdout, stderr, exitCode, requests } = await swath(`${line} --json`, { home });
  expect(exitCode, stderr).toBe(0);
  expect(requests.length).toBeLessThanOrEqual(1);
  const items = JSON.parse(stdout) as { id: string; owned?: string }[];
  return Object.fromEntries(items.map(({ id, owned }) => [id, owned]));
}

const place = (home: string, id: string) =>
  swath(`order place --item vendor-archive/${id} --yes --output id`, { home });

/** Runs `work` a month later by both clocks. */
async function aMonthLater<T>(work: () => Promise<T>): Promise<T> {
  const before = clock.ms;
  clock.ms += 30 * 86_400_000;
  try {
    return await work();
  } finally {
    clock.ms = before;
  }
}

describe("marks", () => {
  it("OWN-01 an item of an active order is owned, an expired one is expired, others have no mark", async () => {
    const home = await tempHome();
    expect(Object.values(await marksIn(home)).every((mark) => mark === undefined)).toBe(true);
    await place(home, first);
    expect(await marksIn(home)).toEqual({
      ...Object.fromEntries(found.map((id) => [id, undefined])),
      [first]: "owned",
    });
    const later = await aMonthLater(() => marksIn(home, `catalog search --id ${first}`));
    expect(later).toEqual({ [first]: "expired" });
  });

  it("OWN-01 a downloaded item stays owned after its order has expired, as long as its files are there", async () => {
    const there = await delivered(bench);
    const [item = ""] = there.items;
    const later = () => aMonthLater(() => marksIn(there.home, `catalog search --id ${item}`));
    expect(await later()).toEqual({ [item]: "owned" });
    // A thumbnail is not the product.
    await rm(join(there.imagery, item, `${item}_thumbnail.png`));
    expect(await later()).toEqual({ [item]: "owned" });
    const image = (await readdir(join(there.imagery, item))).find((name) => name.endsWith(".tif"))!;
    await rm(join(there.imagery, item, image));
    expect(await later()).toEqual({ [item]: "expired" });
  });

  it("OWN-01 a download without its image is not a delivery", async () => {
    const home = await tempHome();
    const orderId = (await place(home, second)).stdout.trim();
    await swath(`order download ${orderId} --out-dir part --asset metadata`, { home });
    expect(await aMonthLater(() => marksIn(home, `catalog search --id ${second}`))).toEqual({
      [second]: "expired",
    });
  });

  it("OWN-01 an order with an unknown outcome makes its item unknown", async () => {
    const home = await tempHome();
    await control("POST", "/faults", { route: "placeOrder", when: "after", count: 1, reset: true });
    expect((await place(home, third)).exitCode).toBe(13);
    await control("DELETE", "/faults");
    expect((await marksIn(home))[third]).toBe("unknown");
  });

  it("OWN-01 an order of another service is not ours", async () => {
    const home = await tempHome();
    await place(home, first);
    const { stdout } = await swath(`${SEARCH} --json --profile other`, {
      home,
      env: { SWATH_BASE_URL: "https://other.example" },
    });
    expect(stdout).not.toContain('"owned"');
  });

  it("OWN-01 a terminal marks the products of a scene, and has no column without a mark", async () => {
    const home = await tempHome();
    const table = async () =>
      (await swath("catalog search --limit 3", { home, stdoutTTY: true, columns: 200 })).stdout;
    expect(await table()).not.toContain("OWNED");
    const [scene = ""] = (
      await swath("catalog search --limit 1 --product-type SLC --output id")
    ).stdout.split("\n");
    await place(home, scene);
    const shown = (await swath(`catalog search --id ${scene}`, { home, stdoutTTY: true, columns: 200 }))
      .stdout;
    expect(shown).toMatch(/OWNED/);
    expect(shown.split("\n")[1]).toMatch(/SLC {2,}SLC /);
  });

  it("OWN-01 a map page has the column if an item is owned", async () => {
    const home = await tempHome();
    const page = async (): Promise<string> => {
      await swath(`${SEARCH} --map page.html`, { home });
      return readFile(join(home, "page.html"), "utf8");
    };
    expect(await page()).not.toContain('"key":"owned"');
    await place(home, first);
    expect(await page()).toContain('"key":"owned"');
  });

  it("OWN-01 a damaged log of deliveries and a damaged journal do not fail a search", async () => {
    const there = await delivered(bench);
    const state = join(there.home, ".local/state/swath");
    await writeFile(join(state, "deliveries.ndjson"), '{"item":"x\n\u0000{"item":"}\n[]\n{"item":"y"}\n');
    for (const name of await journalNames(join(state, "journal")))
      await writeFile(join(state, "journal", name), "not a record");
    expect(Object.keys(await marksIn(there.home))).toHaveLength(5);
  });

  it("OWN-01 stacks count the scenes that are owned", async () => {
    const home = await tempHome();
    const stacks = "catalog stacks --bbox -180,-80,180,80 --product-type GEO --json";
    const [stack] = JSON.parse((await swath(stacks, { home })).stdout) as {
      collects: { id: string; items: string[] }[];
    }[];
    expect(JSON.stringify(stack)).not.toContain("owned");
    const { id: scene, items } = stack!.collects[0]!;
    const [item = ""] = items;
    await place(home, item);
    const [marked] = JSON.parse((await swath(stacks, { home })).stdout) as {
      collects: { owned?: object }[];
    }[];
    expect(marked!.collects.map(({ owned }) => owned).filter((owned) => owned !== undefined)).toEqual([
      { [item]: "owned" },
    ]);
    const pairs = JSON.parse((await swath(`${stacks} --pairs 100`, { home })).stdout) as {
      first: string;
      second: string;
      owned?: object;
    }[];
    const withItem = pairs.filter(({ first: one, second: two }) => [one, two].includes(scene));
    expect(withItem.length).toBeGreaterThan(0);
    expect(withItem.map(({ owned }) => owned)).toEqual(withItem.map(() => ({ [item]: "owned" })));
    expect(pairs.filter(({ owned }) => owned !== undefined)).toHaveLength(withItem.length);
    const { stdout } = await swath("catalog stacks --bbox -180,-80,180,80 --product-type GEO --pairs 1", {
      home,
      stdoutTTY: true,
      columns: 200,
    });
    expect(stdout).toContain("OWNED");
    expect(stdout).toMatch(/ (?:first|second) /);
  });
});

describe("OWN-04 marks from an index of the journal", () => {
  /** A home whose journal has an index, with an order of the first item. */
  async function indexedHome() {
    const home = await tempHome();
    await place(home, first);
    const journal = join(home, ".local/state/swath/journal");
    const [name = ""] = await journalNames(journal);
    const record = JSON.parse(await readFile(join(journal, name), "utf8")) as {
      id: string;
      resultId: string;
    };
    for (let at = 0; at < 70; at += 1) {
      const id = `${at.toString(16).padStart(16, "0")}-1`;
      const other = {
        ...record,
        id,
        fingerprint: id.slice(0, 16),
        resultId: `o-${at}`,
        body: OTHER,
        details: {},
      };
      await writeFile(join(journal, `${id}.json`), JSON.stringify(other));
    }
    const search = () => marksIn(home, `catalog search --id ${first}`);
    expect(await search()).toEqual({ [first]: "owned" });
    expect(await readdir(join(journal, ".."))).toContain("journal.index");
    return { home, journal, path: join(journal, name), record, search };
  }
  const OTHER = { items: [{ collectionId: "vendor-archive", granuleId: "other_GEO" }] };

  it("OWN-04 a damaged index, and one of another journal, mark and hide the same items", async () => {
    const { journal, search } = await indexedHome();
    for (const text of ["damaged", "", "swath journal index x 1\n"]) {
      await writeFile(`${journal}.index`, text);
      expect(await search()).toEqual({ [first]: "owned" });
    }
  });

  it("OWN-04 a record that was removed, or that was edited, marks nothing, although its line is out of date", async () => {
    const { home, path, record, search } = await indexedHome();
    await writeFile(path, JSON.stringify({ ...record, body: OTHER, details: {} }));
    expect(await search()).toEqual({ [first]: undefined });
    expect((await swath(`${SEARCH} --not-owned --output id`, { home })).stdout).toContain(first);
    await rm(path);
    expect(await search()).toEqual({ [first]: undefined });
  });

  it("OWN-04 an order that was added without a line marks its item", async () => {
    const { home, journal, record } = await indexedHome();
    await writeFile(
      join(journal, "ffffffffffffffff-1.json"),
      JSON.stringify({
        ...record,
        id: "ffffffffffffffff-1",
        fingerprint: "ffffffffffffffff",
        body: { items: [{ collectionId: "vendor-archive", granuleId: second }] },
        details: {},
      }),
    );
    expect(await marksIn(home, `catalog search --id ${second}`)).toEqual({
      [second]: "owned",
    });
  });
});

describe("watch", () => {
  /** A home with one site, the world, of which the first item of the search is ordered. */
  async function watchingHome(): Promise<string> {
    const home = await tempHome();
    await place(home, first);
    const area = {
      type: "Polygon",
      coordinates: [
        [
          [-180, -89],
          [180, -89],
          [180, 89],
          [-180, 89],
          [-180, -89],
        ],
      ],
    };
    const site = { type: "Feature", properties: { name: "World", "product-type": "GEO" }, geometry: area };
    await writeFile(
      join(home, "sites.geojson"),
      JSON.stringify({ type: "FeatureCollection", features: [site] }),
    );
    return home;
  }

  async function watched(home: string, flags: string): Promise<{ id: string; owned?: string }[]> {
    const { stdout, stderr, exitCode } = await swath(`watch sites.geojson ${flags} --json`, { home });
    expect(exitCode, stderr).toBe(0);
    return (JSON.parse(stdout) as { items: { id: string; owned?: string }[] }[]).flatMap((row) => row.items);
  }

  it("OWN-01 new scenes of a watch are marked, also for a site that was watched from another machine", async () => {
    const items = await watched(await watchingHome(), "--since 5d");
    expect(items.filter(({ owned }) => owned !== undefined).map(({ id, owned }) => [id, owned])).toEqual([
      [first, "owned"],
    ]);
  });

  it("OWN-02 a watch with --not-owned leaves an owned scene out, and does not report it after its order has expired", async () => {
    const home = await watchingHome();
    const [all, rest] = [
      await watched(home, "--since 5d --state a.json"),
      await watched(home, "--since 5d --not-owned"),
    ];
    expect(rest.map(({ id }) => id)).toEqual(all.map(({ id }) => id).filter((id) => id !== first));
    expect(rest).not.toEqual([]);
    const later = await aMonthLater(async () => [
      await watched(home, "--full --not-owned"),
      await watched(home, "--full"),
    ]);
    expect(later.flat().map(({ id }) => id)).not.toContain(first);
  });
});

describe("--owned and --not-owned", () => {
  it("OWN-02 leave out what is owned or may be, and what is not; the limit applies afterwards", async () => {
    const home = await tempHome();
    await place(home, first);
    await control("POST", "/faults", { route: "placeOrder", when: "after", count: 1, reset: true });
    await place(home, third);
    await control("DELETE", "/faults");
    const idsOf = async (flags: string) =>
      (await swath(`catalog search --product-type GEO ${flags} --output id`, { home })).stdout
        .trim()
        .split("\n");
    const rest = await idsOf("--not-owned --limit 3");
    expect(rest).toHaveLength(3);
    expect(rest).not.toContain(first);
    expect(rest).not.toContain(third);
    expect(await idsOf("--owned")).toEqual([first]);
    expect(await aMonthLater(() => idsOf("--not-owned --limit 1000"))).toContain(first);
  });

  it.each([SEARCH, "catalog stacks --bbox -180,-80,180,80", "catalog stacks --item 1a2b3c4d"])(
    "OWN-02 both together are refused before a request: %s",
    async (line) => {
      const run = await swath(`${line} --owned --not-owned`);
      expect(run, run.stderr).toMatchObject({ exitCode: 2, requests: [] });
    },
  );

  it("OWN-02 stacks are of the products that the flags leave, and keep the scene of --item", async () => {
    const home = await tempHome();
    const stacks = async (flags: string) => {
      const { stdout, stderr, exitCode } = await swath(`catalog stacks ${flags} --product-type GEO --json`, {
        home,
      });
      expect(exitCode, stderr).toBe(0);
      return (JSON.parse(stdout) as { collects: { items: string[] }[] }[]).map(({ collects }) =>
        collects.flatMap(({ items }) => items),
      );
    };
    const world = "--bbox -180,-80,180,80";
    const [whole] = (await stacks(`${world} --min-scenes 3`)) as [string[]];
    const [one = "", two = "", three = ""] = whole;
    await place(home, one);
    await place(home, two);
    expect((await stacks(`${world} --not-owned`)).flat()).not.toContain(one);
    expect((await stacks(`${world} --not-owned`)).flat()).not.toContain(two);
    expect(await stacks(`${world} --owned`)).toEqual([[one, two]]);
    const [around] = await stacks(`--item ${one} --not-owned`);
    expect(around).toEqual(expect.arrayContaining([one, three]));
    expect(around).not.toContain(two);
  });

  it("OWN-02 nothing is owned on a new machine", async () => {
    expect((await swath(`${SEARCH} --owned --output id`)).stdout).toBe("");
    expect((await swath(`${SEARCH} --not-owned --output id`)).stdout.trim().split("\n")).toEqual(found);
  });

  it("OWN-01 OWN-02 export files are marked and filtered offline", async () => {
    const home = await tempHome();
    await swath("export fetch --type full --format geoparquet", { home });
    const query = (flags: string) =>
      swath(`export query vendor_archive_export_full.geoparquet --product-type GEO ${flags}`, { home });
    const [item = ""] = (await query("--limit 1 --output id")).stdout.split("\n");
    await place(home, item);
    const { stdout, requests } = await query("--limit 2 --json");
    expect(requests).toEqual([]);
    const items = JSON.parse(stdout) as { id: string; owned?: string }[];
    expect(items.map(({ owned }) => owned)).toEqual(["owned", undefined]);
    expect((await query("--owned --output id")).stdout.trim()).toBe(item);
    const rest = (await query("--not-owned --limit 3 --output id")).stdout.trim().split("\n");
    expect(rest).toHaveLength(3);
    expect(rest).not.toContain(item);
  });
});

describe("an order of something delivered before", () => {
  it("OWN-03 names the folder with the files before the price is agreed to, and on a terminal in the question", async () => {
    const there = await delivered(bench, "--product-type GEO --limit 1");
    const [item = ""] = there.items;
    await aMonthLater(async () => {
      const questions: string[] = [];
      const run = await swath(`order place --item vendor-archive/${item}`, {
        home: there.home,
        stdinTTY: true,
        stdoutTTY: true,
        ask: async (question) => {
          questions.push(question.message);
          return !question.message.includes(" for $");
        },
      });
      expect(run.requests.filter(({ path }) => path === "/orders")).toEqual([]);
      expect(run.stderr.replaceAll(/\s+/g, " ")).toContain(
        `downloaded before, and in ${there.imagery} with the recorded sizes: ${item}`,
      );
      expect(questions.at(-1)).toMatch(
        /, although this machine has all of its files\? \(Answer no to buy nothing and use those files\.\)$/,
      );
      expect(run, run.stderr).toMatchObject({ exitCode: 12, stdout: "" });
    });
  });

  it("OWN-03 a folder without the files is named, and does not end the order", async () => {
    const there = await delivered(bench, "--product-type GEO --limit 1");
    const [item = ""] = there.items;
    await rm(there.imagery, { recursive: true });
    await aMonthLater(async () => {
      const again = `order place --item vendor-archive/${item} --yes --resend`;
      const { exitCode, stderr } = await swath(again, { home: there.home });
      expect(exitCode, stderr).toBe(0);
      expect(stderr).toContain(
        `Downloaded before into ${there.imagery}, where the files are missing or changed`,
      );
    });
  });
});

/** VIEW-04: row numbers of the last search, in the next command of the same terminal. */
import { afterAll, describe, expect, it } from "vitest";
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { openBench } from "./bench.ts";
import { scriptedSend } from "./scripted-service.ts";
import { tempHome, type Surroundings } from "./world.ts";

const { swath, clock, control, manager } = await openBench();
const home = await tempHome();
afterAll(() => rm(home, { recursive: true, force: true }));

const SEARCH = "catalog search --place Lisbon --radius 20km --limit 50";
const on = (session: string, more: Surroundings = {}): Surroundings => ({
  home,
  session,
  stdinTTY: true,
  stdoutTTY: true,
  stderrTTY: true,
  columns: 200,
  ...more,
});

interface Item {
  id: string;
  collection: string;
  properties: Record<string, string>;
}
const items = JSON.parse((await swath(`${SEARCH.replace("--limit 50", "--all")} --json`)).stdout) as Item[];
const collects = [...new Set(items.map(({ properties }) => properties["vendor:collect_id"]))];
const row = (number: number): Item[] =>
  items.filter(({ properties }) => properties["vendor:collect_id"] === collects[number - 1]);
const typeOf = ({ properties }: Item): string => properties["sar:product_type"] ?? "";
const asOrdered = ({ id, collection }: Item) => ({ collectionId: collection, granuleId: id });
const bodiesOf = (requests: readonly { path: string; body?: unknown }[], path: string): unknown[] =>
  requests.filter((request) => request.path === path).map(({ body }) => body);

describe("VIEW-04 the table, the next command, the map page and the map in the terminal have the same numbers", () => {
  interface PageRow {
    cells: unknown[];
    items: { granuleId: string }[];
  }
  const numbered = async (words: string, session: string): Promise<Map<string, string[]>> => {
    const path = join(home, `${session}.html`);
    await swath(`${words} --map ${path}`, on(session));
    const html = await readFile(path, "utf8");
    const { rows, columns } = JSON.parse(/id="data">(.*?)<\/script>/s.exec(html)![1]!) as {
      rows: PageRow[];
      columns: { key: string }[];
    };
    const at = columns.findIndex(({ key }) => key === "#");
    const byNumber = new Map<string, string[]>();
    for (const { cells, items: own } of rows) {
      const number = String(cells[at]);
      byNumber.set(number, [...(byNumber.get(number) ?? []), own[0]!.granuleId]);
    }
    return byNumber;
  };
  const tableRows = (stdout: string): string[] =>
    stdout
      .replaceAll(/\u001b\[\d+m/g, "")
      .split("\n")
      .filter((line) => /^ *\d+ {2}\d{4}-/.test(line));

  it.each([
    ["in the order of the service", ""],
    ["--sort covers:desc", "--sort covers:desc"],
    ["--sort price", "--sort price"],
    ["--cover", "--cover"],
    ["--cover --cheapest", "--cover --cheapest"],
    ["--min-cover 5%", "--min-cover 5%"],
    ["--sort product", "--sort product"],
  ])("%s", async (title, flags) => {
    const session = `same${title.replaceAll(/\W/g, "")}`;
    const words = `${SEARCH} ${flags}`;
    const onPage = await numbered(words, session);
    const table = tableRows((await swath(words, on(session))).stdout);
    const legend = tableRows((await swath(`${words} --output map`, on(`${session}m`))).stdout);
    expect(legend).toEqual(table);
    expect([...onPage.keys()]).toEqual(table.map((line) => line.trim().split(" ")[0]));
    // Each number costs a search: the ends and the middle represent the others.
    for (const row of [table[0]!, table[table.length >> 1]!, table.at(-1)!]) {
      const [number = ""] = row.trim().split(" ");
      const scene = row.trim().split(/ {2,}/).at(-1)!;
      for (const one of [session, `${session}m`]) {
        const { requests } = await swath(`order review ${number}`, on(one));
        const [body] = bodiesOf(requests, "/orders/review") as { items: { granuleId: string }[] }[];
        const ids = body!.items.map(({ granuleId }) => granuleId);
        expect(onPage.get(number)).toEqual(ids);
        for (const id of ids) expect(id.endsWith(scene), `${id} in row ${row}`).toBe(true);
      }
    }
  });
});

describe("VIEW-04 row numbers", () => {
  it("select all products of these rows in order review, and are noted in full", async () => {
    const searched = await swath(SEARCH, on("a"));
    expect(searched.stderr).toContain("Tick scenes, see their price and buy: swath order place\n");
    const { requests, stderr } = await swath("order review 1 3", on("a"));
    const wanted = [...row(1), ...row(3)];
    expect(bodiesOf(requests, "/orders/review")).toEqual([{ items: wanted.map(asOrdered) }]);
    for (const { id, collection } of wanted) expect(stderr).toContain(` is ${collection}/${id}\n`);
  });

  it("select one product with its type, also in order place, which shows the ids before it buys", async () => {
    const [first] = row(2) as [Item];
    const asked: string[] = [];
    const { requests, stderr, exitCode } = await swath(
      `order place 2:${typeOf(first).toLowerCase()}`,
      on("a", {
        ask: async ({ message }) => {
          asked.push(message);
          return true;
        },
      }),
    );
    expect(exitCode).toBe(0);
    expect(asked).toHaveLength(1);
    expect(bodiesOf(requests, "/orders")).toEqual([{ items: [asOrdered(first)] }]);
    expect(stderr.indexOf(`is ${first.collection}/${first.id}`)).toBeLessThan(stderr.indexOf("Total"));
  });

  it("may be combined with --item", async () => {
    const [own] = row(1) as [Item];
    const [other] = row(4) as [Item];
    const words = `order review 1:${typeOf(own)} --item ${other.collection}/${other.id}`;
    const { requests } = await swath(words, on("a"));
    expect(bodiesOf(requests, "/orders/review")).toEqual([{ items: [own, other].map(asOrdered) }]);
  });

  it("select the picture of the row in catalog preview", async () => {
    const { stdout, stderr } = await swath("catalog preview 2 --image none", on("a"));
    const pictured = row(2).find((item) => typeOf(item) === "GEO") ?? row(2)[0]!;
    expect(stdout).toContain(pictured.id);
    expect(stderr).toContain(`2 is ${pictured.collection}/${pictured.id}\n`);
  });

  it("work for the rows of a map", async () => {
    await swath(`${SEARCH} --per-item --output map`, on("m"));
    const { requests } = await swath("order review 2", on("m"));
    expect(bodiesOf(requests, "/orders/review")).toEqual([{ items: [asOrdered(items[1]!)] }]);
  });

  it("of a map in a pager do not refer to the search before it", async () => {
    await swath(SEARCH, on("p"));
    const paged = await swath(
      "catalog search --place Lisbon --radius 20km --from -30d --output map",
      on("p", { stdoutTTY: false }),
    );
    expect(paged.exitCode, paged.stderr).toBe(0);
    const { stderr, requests } = await swath("order review 1", on("p"));
    expect(stderr).toContain("the rows of the last catalog search on this terminal have no numbers");
    expect(requests).toEqual([]);
  });

  it.each([
    [
      "in a pipe",
      "order review 1",
      on("a", { stdoutTTY: false }),
      "work on a terminal only, not in scripts and pipes",
    ],
    [
      "with stdin from a pipe",
      "order place 1 --yes",
      on("a", { stdinTTY: false }),
      "work on a terminal only",
    ],
    ["on another terminal", "order review 1", on("b"), "no catalog search on this terminal has shown rows"],
    ["of another profile", "order review 1 --sandbox", on("a"), "showed rows of profile default"],
    ["of another service", "order review 1 --base-url https://b.example", on("a"), "asked another service"],
    [
      "of a missing row",
      "order review 99",
      on("a"),
      `there is no row 99: the last catalog search showed ${collects.length}`,
    ],
    [
      "of a product that the row does not have",
      "order review 1:XYZ",
      on("a"),
      "row 1 has no product XYZ; it has",
    ],
    [
      "with --quiet, which would hide the ids",
      "order place 1 --yes --quiet",
      on("a"),
      "would hide the items of row numbers",
    ],
    [
      "that are not numbers",
      "order review one",
      on("a"),
      '"one" is not the number of a row, such as 3, 3:GEO or 1-3',
    ],
  ])("%s are refused before any request", async (_where, words, given, message) => {
    const { stderr, exitCode, requests } = await swath(words, given);
    expect(stderr).toContain(message);
    expect({ exitCode, requests }).toEqual({ exitCode: 2, requests: [] });
  });

  it("are not an order if they select several products", async () => {
    await swath(SEARCH, on("p"));
    const types = row(1).map(typeOf);
    const { stderr, exitCode, requests } = await swath("order place 1 --yes", on("p"));
    expect(stderr).toContain(`row 1 has ${types.length} products: ${types.join(", ")}`);
    expect(stderr).toContain(`such as 1:${types[0]}\n`);
    expect({ exitCode, requests }).toEqual({ exitCode: 2, requests: [] });
  });

  it.each([
    ["found nothing", "catalog search --bbox -180,85,180,90"],
    ["found nothing that covers enough", `${SEARCH} --min-cover 100`],
    ["failed", `${SEARCH} --retries 0`],
  ])("VIEW-04 remain after a search that %s", async (_what, line) => {
    await swath(SEARCH, on("s"));
    const fault = { route: "searchCatalog", count: 1, status: 500 };
    if (line.endsWith("--retries 0")) await control("POST", "/faults", fault);
    const shown = await swath(line, on("s"));
    expect(shown.stdout).not.toContain("GEO");
    const { exitCode, requests } = await swath("order review 1:GEO", on("s"));
    expect(exitCode).toBe(0);
    const geo = row(1).find((item) => typeOf(item) === "GEO")!;
    expect(bodiesOf(requests, "/orders/review")).toEqual([{ items: [asOrdered(geo)] }]);
  });

  it("refer to no earlier search after one without numbers", async () => {
    await swath(SEARCH, on("s"));
    await swath(`${SEARCH} --per-item`, on("s"));
    const { stderr, exitCode, requests } = await swath("order review 1", on("s"));
    expect(stderr).toContain("the rows of the last catalog search on this terminal have no numbers");
    expect({ exitCode, requests }).toEqual({ exitCode: 2, requests: [] });
  });

  it("VIEW-04 are refused for another profile, with that profile and the command", async () => {
    await swath(SEARCH, on("o"));
    const { stderr, exitCode } = await swath("order review 1:GEO --sandbox", on("o"));
    expect(stderr).toContain(
      "the last catalog search on this terminal showed rows of profile default, and this run is of profile sandbox\n" +
        "  Use --profile default\n",
    );
    expect(exitCode).toBe(2);
  });

  it.each([
    ["1,3", "1 3"],
    ["1:GEO,3:GEC", "1:GEO 3:GEC"],
  ])("order review %s is refused with the accepted form", async (word, said) => {
    const { stderr, exitCode, requests } = await swath(`order review ${word}`, on("s"));
    expect(stderr).toContain(`Separate the numbers with spaces: ${said}\n`);
    expect(exitCode).toBe(2);
    expect(bodiesOf(requests, "/orders/review")).toEqual([]);
  });

  it("order review 1-3 and order place 2-3:GEO mean each row from the first to the last", async () => {
    await swath(SEARCH, on("range"));
    const all = await swath("order review 1-3 --item 4-5", on("range"));
    expect(bodiesOf(all.requests, "/orders/review")).toEqual([
      { items: [1, 2, 3, 4, 5].flatMap((number) => row(number).map(asOrdered)) },
    ]);
    const one = await swath("order place 2-3:GEO --yes", on("range"));
    const geo = [...row(2), ...row(3)].filter((item) => typeOf(item) === "GEO");
    expect(bodiesOf(one.requests, "/orders")).toEqual([{ items: geo.map(asOrdered) }]);
    for (const { id } of geo) expect(one.stderr).toContain(id);
    const pictures = await swath("catalog preview 2-3 --image none", on("range"));
    for (const number of [2, 3])
      expect(pictures.stderr).toContain(`${number} is ${row(number)[0]!.collection}/`);
  });

  it.each([
    [
      "a range in a script",
      "order place 1-3:GEO --yes",
      { stdinTTY: false, stdoutTTY: false },
      "row numbers work on a terminal only",
    ],
    ["a range with a missing row", "order place 26-28:GEO --yes", {}, "there is no row 28"],
    ["a range from the last to the first", "order place 3-1 --yes", {}, '"3-1" is not the number of a row'],
  ])("%s buys nothing", async (_title, words, given, message) => {
    await swath(SEARCH, on("ranges"));
    const { stderr, exitCode, requests } = await swath(words, on("ranges", given));
    expect(stderr).toContain(message);
    expect({ exitCode, bought: bodiesOf(requests, "/orders") }).toEqual({ exitCode: 2, bought: [] });
  });

  it("order review 1 explains that 1:GEO selects one product", async () => {
    await swath(SEARCH, on("n"));
    const types = row(1).map(typeOf);
    const { stderr } = await swath("order review 1", on("n"));
    expect(stderr).toContain(`1 means all its ${types.length} products; 1:${types[0]} is one of them`);
    expect((await swath("order review 1:GEO", on("n"))).stderr).not.toContain("means all");
  });

  it("PICK-02 order review 1 2 reports for each row how many products it selects", async () => {
    await swath(SEARCH, on("n2"));
    const [first, second] = [row(1).map(typeOf), row(2).map(typeOf)];
    const { stderr } = await swath("order review 1 2 1:GEO", on("n2"));
    expect(stderr.split("\n").filter((line) => line.includes("products"))).toEqual([
      `1 means all its ${first.length} products; 1:${first[0]} is one of them`,
      `2 means all its ${second.length} products; 2:${second[0]} is one of them`,
    ]);
  });

  it("order review shows in its text that an item is owned", async () => {
    await swath(SEARCH, on("w"));
    await swath("order place 1:GEO --yes", on("w"));
    const { stdout } = await swath("order review 1:GEO", on("w"));
    expect(stdout).toMatch(/^ *\$[\d,.]+ {2}GEO {2}owned {2}\S+$/m);
  });

  it("expire after an hour", async () => {
    await swath(SEARCH, on("h"));
    clock.ms += 3_500_000;
    expect((await swath("order review 1", on("h"))).exitCode).toBe(0);
    clock.ms += 200_000;
    const late = await swath("order review 1", on("h"));
    expect({ exitCode: late.exitCode, requests: late.requests }).toEqual({ exitCode: 2, requests: [] });
    expect(late.stderr).toContain("older than an hour");
  });

  it("are not kept by a search that shows none", async () => {
    await swath(`${SEARCH} --per-item`, on("c"));
    await swath(SEARCH, on("c", { stdoutTTY: false }));
    await swath(SEARCH, on("c", { env: { SWATH_NO_ID_CACHE: "1" } }));
    expect((await swath("order review 1", on("c"))).stderr).toContain("has shown rows with numbers yet");
  });
});

describe("VIEW-04 a row number never refers to an earlier search than the one on the screen", () => {
  const OTHER = "catalog search --product-type GEC --limit 5";
  const isRefused = async (words: string, given: Surroundings, message: string): Promise<void> => {
    const { stderr, exitCode, requests } = await swath(words, given);
    expect(stderr).toContain(message);
    expect({ exitCode, requests }).toEqual({ exitCode: 2, requests: [] });
  };

  it("order review 1 is refused if the search of another profile is on the screen", async () => {
    await swath(SEARCH, on("profiles"));
    const shown = "showed rows of profile";
    await swath("config set retries 1 --profile second", on("profiles"));
    const second = await swath(`${OTHER} --profile second`, on("profiles"));
    expect(second.exitCode, second.stderr).toBe(0);
    await isRefused("order review 1", on("profiles"), `${shown} second, and this run is of profile default`);
    expect((await swath("order review 1 --profile second", on("profiles"))).exitCode).toBe(0);
    expect(
      (await swath("order review 1", on("profiles", { env: { SWATH_PROFILE: "second" } }))).exitCode,
    ).toBe(0);
  });

  it("rows of a search with one key are not used for orders with another", async () => {
    await swath(SEARCH, on("keys"));
    const other = on("keys", { env: { SWATH_API_KEY: manager.apiKey } });
    await isRefused("order review 1", other, "was sent with another key, which may see other scenes");
    expect((await swath("order review 1", on("keys"))).exitCode).toBe(0);
  });

  /** The file with the rows of the only session of a home. */
  async function rowsFile(folder: string): Promise<string> {
    const all = await readdir(folder, { recursive: true });
    return join(
      folder,
      all.find((name) => /rows\/[0-9a-f]{64}\.json$/.test(name))!,
    );
  }

  it.each(["written", "written nor removed"])(
    "rows that could not be %s have no numbers, and no number works",
    async (what) => {
      const own = await tempHome();
      await swath(SEARCH, on("full", { home: own }));
      const file = await rowsFile(own);
      if (what !== "written") await rm(file);
      if (what !== "written") await mkdir(join(file, "inside"), { recursive: true });
      const drafts = Array.from({ length: 9 }, (_draft, at) => `00000000-0000-4000-8000-00000000000${at}`);
      for (const draft of drafts) await mkdir(`${file}.${draft}`);
      for (const words of [OTHER, `${OTHER} --output map`]) {
        const { stdout, stderr, exitCode } = await swath(words, on("full", { home: own }));
        expect(exitCode).toBe(0);
        expect(stderr).toContain(
          what === "written" ? "the rows have no numbers for the next command, since" : `rm -f ${file}`,
        );
        expect(stderr).not.toContain("swath order place");
        if (words === OTHER) expect(stdout.split("\n")[0]).not.toContain("#");
        await isRefused(
          "order review 1",
          on("full", { home: own }),
          what === "written" ? "no catalog search" : file,
        );
      }
      await rm(own, { recursive: true, force: true });
    },
  );

  it.each([
    ["with an unknown column in --columns", `${OTHER} --columns nosuch`],
    ["with such --columns on a map", `${OTHER} --output map --columns nosuch`],
    ["with a --query that fails", `${OTHER} --query abs(@)`],
    ["with an invalid box", "catalog search --bbox 1,2"],
    ["in a dry run", `${OTHER} --dry-run`],
  ])("a search %s keeps the numbers on the screen", async (_what, words) => {
    await swath(SEARCH, on("refused"));
    const shown = await swath(words, on("refused"));
    expect(shown.exitCode === 0).toBe(words.endsWith("--dry-run"));
    const { requests, exitCode, stderr } = await swath("order review 1:GEO", on("refused"));
    expect(exitCode, stderr).toBe(0);
    const geo = row(1).find((item) => typeOf(item) === "GEO")!;
    expect(bodiesOf(requests, "/orders/review")).toEqual([{ items: [asOrdered(geo)] }]);
  });

  it("order review 1 is refused after a map of tasks with numbers", async () => {
    await swath(SEARCH, on("tasks"));
    const empty = await swath("task list --output map", on("tasks"));
    expect(empty.exitCode, empty.stderr).toBe(0);
    expect((await swath("order review 1:GEO", on("tasks"))).exitCode).toBe(0);
    const when = "--window-open +1d --window 7d --tier standard --type spotlight";
    await swath(`task create --point -8.89,38.52 ${when} --name mapped --yes`, on("tasks"));
    const shown = await swath("task list --output map", on("tasks"));
    expect(shown.stdout).toContain("#");
    await isRefused("order review 1", on("tasks"), "on this terminal have no numbers");
  });

  it("a map of files forgets them without a request", async () => {
    await swath(SEARCH, on("offline"));
    const elements = await swath("passes --sandbox --point -9.14,38.71 --output map", on("offline"));
    expect(elements.exitCode, elements.stderr).toBe(0);
    await isRefused("order review 1", on("offline"), "on this terminal have no numbers");
  });

  it("--query shows no numbers, so none works", async () => {
    await swath(SEARCH, on("query"));
    await swath([...OTHER.split(" "), "--query", "[].id"], on("query"));
    await isRefused(
      "order review 1",
      on("query"),
      "the rows of the last catalog search on this terminal have no numbers",
    );
  });

  it("SWATH_NO_ID_CACHE keeps no rows, and removes those of an earlier search", async () => {
    await swath(SEARCH, on("off"));
    const { stdout } = await swath(OTHER, on("off", { env: { SWATH_NO_ID_CACHE: "1" } }));
    expect(stdout.split("\n")[0]).not.toContain("#");
    await isRefused("order review 1", on("off"), "no catalog search on this terminal");
  });
});

describe("VIEW-04 words that look like a number", () => {
  const found = (ids: readonly string[], collectOf: (at: number) => string | undefined) => ({
    "POST /catalog/search": [
      {
        body: {
          type: "FeatureCollection",
          features: ids.map((id, at) => ({
            type: "Feature",
            id,
            collection: "archive",
            geometry: null,
            properties: {
              datetime: "2026-03-01T00:00:00Z",
              "sar:product_type": "GEO",
              ...(collectOf(at) && { "vendor:collect_id": collectOf(at) }),
            },
          })),
        },
      },
    ],
  });

  it("row 2001 has no number, and the error has the reason", async () => {
    const ids = Array.from({ length: 2003 }, (_id, at) => `ITEM-${at + 1}`);
    const searched = await swath(
      "catalog search --all",
      on("many", { send: scriptedSend(found(ids, () => undefined)) }),
    );
    expect(searched.stderr).toContain("the first 2,000 of 2,003 rows have numbers for the next command");
    const lines = searched.stdout.split("\n");
    expect(lines.some((line) => /^ *2000 +\d{4}-/.test(line))).toBe(true);
    expect(lines.some((line) => /^ *2001 /.test(line))).toBe(false);
    expect(lines.filter((line) => /2026-03-01/.test(line))).toHaveLength(2003);
    const { stderr, exitCode, requests } = await swath("order review 2001", on("many"));
    expect(stderr).toContain("row 2001 has no number: only the first 2000 of 2003 rows have one");
    expect({ exitCode, requests }).toEqual({ exitCode: 2, requests: [] });
    expect((await swath("order review 2004", on("many"))).stderr).toContain("there is no row 2004");
  });

  it("order review 0002 is the beginning of an id, not row 2, and so is 007", async () => {
    await swath(SEARCH, on("zeros"));
    const { stderr, requests } = await swath("order review 0002", on("zeros"));
    expect(stderr).toMatch(/^0002 is vendor-archive\/\S+_0002[0-9a-f]{4}$/m);
    expect(requests.map(({ path }) => path)).toEqual([
      "/catalog/search",
      "/orders/review",
      "/catalog/search",
    ]);
    const short = await swath("order review 007", on("zeros"));
    expect(short.stderr).toContain('"007" is not the number of a row');
    expect(short.requests).toEqual([]);
  });

  it.each(["order place 2:GEO --yes", "order review 2"])(
    "%s may be row 2 or the item 2: an error lists both",
    async (words) => {
      const ids = ["3", "2x", "2"];
      await swath("catalog search", on("same", { send: scriptedSend(found(ids, () => undefined)) }));
      const { stderr, exitCode, requests } = await swath(words, on("same"));
      expect(stderr).toContain("2 may be row 2 (archive/2x) or an id: archive/2");
      expect(stderr).toContain("Give one of them in full");
      expect({ exitCode, requests }).toEqual({ exitCode: 2, requests: [] });
    },
  );

  it("order review 1234 may be row 1234 or a scene with that beginning: an error lists both", async () => {
    const ids = Array.from({ length: 1300 }, (_id, at) => `ITEM-${at + 1}`);
    const collectOf = (at: number): string => (at === 7 ? "1234abcd" : `c0ffee${at}`);
    await swath("catalog search --all", on("both", { send: scriptedSend(found(ids, collectOf)) }));
    const { stderr, exitCode, requests } = await swath("order review 1234", on("both"));
    expect(stderr).toContain("1234 may be row 1234 (archive/ITEM-1234) or an id: archive/ITEM-8");
    expect({ exitCode, requests }).toEqual({ exitCode: 2, requests: [] });
  });
});

/** The lines below a result for a newcomer: the next steps of the main job, each a command that can be typed as printed. */
import { afterAll, describe, expect, it } from "vitest";
import { access, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openBench } from "./bench.ts";
import { words } from "./split-line.ts";
import { tempHome, type Run, type Surroundings } from "./world.ts";

const { swath } = await openBench();
const home = await tempHome();
afterAll(() => rm(home, { recursive: true, force: true }));

const terminal: Surroundings = {
  home,
  env: { NO_COLOR: "1" },
  stdinTTY: true,
  stdoutTTY: true,
  stderrTTY: true,
  columns: 100,
};
const SEARCH = "catalog search --place Lisbon --radius 20km --limit 3";
const stepsOf = ({ stderr }: Run): string[] =>
  stderr.split("\n").flatMap((line) => (line.startsWith("-> ") ? [line.slice(3)] : []));

describe("VIEW-08 after a search", () => {
  it("one line: the purchase", async () => {
    const steps = stepsOf(await swath(SEARCH, terminal));
    expect(steps).toEqual(["Tick scenes, see their price and buy: swath order place"]);
  });

  it("a run that made a page suggests the same", async () => {
    const steps = stepsOf(await swath(`${SEARCH} --map made.html`, terminal));
    expect(steps).toEqual(["Tick scenes, see their price and buy: swath order place"]);
  });

  it.each([
    ["a pipe", SEARCH, { ...terminal, stdoutTTY: false }],
    ["a script that logs", SEARCH, { ...terminal, stderrTTY: false, stdinTTY: false }],
    ["--quiet", `${SEARCH} --quiet`, terminal],
    ["an empty result", "catalog search --point 0,-80 --limit 3", terminal],
  ] as const)("%s gets no next steps", async (_name, line, given) => {
    const { stderr } = await swath(line, given);
    expect(stderr).not.toMatch(/order place/);
  });
});

describe("VIEW-08 the map of characters fits the terminal with its table", () => {
  const mapLines = (stdout: string): number =>
    stdout.split("\n").findIndex((line) => line.includes(" km wide"));
  const drawn = (rows?: number, columns = 100) =>
    swath("catalog search --place Lisbon --radius 20km --output map", {
      ...terminal,
      columns,
      ...(rows !== undefined && { rows }),
    });

  it("44 rows: six are left for the lines below", async () => {
    const { stdout } = await drawn(44);
    expect(stdout.split("\n").length - 1).toBe(44 - 6);
    expect(mapLines(stdout)).toBeGreaterThanOrEqual(12);
    expect(mapLines(stdout)).toBeLessThan(25);
  });

  it.each([
    ["heights with room for the usual map", 100, 25],
    ["a terminal without a known height", undefined, 25],
    ["a terminal of 0 rows", 0, 25],
  ] as const)("%s: the usual height", async (_name, rows, height) => {
    expect(mapLines((await drawn(rows)).stdout)).toBe(height);
  });

  it("its caption contains the place, if there is room", async () => {
    expect((await drawn()).stdout).toMatch(
      /^Scenes within 20 km of Lisbon \(PT\); 10\.\d+W to .*; \d+ km wide/m,
    );
    const { stdout } = await drawn(undefined, 60);
    for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(60);
    expect(stdout).toMatch(/^Scenes within 20 km of Lisbon \(PT\); \d+ km wide$/m);
  });
});

describe("VIEW-08 from the price to the gallery", () => {
  const GEO = "catalog search --product-type GEO --limit 2 --output id";
  const items = async (): Promise<string[]> =>
    (await swath(GEO)).stdout
      .trim()
      .split("\n")
      .map((id) => `vendor-archive/${id}`);

  it("order review: suggests the order of the same items, as they were typed", async () => {
    const [first = "", second = ""] = await items();
    const priced = `order review --item ${first} --item ${second}`;
    const bought = `Buy: swath order place --item ${first} --item ${second}`;
    expect(stepsOf(await swath(priced, terminal))).toEqual([bought]);
    // A flag that shows the price is not a flag of the purchase.
    expect(stepsOf(await swath(`${priced} --map price.html --columns item`, terminal))).toEqual([bought]);
    expect(stepsOf(await swath(`${priced} --output map`, terminal))).toEqual([bought]);
    const [scene = ""] = (await swath(SEARCH, terminal)).stdout.match(/^[0-9a-f]{8}(?= )/m) ?? [];
    // Full ids, since another scene may get an id with this beginning.
    expect(stepsOf(await swath(`order review ${scene}:GEO`, terminal))).toEqual([
      expect.stringMatching(/^Buy: swath order place --item vendor-archive\/\S+_GEO_\S+$/),
    ]);
    expect(stepsOf(await swath(priced, { ...terminal, stdoutTTY: false }))).toEqual([]);
    // A purchase needs one product of a scene: the next step has full ids.
    const [whole = ""] = stepsOf(await swath(`order review ${scene}`, terminal));
    expect(whole).toMatch(/^Buy: swath order place(?: --item vendor-[a-z-]+\/\S+){2,}$/);
    const placed = await swath(`${whole.slice("Buy: swath ".length)} --yes`, terminal);
    expect(placed.exitCode, placed.stderr).toBe(0);
  });

  it("order review: suggests the order of the same file, however long, unless more than the file was typed", async () => {
    const [, second = ""] = await items();
    const write = async (name: string, limit: number): Promise<void> => {
      const run = await swath(`catalog search --product-type GEO --limit ${limit} --output order-items`);
      await writeFile(join(home, name), run.stdout);
    };
    await Promise.all([write("one.json", 1), write("it.json", 21)]);
    expect(stepsOf(await swath("order review --items it.json", terminal))).toEqual([
      "Buy: swath order place --items it.json",
    ]);
    expect(stepsOf(await swath(`order review --items one.json --item ${second}`, terminal))).toEqual([
      expect.stringContaining("--item "),
    ]);
  });

  it("order review: suggests full ids if the typed ones cannot be repeated", async () => {
    const [item = ""] = await items();
    const id = item.split("/")[1]!;
    const stdin = JSON.stringify([{ collectionId: "vendor-archive", granuleId: id }]);
    const { stderr } = await swath("order review --items -", { ...terminal, stdinTTY: false, stdin });
    expect(stderr).toContain(`-> Buy: swath order place --item ${item}\n`);
  });

  it("order place --download: suggests the gallery once the files are here, then --open", async () => {
    const [item = ""] = await items();
    const own = await tempHome();
    const person = { ...terminal, home: own };
    const placed = await swath(`order place --item ${item} --yes --download img`, person);
    expect(placed.exitCode).toBe(0);
    expect(stepsOf(placed)).toEqual(["See what it is: swath gallery img --open"]);
    expect(stepsOf(await swath("gallery img", person))).toEqual(["Add --open to see it in the browser"]);
    await rm(own, { recursive: true, force: true });
  });

  it("order place --download --gallery makes the page", async () => {
    const [, item = ""] = await items();
    const own = await tempHome();
    const line = `order place --item ${item} --yes --download img --gallery`;
    const placed = await swath(line, { ...terminal, home: own });
    expect([placed.exitCode, stepsOf(placed)]).toEqual([0, []]);
    expect(placed.stderr).toContain(`Wrote the gallery ${join(own, "img", "swath-gallery.html")}\n`);
    await access(join(own, "img", "swath-gallery.html"));
    await rm(own, { recursive: true, force: true });
  });

  it.each(["order place --item a/b", "order task some-task"])(
    "%s: --gallery without a download folder is refused before any request",
    async (line) => {
      const { exitCode, stderr, requests } = await swath(`${line} --yes --gallery`, { home });
      expect([exitCode, requests]).toEqual([2, []]);
      expect(stderr).toContain("Add --download <folder>\n");
      const bucket = await swath(`${line} --yes --gallery --download s3://bucket/x`, {
        home,
        env: { AWS_ACCESS_KEY_ID: "a", AWS_SECRET_ACCESS_KEY: "b" },
      });
      expect(bucket.exitCode).toBe(2);
      expect(bucket.stderr).toContain("--download s3:// keeps none");
    },
  );

  it("order download with the orders of another profile suggests that profile", async () => {
    const own = await tempHome();
    const [item = ""] = await items();
    await swath(`order place --item ${item} --yes --profile acme`, {
      home: own,
      env: { SWATH_BASE_URL: undefined, SWATH_API_KEY: undefined },
    });
    await swath("config set baseUrl https://sar.example/v1 --profile acme", { home: own });
    const placed = await swath(`order place --item ${item} --yes --profile acme`, { home: own });
    expect(placed.exitCode, placed.stderr).toBe(0);
    const { stderr, exitCode } = await swath("order download --out-dir img", { ...terminal, home: own });
    expect(exitCode).toBe(2);
    expect(stderr).toContain("Profile acme has 1 order: add --profile acme\n");
    await rm(own, { recursive: true, force: true });
  });
});

describe("VIEW-08 first commands of a newcomer", () => {
  it("a page is not written to a terminal: the error has the flags that write a file", async () => {
    const { exitCode, stdout, stderr } = await swath(`${SEARCH} -o html`, terminal);
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("Use --map <file> --open in place of --output html\n");
    const piped = await swath(`${SEARCH} -o html`, { ...terminal, stdoutTTY: false });
    expect([piped.exitCode, piped.stdout.slice(0, 15)]).toEqual([0, "<!doctype html>"]);
  });

  it.each([
    ["--bbox", "-9.3 38.6 -9.0 38.8", "-9.3,38.6,-9.0,38.8"],
    ["--bbox", "-9.3, 38.6; -9.0, 38.8", "-9.3,38.6,-9.0,38.8"],
    ["--bbox", "-9,3 38,6 -9,0 38,8", "-9.3,38.6,-9.0,38.8"],
    ["--bbox", "-9.3 38.6 0 -9.0 38.8 90", "-9.3,38.6,0,-9.0,38.8,90"],
    ["--point", "-9.14;38.71", "-9.14,38.71"],
  ])("numbers of %s with other separators, %j, are written with commas", async (flag, given, meant) => {
    const { exitCode, stderr, requests } = await swath(["catalog", "search", flag, given], { home });
    expect([exitCode, requests]).toEqual([3, []]);
    expect(stderr).toContain(`Write commas between the numbers: ${flag} ${meant}\n`);
  });

  it.each([
    ["catalog search Lisbon --limit 3", "A place has a flag: swath catalog search --place Lisbon\n"],
    ["catalog search New York", "A place has a flag: swath catalog search --place 'New York'\n"],
    ["passes Lisbon", "A place has a flag: swath passes --place Lisbon\n"],
    // DESK-60: PowerShell makes a list of values with a comma.
    ["catalog search --point -9.14 38.71", 'Write the numbers with commas, in quotes: "-9.14,38.71"\n'],
    [
      "catalog search --bbox -9.3 38.6 -9.0 38.8",
      'Write the numbers with commas, in quotes: "-9.5,38.5,-9,39"\n',
    ],
    [
      "catalog search --bbox -9.3, 38.6, -9.0, 38.8",
      'Write the numbers with commas, in quotes: "-9.5,38.5,-9,39"\n',
    ],
    ["catalog search --point -9.14, 38.71", 'Write the numbers with commas, in quotes: "-9.14,38.71"\n'],
    ["catalog search 4you", "A place has a flag: swath catalog search --place 4you\n"],
    ["search Lisbon --sandbox", "To search the archive: swath catalog search --place Lisbon --sandbox\n"],
    ["map", "Did you mean swath catalog search?\n"],
    ["buy", "Did you mean swath order place?\n"],
  ])("%s leads to the command", async (line, hint) => {
    const { exitCode, stderr, requests } = await swath(words(line), { home });
    expect([exitCode, requests]).toEqual([2, []]);
    expect(stderr).toContain(hint);
  });

  it("a possible key is not repeated", async () => {
    const { stderr } = await swath("auth login Lisbon", { home });
    expect(stderr).not.toContain("Lisbon");
  });
});

describe("VIEW-08 tables of orders on narrow terminals", () => {
  it.each([80, 100])("%i columns: no time and no id is cut", async (columns) => {
    const own = await tempHome();
    const person = { ...terminal, home: own, columns };
    const found = JSON.parse((await swath("catalog search --limit 60 --json")).stdout) as {
      id: string;
      properties: Record<string, string>;
    }[];
    const item = found.find(({ properties }) => properties["sar:instrument_mode"]?.startsWith("sliding"))!;
    const placed = await swath(
      `order place --item vendor-archive/${item.id} --yes --max-cost 100000`,
      person,
    );
    expect(placed.stdout).toMatch(/\d\dZ$/m);
    expect(placed.stdout).not.toMatch(/[0-9a-f]…/);
    const { stdout } = await swath("order history", person);
    expect(stdout).not.toContain("…");
    await rm(own, { recursive: true, force: true });
  });
});

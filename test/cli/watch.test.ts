/** `watch`: what is new over many sites, by exact ids, at least once. */
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { TransportError, type Send } from "../../src/contract/send.ts";
import { lockFile } from "../../src/disk/file-lock.ts";
import { box, type Ring } from "../box.ts";
import { openBench } from "./bench.ts";
import { changingJson, to } from "./changed-body.ts";
import { openBucket } from "./open-bucket.ts";
import { errorOf } from "./scripted-service.ts";
import { NOW, stoppedClock } from "./stopped-clock.ts";
import { PID, tempHome, type Run, type Surroundings } from "./world.ts";

const DAY = 86_400_000;
// An archive begins 400 days before its sandbox is created: a first look at 60 days takes a sixth of the time.
const clock = stoppedClock(NOW + 340 * DAY);
const bench = await openBench({ archiveSize: 1500, clock });
const { swath, send } = bench;

const feature = (name: string, ring: Ring, filters: object = {}) => ({
  type: "Feature",
  properties: { name, ...filters },
  geometry: { type: "Polygon", coordinates: [ring] },
});

/** Two sites share a part of Europe. */
const EUROPE = feature("Europe", box(-10, 36, 25, 60), { "product-type": "GEO" });
const IBERIA = feature("Iberia", box(-10, 36, 4, 44), { "product-type": "GEO" });
const JAPAN = feature("Japan", box(129, 30, 146, 46));
const SITES = [EUROPE, IBERIA, JAPAN];

let home: string;
beforeEach(async () => {
  clock.ms = NOW;
  home = await tempHome();
  await writeSites(SITES);
});

const writeSites = (features: readonly object[]): Promise<void> =>
  writeFile(join(home, "sites.geojson"), JSON.stringify({ type: "FeatureCollection", features }));

interface Row {
  site: string;
  scene: string;
  firstSeen: string;
  items: { id: string; properties: { datetime: string } }[];
  order?: { status: string; orderId?: string; price?: string; reason?: string };
}
interface Watched extends Run {
  rows: Row[];
}

const watch = async (words = "", options: Surroundings = {}): Promise<Watched> => {
  const run = await swath(`watch sites.geojson --json ${words}`, { home, ...options });
  return { ...run, rows: run.stdout.startsWith("[") ? (JSON.parse(run.stdout) as Row[]) : [] };
};
const stateText = (): Promise<string> => readFile(join(home, "sites.watch.json"), "utf8");
const state = async () =>
  JSON.parse(await stateText()) as {
    origin: string;
    ordering: { items: string[]; journal: string }[];
    sites: {
      name: string;
      look: string;
      lookedAt: string;
      fullAt: string;
      seen: string[];
      waiting: { id: string; firstSeen: string }[];
    }[];
  };
const nextWeek = (days = 7): void => void (clock.ms += days * DAY);
const namesOf = (rows: readonly Row[]): string[] =>
  rows.flatMap(({ site, items }) => items.map(({ id }) => `${site} ${id}`)).toSorted();

/** The items that the catalog has over the sites, acquired since a time. */
async function catalogSince(ms: number): Promise<string[]> {
  const found: string[] = [];
  for (const { properties, geometry } of SITES) {
    const { stdout } = await swath([
      ..."catalog search --all --output id --file".split(" "),
      JSON.stringify(geometry),
      ..."--from".split(" "),
      new Date(ms).toISOString(),
      ...("product-type" in properties ? ["--product-type", String(properties["product-type"])] : []),
    ]);
    found.push(
      ...stdout
        .trim()
        .split("\n")
        .map((id) => `${properties.name} ${id}`),
    );
  }
  return found.toSorted();
}

/** The network with some items left out of each search, as if they entered the catalog later. */
interface HidingPage {
  features: { id: string }[];
}
/** Without a count, which would tell that an item is missing. */
const hiding = (isHidden: (id: string) => boolean): Send =>
  changingJson(send, to("/catalog/search"), (page: HidingPage) => ({
    ...page,
    numberMatched: undefined,
    features: page.features.filter(({ id }) => !isHidden(id)),
  }));

describe("what is new", () => {
  it("WATCH-01 WATCH-04 the first look notes what exists and reports nothing; a week later, exactly the new scenes are reported once", async () => {
    const first = await watch();
    expect([first.exitCode, first.rows]).toEqual([0, []]);
    expect(first.stderr).toMatch(/^First look at 3 sites: \d+ items noted as known\nNothing new\n$/);
    const known = new Set(await catalogSince(0));
    nextWeek();
    const { rows } = await watch();
    const expected = (await catalogSince(0)).filter((name) => !known.has(name));
    expect(expected.length).toBeGreaterThan(5);
    expect(namesOf(rows)).toEqual(expected);
    expect(new Set(rows.map(({ firstSeen }) => firstSeen))).toEqual(new Set(["2026-03-17T11:47:00Z"]));
    expect((await watch()).rows).toEqual([]);
  });

  it("WATCH-02 a scene that enters the catalog late, with an old date, is found by the full look of the week", async () => {
    const recent = new Set(await catalogSince(NOW - 28 * DAY));
    const old = (await catalogSince(0)).filter((name) => !recent.has(name));
    const late = old.find((name) => name.startsWith("Japan"))!.slice(6);
    const network = hiding((id) => id === late);
    await watch("", { send: network });
    nextWeek(1);
    const nextDay = await watch();
    expect(namesOf(nextDay.rows)).not.toContain(`Japan ${late}`);
    expect((await state()).sites.map(({ look }) => look)).toEqual(["recent", "recent", "recent"]);
    nextWeek(6);
    expect(namesOf((await watch()).rows)).toContain(`Japan ${late}`);
    expect((await state()).sites.map(({ look }) => look)).toEqual(["full", "full", "full"]);
    expect((await watch("--full")).rows).toEqual([]);
  });

  it("WATCH-02 WATCH-08 a usual run sends one request per site, bounded by the acquisition time; --look-back moves the bound", async () => {
    await watch();
    nextWeek(2);
    const { requests } = await watch();
    const { requests: longer } = await watch("--look-back 90d");
    expect(requests.map(({ path }) => path)).toEqual(SITES.map(() => "/catalog/search"));
    expect(requests.map(({ body }) => (body as { datetime: string }).datetime)).toEqual(
      SITES.map(() => "2026-02-10T11:47:00Z/.."),
    );
    expect(longer[0]?.body).toMatchObject({ datetime: "2025-12-12T11:47:00Z/.." });
    const { requests: full } = await watch("--full");
    expect(full.every(({ body }) => !("datetime" in (body as object)))).toBe(true);
  });

  it("WATCH-04 --since reports the latest scenes of a first look, and notes all others", async () => {
    const { rows } = await watch("--since 7d");
    expect(namesOf(rows)).toEqual(await catalogSince(NOW - 7 * DAY));
    expect((await watch("--since 7d")).rows).toEqual([]);
  });

  it("WATCH-04 --since reports what a look only noted, once, at sites that are known already", async () => {
    await watch();
    nextWeek(1);
    const fresh = namesOf((await watch()).rows);
    const peeked = await watch("--since 60d --peek");
    const run = await watch("--since 60d");
    const noted = (await catalogSince(NOW + DAY - 60 * DAY)).filter((name) => !fresh.includes(name));
    expect(noted.length).toBeGreaterThan(5);
    expect([namesOf(peeked.rows), namesOf(run.rows)]).toEqual([noted, noted]);
    expect((await watch("--since 60d")).rows).toEqual([]);
    expect((await watch("--full")).rows).toEqual([]);
  });

  it("WATCH-04 --since reports nothing of a state that does not say what was reported, and a note tells it", async () => {
    await watch("--since 7d");
    const old = JSON.parse(await stateText()) as { sites: { reported?: string[] }[] };
    for (const site of old.sites) delete site.reported;
    await writeFile(join(home, "sites.watch.json"), JSON.stringify(old));
    const run = await watch("--since 60d");
    expect(run.rows).toEqual([]);
    expect(run.stderr).toContain("at 3 known sites");
    expect(run.stderr).toContain("--reset");
    expect((await watch()).stderr).not.toContain("known site");
  });

  it("WATCH-04 an added site is looked at as new, a changed one from the last run on, and a removed one is dropped after a note", async () => {
    await writeSites([EUROPE, IBERIA]);
    await watch();
    const smaller = feature("Iberia", box(-10, 36, 0, 44));
    await writeSites([smaller, JAPAN]);
    const run = await watch();
    expect(run.rows).toEqual([]);
    expect(run.stderr).toContain("Europe is no longer in the file: the state is dropped\n");
    expect(run.stderr).toContain(
      "Iberia: other filters or another geometry than in the last run, whose memory is kept. Scenes that were collected since 2026-03-09T11:47:00Z are reported\n",
    );
    expect(run.stderr).toContain("First look at 1 site: ");
    expect((await state()).sites.map(({ name }) => name)).toEqual(["Iberia", "Iberia", "Japan"]);
  });

  it("WATCH-01 flags are defaults, properties of a site override them, and --min-cover measures here", async () => {
    await watch("--product-type SLC --min-cover 3%");
    nextWeek(1);
    const { requests, rows } = await watch("--product-type SLC --min-cover 3%");
    expect(requests.map(({ body }) => (body as { query: object }).query)).toEqual([
      { "sar:product_type": { eq: "GEO" } },
      { "sar:product_type": { eq: "GEO" } },
      { "sar:product_type": { eq: "SLC" } },
    ]);
    expect(rows).toEqual([]);
  });

  it("WATCH-01 sites come from stdin, KML, and a single geometry with --name", async () => {
    const kml = `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${SITES.map(
      ({ properties: { name }, geometry: { coordinates } }) =>
        `<Placemark><name>${name}</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${coordinates[0]!
          .map(([x, y]) => `${x},${y},0`)
          .join(" ")}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`,
    ).join("")}</Document></kml>`;
    await writeFile(join(home, "ports.kml"), kml);
    const fromKml = await swath("watch ports.kml", { home });
    expect(fromKml.stderr).toContain("First look at 3 sites: ");
    expect(await readdir(home)).toContain("ports.watch.json");
    const fromStdin = await swath("watch - --name Tokyo --state my.json", {
      home,
      stdin: JSON.stringify({ type: "Point", coordinates: [139.75, 35.65] }),
    });
    expect([fromStdin.exitCode, fromStdin.stderr]).toEqual([
      0,
      expect.stringContaining("First look at 1 site: "),
    ]);
    const placed = await swath("watch - --name Tokyo --json", {
      home,
      stdin: '{"type":"Point","coordinates":[1,2]}',
    });
    expect(errorOf(placed)).toMatchObject({ hint: "Add --state <path>" });
  });
});

describe("sites that are refused before anything is sent", () => {
  const crossing: Ring = [
    [0, 0],
    [2, 2],
    [2, 0],
    [0, 2],
    [0, 0],
  ];
  it.each([
    [
      "two of one name",
      [EUROPE, { ...JAPAN, properties: { name: "Europe" } }],
      "has the name of feature 1",
      "features[1].properties",
    ],
    ["none", [], "its list of features is empty", undefined],
    [
      "no name",
      [{ ...EUROPE, properties: {} }],
      'its property "name" is missing',
      "features[0].properties.name",
    ],
    [
      "a null geometry",
      [EUROPE, { ...JAPAN, geometry: null }],
      "the geometry is null",
      "features[1].geometry",
    ],
    [
      "a polygon that crosses itself",
      [feature("a", crossing)],
      "cross",
      "features[0].geometry.coordinates[0]",
    ],
    [
      "an unknown filter",
      [feature("a", box(0, 0, 1, 1), { "product-typ": "GEO" })],
      'the property "product-typ" is not a filter',
      "features[0].properties.product-typ",
    ],
    [
      "a bad value",
      [feature("a", box(0, 0, 1, 1), { "min-cover": "1000%" })],
      "must be a percentage",
      "features[0].properties.min-cover",
    ],
    [
      "a bad condition",
      [feature("a", box(0, 0, 1, 1), { where: ["no condition"] })],
      "must be <property><operator><value>",
      "features[0].properties.where",
    ],
    [
      "a share of a point",
      [
        {
          type: "Feature",
          properties: { name: "a", "min-cover": "50%" },
          geometry: { type: "Point", coordinates: [1, 2] },
        },
      ],
      "needs a geometry with a surface",
      "features[0].properties.min-cover",
    ],
    ["a feature that is none", [7], "has something other than a Feature: features[0]", undefined],
  ])("WATCH-01 %s", async (_title, features, message, path) => {
    await writeSites(features as object[]);
    const run = await watch();
    const { details = [], message: whole } = errorOf(run);
    expect(run.requests).toEqual([]);
    expect([2, 3]).toContain(run.exitCode);
    expect(details.map((one) => one.message).join("\n") || whole).toContain(message);
    if (path !== undefined) expect(details[0]?.path).toBe(path);
    expect(await readdir(home)).toEqual(["sites.geojson"]);
  });

  it("WATCH-01 --min-cover over several points is one fault that has their names", async () => {
    const point = (name: string, properties = {}): object => ({
      type: "Feature",
      properties: { name, ...properties },
      geometry: { type: "Point", coordinates: [1, 2] },
    });
    const own = point("own", { "min-cover": "5%" });
    await writeSites([point("a"), feature("b", box(0, 0, 1, 1)), point("c"), own]);
    const { details = [] } = errorOf(await watch("--min-cover 20%"));
    expect(
      details.map(({ path = "", message }) => [path, /\bfeature \d/g.exec(message)?.[0], message]),
    ).toEqual([
      ["features[3].properties.min-cover", "feature 4", expect.any(String)],
      ["", "feature 1", expect.stringContaining('2 sites do not have: feature 1 ("a"), feature 3 ("c")')],
    ]);
  });

  it("WATCH-01 all faults of all sites are reported at once, with a suggestion", async () => {
    await writeSites([
      feature("a", box(0, 0, 1, 1), { product_type: "GEO" }),
      feature("a", box(0, 0, 1, 1), { population: 7 }),
    ]);
    const run = await watch();
    expect(errorOf(run).details?.map(({ message, hint }) => [message, hint])).toEqual([
      ['feature 1 ("a"): the property "product_type" is not a filter', "Did you mean product-type?"],
      ['feature 2 ("a"): has the name of feature 1, and each site needs its own', undefined],
      [
        'feature 2 ("a"): the property "population" is not a filter',
        "Add --ignore-unknown if the property is for other programs",
      ],
    ]);
    await writeSites([feature("a", box(0, 0, 1, 1), { population: 7 })]);
    expect((await watch("--ignore-unknown")).exitCode).toBe(0);
  });

  it("WATCH-01 10,001 sites", async () => {
    await writeSites(Array.from({ length: 10_001 }, (_, at) => feature(`site ${at}`, box(0, 0, 1, 1))));
    const run = await watch();
    expect(errorOf(run).message).toBe("sites.geojson has 10,001 sites, and at most 10,000 are watched");
    expect(run.requests).toEqual([]);
  });
});

describe("the state file", () => {
  it.each([
    ["damaged", '{"version":1,"si', "is damaged, or not the state of a watch"],
    ["of a newer version", '{"version":9,"sites":[]}', "was written by a newer version of swath (format 9)"],
    [
      "of another service",
      '{"version":1,"origin":"https://other.example","ordering":[],"sites":[]}',
      "belongs to https://other.example, and this run uses https://sar.example",
    ],
  ])(
    "WATCH-03 a state that is %s is an error with its name, and stays as it was",
    async (_what, text, why) => {
      await writeFile(join(home, "sites.watch.json"), text);
      const run = await watch();
      expect(errorOf(run)).toMatchObject({
        code: "INPUT_NOT_READABLE",
        message: `the state sites.watch.json ${why}: nothing was sent, and it was not changed`,
        hint: "Give another file with --state",
      });
      expect([run.exitCode, run.requests, await stateText()]).toEqual([2, [], text]);
    },
  );

  it("WATCH-03 a second run waits for the first, and ends with a message after --lock-timeout", async () => {
    const lock = await lockFile(join(home, "sites.watch.json.lock"), {
      clock,
      self: { pid: PID, isAlive: () => true },
    });
    if ("heldBy" in lock) throw new Error("the lock exists");
    const ended = await watch("--lock-timeout 3s");
    expect([ended.exitCode, ended.requests]).toEqual([10, []]);
    expect(errorOf(ended).message).toContain("did not end within 3s");
    const slept = clock.slept.length;
    const waiting = watch();
    const released = (async () => {
      while (clock.slept.length < slept + 4) await new Promise(setImmediate);
      await lock.release();
    })();
    expect((await waiting).exitCode).toBe(0);
    await released;
    expect(await readdir(home)).not.toContain("sites.watch.json.lock");
  });

  describe("in a bucket", () => {
    const BUCKET = "--state s3://imagery/watch/sites.json";
    const catalogIn = ({ requests }: Run): number =>
      requests.filter(({ path }) => path === "/catalog/search").length;

    it("WATCH-03 the state is an object that only a run that knows it replaces", async () => {
      const { s3, options } = await openBucket(bench);
      const first = await watch(BUCKET, options);
      expect([first.exitCode, first.stderr]).toEqual([0, expect.stringContaining("First look at 3 sites: ")]);
      expect((await s3.state()).objects.map(({ key }) => key)).toEqual(["watch/sites.json"]);
      expect(await readdir(home)).not.toContain("sites.watch.json");
      nextWeek();
      let racing: Promise<Watched> | undefined;
      const raced = await watch(BUCKET, {
        ...options,
        send: async (request) => {
          if (request.url.endsWith("/catalog/search") && racing === undefined) {
            clock.ms += 1000;
            racing = watch(BUCKET, options);
          }
          if (racing !== undefined) await clock.during(racing);
          return options.send(request);
        },
      });
      const other = await racing;
      expect([other?.exitCode, namesOf(other?.rows ?? [])]).toEqual([0, namesOf(raced.rows)]);
      expect([raced.exitCode, errorOf(raced).code]).toEqual([7, "CONFLICT"]);
      expect((await watch(BUCKET, options)).rows).toEqual([]);
    });

    it("WATCH-03 a store that ignores conditions is refused before anything is sent to the service", async () => {
      const { options } = await openBucket(bench, { operation: "PutObject", kind: "ignore-conditions" });
      const run = await watch(BUCKET, options);
      expect([run.exitCode, errorOf(run).code, catalogIn(run)]).toEqual([14, "DESTINATION_REFUSED", 0]);
    });

    it("WATCH-03 a store that compares tags without quotes, and one that loses a response, keep the state", async () => {
      const { options } = await openBucket(bench, { operation: "PutObject", kind: "bare-tags" });
      expect((await watch(BUCKET, options)).exitCode).toBe(0);
      nextWeek();
      expect((await watch(BUCKET, options)).rows.length).toBeGreaterThan(3);
      expect((await watch(BUCKET, options)).rows).toEqual([]);
      const lossy = await openBucket(bench, { operation: "PutObject", kind: "lose-reply", times: 1 });
      expect((await watch(BUCKET, lossy.options)).exitCode).toBe(0);
    });

    it("WATCH-03 a damaged object is an error with its name, and stays as it was", async () => {
      const { s3, options } = await openBucket(bench);
      await watch(BUCKET, options);
      const moved = await watch(
        "--state s3://imagery/watch/sites.json --base-url https://other.example",
        options,
      );
      expect(errorOf(moved).message).toContain(
        "belongs to https://sar.example, and this run uses https://other.example",
      );
      const unnamed = await watch("--state s3://imagery");
      expect(errorOf(unnamed).message).toBe("--state s3://imagery: the object has no name");
      expect((await s3.state()).objects).toHaveLength(1);
    });
  });

  it("WATCH-03 a dry run shows the first request, and writes nothing", async () => {
    const run = await swath("watch sites.geojson --dry-run", { home });
    expect([run.exitCode, run.requests]).toEqual([0, []]);
    expect(run.stdout).toContain("POST https://sar.example/v1/catalog/search");
    const buying = await swath("watch sites.geojson --order --max-cost 10 --exec notify --dry-run", { home });
    expect([buying.exitCode, buying.requests]).toEqual([0, []]);
    expect(await readdir(home)).toEqual(["sites.geojson"]);
  });
});

describe("at least once", () => {
  it("WATCH-05 a run that dies before its rows are out reports the same scenes again", async () => {
    await watch();
    nextWeek();
    const before = await stateText();
    const died = await watch("", {
      writeStdout: () => Promise.reject(Object.assign(new Error("full"), { code: "ENOSPC" })),
    });
    expect([died.exitCode, await stateText()]).toEqual([14, before]);
    const again = await watch();
    expect(again.rows.length).toBeGreaterThan(3);
    expect((await watch()).rows).toEqual([]);
  });

  it("WATCH-05 a lost network ends the run with its error; sites that were looked at are done, the others follow", async () => {
    await watch();
    nextWeek(6);
    let calls = 0;
    const lost: Send = async (request) => {
      calls += 1;
      if (calls === 1) return send(request);
      throw new TransportError("unreachable", "no", "no route");
    };
    const first = await watch("--retries 0 --concurrency 1", { send: lost });
    expect(first.exitCode).toBe(9);
    expect(errorOf(first).message).toContain("2 of 3 sites failed");
    expect(new Set(first.rows.map(({ site }) => site))).toEqual(new Set(["Europe"]));
    const second = await watch();
    expect(new Set(second.rows.map(({ site }) => site))).toEqual(new Set(["Iberia", "Japan"]));
    const all = [...first.rows, ...second.rows];
    expect(new Set(namesOf(all)).size).toBe(namesOf(all).length);
  });

  it("WATCH-05 WATCH-06 --exec runs once per scene without a shell; a scene whose program fails is new again", async () => {
    await watch();
    nextWeek();
    const calls: { site: string; scene: string; items: string[] }[] = [];
    let failing = true;
    const runProgram: Surroundings["runProgram"] = (program, args) => {
      expect([program, args.slice(0, -1)]).toEqual(["notify", ["--to", "a b; rm -rf /"]]);
      const call = JSON.parse(args.at(-1)!) as (typeof calls)[number];
      calls.push(call);
      return Promise.resolve({ exitCode: failing && call.site === "Japan" ? 3 : 0 });
    };
    const words = [..."watch sites.geojson --json --exec".split(" "), "notify --to 'a b; rm -rf /'"];
    const run = await swath(words, { home, runProgram });
    const rows = JSON.parse(run.stdout) as Row[];
    expect(calls.map(({ site, scene }) => `${site} ${scene}`)).toEqual(
      rows.map(({ site, scene }) => `${site} ${scene}`),
    );
    expect(calls[0]!.items).toEqual(rows[0]!.items.map(({ id }) => `vendor-archive/${id}`));
    expect(run.exitCode).toBe(10);
    expect(run.stderr).toContain("exit code 3 for scene ");
    failing = false;
    nextWeek(1);
    calls.length = 0;
    const again = await swath(words, { home, runProgram });
    const japan = rows
      .filter(({ site }) => site === "Japan")
      .map(({ scene, firstSeen }) => [scene, firstSeen]);
    expect(japan.length).toBeGreaterThan(0);
    expect(
      (JSON.parse(again.stdout) as Row[])
        .filter(({ firstSeen }) => firstSeen.startsWith("2026-03-17"))
        .map(({ scene, firstSeen }) => [scene, firstSeen]),
    ).toEqual(japan);
    expect((await state()).sites.flatMap(({ waiting }) => waiting)).toEqual([]);
  });
});

describe("orders", () => {
  const ordering = (words = "", options: Surroundings = {}): Promise<Watched> =>
    watch(`--product-type GEO --order --yes ${words}`, options);
  const statusesOf = (rows: readonly Row[]): string[] =>
    rows.map(({ site, order }) => `${site} ${order?.status}`);
  /** Number of orders in the journal; here each has one item. */
  const ordersPaid = async (): Promise<number> => {
    const history = JSON.parse((await swath("order history --json", { home })).stdout) as {
      state: string;
      items: number;
    }[];
    expect(history.every(({ items }) => items === 1)).toBe(true);
    return history.filter(({ state: ended }) => ended === "confirmed").length;
  };
  beforeEach(() => watch("--product-type GEO"));

  it("WATCH-05 --order needs --yes and a limit before anything is sent", async () => {
    for (const [words, message] of [
      ["--order --max-cost 10", "needs consent beforehand"],
      ["--order --yes", "--order needs a limit: --max-cost, or a budget of the profile"],
      ["--max-cost 10", "--max-cost is for orders, and this run orders nothing"],
      ["--order --yes --max-cost 10 --resend", "a watch buys nothing twice"],
    ] as const) {
      const run = await watch(words);
      expect(errorOf(run).message).toContain(message);
      expect([run.exitCode, run.requests]).toEqual([2, []]);
    }
  });

  it("WATCH-05 each scene is ordered once, also one over two sites, and the files are downloaded", async () => {
    nextWeek();
    const run = await ordering("--max-cost 1000000 --download new");
    expect([run.exitCode, refusalOf(run)]).toEqual([0, undefined]);
    const items = run.rows.flatMap((row) => row.items.map(({ id }) => id));
    expect(new Set(items).size).toBeLessThan(items.length);
    const orders = await ordersPaid();
    expect(orders).toBe(new Set(items).size);
    expect(run.rows.filter(({ order }) => order?.status === "ordered").length).toBe(orders);
    // A scene over two sites is bought in the turn of one of them.
    expect(run.rows.some(({ order }) => order?.status === "ordered-before")).toBe(true);
    const folders = await readdir(join(home, "new"));
    expect(folders).toEqual(expect.arrayContaining([...new Set(items)]));
    const again = await ordering("--max-cost 1000000 --download new");
    expect([again.rows, again.requests.some(({ path }) => path.startsWith("/orders"))]).toEqual([[], false]);
  });

  it("WATCH-05 P5 --max-cost bounds the whole run; a scene that does not fit is reported and stays new, and the exit code is 10", async () => {
    nextWeek();
    const tight = await ordering("--max-cost 800");
    expect([tight.exitCode, errorOf(tight).code]).toEqual([10, "BATCH_PARTIAL"]);
    const sum = tight.rows.reduce(
      (all, { order }) => all + Number(order?.price?.replace(/[$,]/g, "") ?? 0),
      0,
    );
    expect(sum).toBeGreaterThan(0);
    expect(sum).toBeLessThanOrEqual(800);
    const left = tight.rows.filter(({ order }) => order?.status === "not-ordered");
    expect(left.length).toBeGreaterThan(0);
    expect(errorOf(tight).message).toMatch(
      /^2 ordered, \$770\.00;(?: \d ordered before;)? \d+ did not fit in the \$30\.00 left of \$800\.00$/,
    );
    expect(errorOf(tight).hint).toBe("Raise --max-cost: a scene that was not ordered stays new");
    for (const { order } of left)
      expect(order?.reason).toMatch(/, and \$30\.00 is left of the limit of \$800: nothing was ordered$/);
    const rest = await ordering("--max-cost 1000000");
    expect(namesOf(rest.rows)).toEqual(namesOf(left));
    expect(rest.rows.every(({ order }) => order?.status.startsWith("ordered"))).toBe(true);
    expect(await ordersPaid()).toBe(
      new Set([...tight.rows, ...rest.rows].flatMap(({ items }) => items.map(({ id }) => id))).size,
    );
    expect((await ordering("--max-cost 1000000")).rows).toEqual([]);
  });

  it("WATCH-05 a run that dies after its orders reports them as ordered before, and buys nothing again", async () => {
    nextWeek();
    const died = await ordering("--max-cost 1000000", {
      writeStdout: () => Promise.reject(Object.assign(new Error("full"), { code: "ENOSPC" })),
    });
    expect(died.exitCode).toBe(14);
    expect(await ordersPaid()).toBeGreaterThan(0);
    const again = await ordering("--max-cost 1000000 --download new");
    expect(new Set(statusesOf(again.rows.filter(({ site }) => site === "Europe")))).toContain(
      "Europe ordered-before",
    );
    expect(await ordersPaid()).toBe(
      new Set(again.rows.flatMap(({ items }) => items.map(({ id }) => id))).size,
    );
    const all = again.rows.flatMap(({ items }) => items.map(({ id }) => id));
    expect(await readdir(join(home, "new"))).toEqual(expect.arrayContaining(all));
  });

  it("WATCH-05 the state holds the items of an order before it is sent; another journal does not order them", async () => {
    nextWeek();
    let held: Awaited<ReturnType<typeof state>>["ordering"] = [];
    const dying: Send = async (request) => {
      if (!request.url.endsWith("/orders")) return send(request);
      held = (await state()).ordering;
      await send(request);
      throw new TransportError("reset", "maybe", "the connection was closed");
    };
    const killed = await ordering("--max-cost 1000000 --retries 0", {
      send: dying,
      writeStdout: () => Promise.reject(Object.assign(new Error("full"), { code: "ENOSPC" })),
    });
    expect([killed.exitCode, held.length]).toEqual([14, 1]);
    expect((await state()).ordering).toEqual(held);
    const limbo = held[0]!.items;
    await rm(join(home, ".local/state/swath/journal"), { recursive: true });
    await writeFile(join(home, ".local/state/swath/journal.id"), "another journal");
    const other = await ordering("--max-cost 1000000");
    const rows = other.rows.filter(({ items }) => items.some(({ id }) => limbo.includes(id)));
    expect(new Set(rows.map(({ order }) => order?.status))).toEqual(new Set(["unknown"]));
    expect([other.exitCode, errorOf(other).message]).toEqual([
      13,
      expect.stringContaining("its order is not in this journal"),
    ]);
    expect(await ordersPaid()).toBe(other.rows.filter(({ order }) => order?.status === "ordered").length);
    expect((await ordering("--max-cost 1000000")).rows.map(({ order }) => order?.status)).toEqual(
      rows.map(() => "unknown"),
    );
    // A look without orders does not take them from the job. A reset notes them as known.
    await watch("--product-type GEO");
    expect((await ordering("--max-cost 1000000")).exitCode).toBe(13);
    expect((await ordering("--max-cost 1000000 --reset")).rows).toEqual([]);
    expect([(await ordering("--max-cost 1000000")).rows, (await state()).ordering]).toEqual([[], []]);
  });

  it("WATCH-05 the state holds all orders of a run that was killed: another journal repeats none of them", async () => {
    nextWeek();
    let sent = 0;
    const dying: Send = async (request) => {
      const reply = await send(request);
      if (!request.url.endsWith("/orders") || (sent += 1) < 3) return reply;
      throw new TransportError("reset", "maybe", "the connection was closed");
    };
    await ordering("--max-cost 1000000 --retries 0", {
      send: dying,
      writeStdout: () => Promise.reject(Object.assign(new Error("full"), { code: "ENOSPC" })),
    });
    const ordered = (await state()).ordering.flatMap(({ items }) => items);
    expect([sent, ordered.length]).toEqual([3, 3]);
    await rm(join(home, ".local/state/swath/journal"), { recursive: true });
    await writeFile(join(home, ".local/state/swath/journal.id"), "another journal");
    const other = await ordering("--max-cost 1000000");
    const again = other.rows.filter(({ order }) => order?.status === "ordered");
    expect(again.length).toBeGreaterThan(0);
    const twice = again.filter(({ items }) => items.some(({ id }) => ordered.includes(id)));
    expect(namesOf(twice)).toEqual([]);
  });

  it("WATCH-05 an order of unknown outcome is not repeated: the scene stays new, and the exit code is 13", async () => {
    nextWeek();
    let isLost = true;
    const losing: Send = async (request) => {
      const reply = await send(request);
      if (!request.url.endsWith("/orders") || !isLost) return reply;
      isLost = false;
      throw new TransportError("reset", "maybe", "the connection was closed");
    };
    const withoutHistory: Send = (request) =>
      request.method === "GET" && request.url.includes("/orders")
        ? Promise.reject(new TransportError("reset", "maybe", "the connection was closed"))
        : losing(request);
    const run = await ordering("--max-cost 1000000", { send: withoutHistory });
    expect(run.exitCode).toBe(13);
    const unknownIn = (rows: readonly Row[]) => rows.filter(({ order }) => order?.status === "unknown");
    const unknown = namesOf(unknownIn(run.rows));
    expect(unknown).not.toEqual([]);
    expect(run.rows.some(({ order }) => order?.status === "ordered")).toBe(false);
    const again = await ordering("--max-cost 1000000");
    expect(namesOf(again.rows)).toEqual(namesOf(run.rows));
    expect(namesOf(unknownIn(again.rows))).toEqual(unknown);
    expect(namesOf((await ordering("--max-cost 1000000")).rows)).toEqual(unknown);
  });

  it.each(["", "--not-owned"])(
    "WATCH-05 OWN-02 a failed download leaves the scene new, and the next run downloads the same order %s",
    async (flag) => {
      nextWeek();
      const noAssets: Send = (request) =>
        request.url.includes("/assets/")
          ? Promise.reject(new TransportError("reset", "maybe", "the connection was closed"))
          : send(request);
      const failed = await ordering(`--max-cost 1000000 --download new --retries 0 ${flag}`, {
        send: noAssets,
      });
      expect([10, 9]).toContain(failed.exitCode);
      const orders = await ordersPaid();
      const again = await ordering(`--max-cost 1000000 --download new ${flag}`);
      expect([again.exitCode, namesOf(again.rows)]).toEqual([0, namesOf(failed.rows)]);
      expect(await ordersPaid()).toBe(orders);
      expect((await ordering(`--max-cost 1000000 --download new ${flag}`)).rows).toEqual([]);
    },
  );
});

describe("a look by hand beside a job", () => {
  const job = (words = ""): Promise<Watched> =>
    watch(`--product-type GEO --order --yes --max-cost 1000000 ${words}`);
  const GEO = "--product-type GEO";

  it("WATCH-10 --peek shows what the run would report or order, and changes nothing", async () => {
    const first = await watch("--peek");
    expect([first.exitCode, first.rows]).toEqual([0, []]);
    expect(first.stderr).toMatch(/^First look at 3 sites: \d+ items would be noted as known\nNothing new\n$/);
    expect(await readdir(home)).not.toContain("sites.watch.json");
    await job();
    const before = await stateText();
    nextWeek();
    const peeked = await watch(`${GEO} --order --exec notify --peek`, {
      runProgram: () => Promise.reject(new Error("a peek runs no program")),
    });
    expect([
      peeked.exitCode,
      peeked.rows.length > 3,
      peeked.rows.some(({ order }) => order !== undefined),
    ]).toEqual([0, true, false]);
    expect(new Set(peeked.requests.map(({ method, path }) => `${method} ${path.split("?")[0]}`))).toEqual(
      new Set(["POST /catalog/search"]),
    );
    expect(await stateText()).toBe(before);
    expect((await readdir(home)).filter((name) => name.includes("lock"))).toEqual([]);
    expect(namesOf((await job()).rows)).toEqual(namesOf(peeked.rows));
  });

  it("WATCH-10 --peek of a state in a bucket writes no object", async () => {
    const { s3, options } = await openBucket(bench);
    const run = await watch("--peek --state s3://imagery/watch/sites.json", options);
    expect([run.exitCode, (await s3.state()).objects]).toEqual([0, []]);
  });

  it.each([
    ["the same filters and no --order", GEO],
    ["other filters", `${GEO} --min-cover 0.001%`],
    ["other filters and orders", "--product-type SLC --order --yes --max-cost 1"],
  ])("WATCH-10 a look with %s takes no scene from the job that orders", async (_title, words) => {
    await job();
    nextWeek(3);
    const byHand = await watch(words);
    const peeked = await watch(`${GEO} --order --peek`);
    nextWeek(4);
    await watch(words);
    const { rows } = await job();
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.every(({ order }) => order?.status.startsWith("ordered"))).toBe(true);
    expect(namesOf(rows)).toEqual(expect.arrayContaining(namesOf(peeked.rows)));
    expect(byHand.stderr).not.toContain("Nothing new");
  });

  it("WATCH-10 a look without --exec takes no scene from the job with a program", async () => {
    const withProgram = () =>
      swath([..."watch sites.geojson --json --exec".split(" "), "notify"], {
        home,
        runProgram: () => Promise.resolve({ exitCode: 0 }),
      });
    await withProgram();
    nextWeek();
    const byHand = await watch();
    expect(byHand.rows.length).toBeGreaterThan(3);
    expect(namesOf(JSON.parse((await withProgram()).stdout) as Row[])).toEqual(namesOf(byHand.rows));
  });

  it("WATCH-04 WATCH-10 a job with changed filters reports what was collected since its last run, and orders it", async () => {
    await job("--min-cover 0.001%");
    nextWeek();
    const narrower = await job("--min-cover 0.002%");
    expect(narrower.stderr).toContain("Scenes that were collected since 2026-03-09T11:47:00Z are reported");
    expect(narrower.rows.length).toBeGreaterThan(2);
    for (const { items, order } of narrower.rows) {
      expect(order?.status).toMatch(/^ordered/);
      expect(Date.parse(items[0]!.properties.datetime)).toBeGreaterThan(NOW - DAY);
    }
    expect((await job("--min-cover 0.002%")).rows).toEqual([]);
  });

  it("WATCH-04 WATCH-05 with changed filters, --since reports and orders what was noted, and nothing that was ordered, whatever the journal", async () => {
    await job();
    nextWeek();
    const before = namesOf((await job()).rows);
    expect(before.length).toBeGreaterThan(3);
    const changed = "--min-cover 0.001% --since 40d";
    const peeked = await watch(`${GEO} --order --peek ${changed}`);
    // Another home has no journal of these orders.
    const elsewhere = await tempHome();
    for (const name of ["sites.geojson", "sites.watch.json"])
      await copyFile(join(home, name), join(elsewhere, name));
    home = elsewhere;
    const { rows, stderr } = await job(changed);
    expect(namesOf(rows)).toEqual(namesOf(peeked.rows));
    expect(rows.length).toBeGreaterThan(before.length);
    expect(stderr).toContain("Scenes that were collected since 2026-02-05T11:47:00Z are reported");
    expect(namesOf(rows).filter((name) => before.includes(name))).toEqual([]);
    expect((await job(changed)).rows).toEqual([]);
  });

  it("WATCH-10 a look that tries other filters takes no scene from the job that gets them later", async () => {
    await job();
    nextWeek();
    const byHand = await watch(`${GEO} --min-cover 0.001%`);
    expect(byHand.stderr).not.toContain("First look");
    expect(byHand.rows.length).toBeGreaterThan(3);
    const { rows } = await job("--min-cover 0.001%");
    expect(namesOf(rows)).toEqual(expect.arrayContaining(namesOf(byHand.rows)));
  });

  it("WATCH-10 a scene that did not fit the limit stays new after the filters changed", async () => {
    await job();
    nextWeek();
    const tight = await watch(`${GEO} --order --yes --max-cost 400`);
    const left = namesOf(tight.rows.filter(({ order }) => order?.status === "not-ordered"));
    expect(left.length).toBeGreaterThan(3);
    nextWeek(20);
    const { rows } = await job("--instrument-mode spotlight --orbit-state descending --min-cover 0%");
    const all = await job();
    expect(namesOf([...rows, ...all.rows])).toEqual(expect.arrayContaining(left));
  });
});

describe("the limit of a run", () => {
  const PORTS = [-8, -4, 0, 4, 8].map((west, at) =>
    feature(`port ${at}`, box(west, 38, west + 4, 58), { "product-type": "GEO" }),
  );
  const ordering = (words: string, options: Surroundings = {}): Promise<Watched> =>
    watch(`--order --yes --retries 0 ${words}`, options);
  const ordersIn = ({ requests }: Run): number => requests.filter(({ path }) => path === "/orders").length;

  beforeEach(async () => {
    await writeSites(PORTS);
    await watch("--order --yes --max-cost 1");
    nextWeek(30);
  });

  it("WATCH-05 the limit is spent in rounds: each site buys its newest scene before any site buys a second one", async () => {
    const peeked = await watch("--order --peek");
    const sites = [...new Set(peeked.rows.map(({ site }) => site))];
    expect(sites.length).toBeGreaterThan(3);
    // One price for all: as many turns as sites, and one more.
    const same = changingJson(send, to("/orders/review"), () => ({
      authorized: true,
      summary: { total: "$350.00" },
    }));
    const run = await ordering(`--max-cost ${350 * (sites.length + 1)}`, { send: same });
    const bought = run.rows.filter(({ order }) => order?.status === "ordered");
    expect(bought).toHaveLength(sites.length + 1);
    const first = sites.map((name) =>
      run.rows.find(({ site, order }) => site === name && order?.status !== "ordered-before"),
    );
    expect(first.map((row) => row?.order?.status)).toEqual(sites.map(() => "ordered"));
    const sum = 350 * (sites.length + 1);
    expect(errorOf(run).message.replaceAll(/[,$]/g, "")).toMatch(
      new RegExp(
        `^${sites.length + 1} ordered ${sum}\\.00;(?: \\d+ ordered before;)? \\d+ did not fit in the 0\\.00 left of ${sum}\\.00$`,
      ),
    );
  });

  it("WATCH-05 a run that orders everything ends with one line", async () => {
    const run = await ordering("--max-cost 1000000");
    expect(run.exitCode).toBe(0);
    expect(run.stderr).toMatch(/\n\d+ ordered, \$[\d,]+\.00(?:; \d+ ordered before)?\n/);
  });

  it.each([500, 503, 408, 409, 418, 307])(
    "WATCH-05 P3 P5 the first order with an unknown outcome (%i) ends the orders of the run",
    async (status) => {
      const answering: Send = async (request) =>
        request.url.endsWith("/orders")
          ? {
              status,
              headers: { "content-type": "application/json" },
              body: (async function* () {
                yield Buffer.from("{}");
              })(),
            }
          : send(request);
      const run = await ordering("--max-cost 2450", { send: answering });
      expect([run.exitCode, ordersIn(run)]).toEqual([13, 1]);
      expect(run.rows.map(({ order }) => order?.status).filter((one) => one === "unknown")).toHaveLength(1);
      expect(run.stderr).toContain("0 ordered; 1 of unknown outcome; ");
    },
  );

  it("WATCH-05 P5 a response without an id ends the orders, and a failed order counts as paid", async () => {
    const replying = (reply: object): Send => changingJson(send, to("/orders"), () => reply);
    const nameless = await ordering("--max-cost 2450", { send: replying({ hello: 1 }) });
    expect([nameless.exitCode, ordersIn(nameless)]).toEqual([13, 1]);
    home = await tempHome();
    await writeSites(PORTS);
    let count = 0;
    const failing = changingJson(send, to("/orders"), () => ({
      orderId: `failed-${(count += 1)}`,
      orderStatus: "failed",
    }));
    const failed = await ordering("--max-cost 1050 --since 20d", { send: failing });
    expect(failed.rows.length).toBeGreaterThan(3);
    expect([0, 12]).not.toContain(failed.exitCode);
    expect(ordersIn(failed)).toBeGreaterThan(0);
    expect(ordersIn(failed)).toBeLessThanOrEqual(3);
  });

  it("WATCH-05 P5 a response with a higher price than the review counts, and ends the orders of the run", async () => {
    const dearer = changingJson(send, to("/orders"), (reply: object) => ({
      ...reply,
      summary: { total: "$1,400.00" },
    }));
    const run = await ordering("--max-cost 2450", { send: dearer });
    expect([run.exitCode, ordersIn(run)]).toEqual([12, 1]);
    expect(run.rows.flatMap(({ order }) => order?.price ?? [])).toEqual(["$1,400.00"]);
    expect(run.stderr).toContain("in the response that accepts it, and was $350.00 before");
    const above = await ordering("--max-cost 1000", { send: dearer });
    expect([above.exitCode, errorOf(above).code]).toEqual([12, "COST_LIMIT_EXCEEDED"]);
  });

  it("WATCH-05 P1 an order of unknown outcome is not repeated after the journal was lost, also under another spelling of its id", async () => {
    const losing: Send = async (request) => {
      if (!request.url.endsWith("/orders")) return send(request);
      throw new TransportError("reset", "maybe", "the connection was closed");
    };
    const lost = await ordering("--max-cost 2450", { send: losing });
    expect(lost.exitCode).toBe(13);
    const unknown = lost.rows.find(({ order }) => order?.status === "unknown")!.items;
    await rm(join(home, ".local/state/swath/journal"), { recursive: true });
    await writeFile(join(home, ".local/state/swath/journal.id"), "another journal");
    const spelled = changingJson(send, to("/catalog/search"), (page: { features: { id: string }[] }) => ({
      ...page,
      features: page.features.map((one) => ({ ...one, id: ` ${one.id.toUpperCase()}` })),
    }));
    const again = await ordering("--max-cost 2450", { send: spelled });
    expect(again.exitCode).toBe(13);
    const ordered = again.requests.flatMap(({ path, body }) =>
      path === "/orders" ? (body as { items: { granuleId: string }[] }).items : [],
    );
    expect(ordered.map(({ granuleId }) => granuleId.trim().toLowerCase())).not.toContain(
      unknown[0]?.id.toLowerCase(),
    );
    expect(again.rows.filter(({ order }) => order?.status === "unknown").length).toBeGreaterThan(0);
  });

  it("WATCH-02 a look that is known to be incomplete does not count as complete", async () => {
    const before = (await state()).sites.map(({ fullAt, lookedAt }) => [fullAt, lookedAt]);
    const broken: Send = async (request) => {
      if (!request.url.endsWith("/catalog/search")) return send(request);
      throw new TransportError("reset", "no", "the connection was closed");
    };
    expect((await watch("--order --yes --max-cost 1", { send: broken })).exitCode).toBe(9);
    const untokened: Send = (request) => send({ ...request, url: request.url.replace(/\?.*$/, "") });
    const isSearch = ({ url }: { url: string }): boolean => url.includes("/catalog/search");
    const circular = changingJson(untokened, isSearch, (page: { numberMatched: number }) => ({
      ...page,
      numberMatched: page.numberMatched + 1,
      links: [{ rel: "next", href: "https://sar.example/v1/catalog/search?token=x", method: "POST" }],
    }));
    const looped = await watch("--order --yes --max-cost 1", { send: circular });
    expect([looped.exitCode, looped.stderr]).toEqual([10, expect.stringContaining("some pages are missing")]);
    expect((await state()).sites.map(({ fullAt, lookedAt }) => [fullAt, lookedAt])).toEqual(before);
  });
});

const refusalOf = (run: Run): string | undefined =>
  run.stderr.includes('{"error"') ? errorOf(run).message : undefined;

describe("mirrored exports", () => {
  const FIJI = feature("Fiji", [
    [170, -25],
    [-170, -25],
    [-170, -5],
    [170, -5],
    [170, -25],
  ]);
  const STEEP = feature("Steep", box(-20, -40, 60, 60), {
    mode: "spotlight",
    where: "view:incidence_angle<30",
  });
  const PLACES = [EUROPE, STEEP, JAPAN, FIJI];
  const sync = () => swath("export sync footprints --type full --type latest --json", { home });

  /** What a query of the same files finds over each site. */
  async function queried(): Promise<string[]> {
    const found: string[] = [];
    for (const { properties, geometry } of PLACES) {
      const filters =
        properties.name === "Steep"
          ? ["--where", "sar:instrument_mode=spotlight", "--where", "view:incidence_angle<30"]
          : properties.name === "Europe"
            ? ["--product-type", "GEO"]
            : [];
      const { stdout } = await swath(
        [..."export query footprints --output id --file".split(" "), JSON.stringify(geometry), ...filters],
        { home },
      );
      found.push(
        ...stdout
          .trim()
          .split("\n")
          .map((id) => `${properties.name} ${id}`),
      );
    }
    return found.toSorted();
  }

  it("WATCH-07 --exports reports the same from mirrored files without a request; an order looks the collections up", async () => {
    await writeSites(PLACES);
    await sync();
    const words = "--exports footprints";
    const first = await watch(words);
    expect([first.exitCode, first.rows, first.requests]).toEqual([0, [], []]);
    const known = new Set(await queried());
    for (const name of ["Europe", "Steep", "Japan", "Fiji"])
      expect([...known].some((one) => one.startsWith(name))).toBe(true);
    nextWeek();
    await sync();
    const before = await stateText();
    const offline = await watch(words);
    expect(namesOf(offline.rows)).toEqual((await queried()).filter((name) => !known.has(name)));
    expect([offline.rows.length > 5, offline.requests]).toEqual([true, []]);
    expect((await watch(words)).rows).toEqual([]);
    await writeFile(join(home, "sites.watch.json"), before);
    const bought = await watch(`${words} --order --yes --max-cost 1000000`);
    expect(namesOf(bought.rows)).toEqual(namesOf(offline.rows));
    expect(bought.rows.every(({ order }) => order?.status.startsWith("ordered"))).toBe(true);
  });

  it("WATCH-07 --exports refuses a filter that files cannot answer, and an unknown attribute", async () => {
    await writeSites([feature("a", box(0, 0, 1, 1), { platform: "vendor-01" })]);
    expect(errorOf(await watch("--exports footprints")).message).toContain("platform is not in export files");
    await sync();
    await writeSites([feature("a", box(0, 0, 1, 1), { where: "speed<3" })]);
    expect(errorOf(await watch("--exports footprints")).message).toContain('"speed"');
    const items = await swath("watch sites.geojson --exports footprints --output order-items", { home });
    expect([items.exitCode, items.stderr]).toEqual([2, expect.stringContaining("--collection")]);
    expect(await readdir(home)).not.toContain("sites.watch.json");
  });
});

describe("output", () => {
  beforeEach(async () => {
    await watch();
    nextWeek();
  });
  const swathWatch = (words: string, options: Surroundings = {}) =>
    swath(`watch sites.geojson ${words}`, { home, ...options });

  it("WATCH-06 on a terminal the new scenes are the list of the next order place", async () => {
    const terminal = { stdoutTTY: true, stderrTTY: true, stdinTTY: true };
    const { stdout, stderr } = await swathWatch("--since 60d", terminal);
    expect(stdout.split("\n").length).toBeGreaterThan(2);
    expect(stderr).toMatch(/-> .*swath order place$/m);
    expect((await swathWatch("", { stdoutTTY: true })).stderr).toBe("Nothing new\n");
    expect((await swathWatch("--reset --since 60d")).stderr).not.toContain("->");
  });

  it("WATCH-06 a terminal shows a table; a quiet week is one line", async () => {
    const table = await swathWatch("--price", { stdoutTTY: true, columns: 100, env: { NO_COLOR: "1" } });
    expect(table.stdout.split("\n")[0]).toMatch(/^SITE +TIME +PRODUCTS +COVERS +PRICE/);
    const quiet = await swathWatch("", { stdoutTTY: true });
    expect([quiet.stdout, quiet.stderr, quiet.exitCode]).toEqual(["", "Nothing new\n", 0]);
  });

  it("WATCH-06 the formats of a search, from one look", async () => {
    const before = await stateText();
    const shown = async (words: string): Promise<string> => {
      await writeFile(join(home, "sites.watch.json"), before);
      return (await swathWatch(words)).stdout;
    };
    const rows = JSON.parse(await shown("--json")) as Row[];
    const ids = rows.flatMap(({ items }) => items.map(({ id }) => id));
    expect(Object.keys(rows[0]!)).toEqual(["site", "scene", "firstSeen", "items"]);
    expect((await shown("--output id")).trim().split("\n")).toEqual(ids);
    expect((await shown("--output ndjson")).trim().split("\n")).toHaveLength(rows.length);
    expect((await shown("--output csv")).split("\n")[0]).toContain("site,");
    expect(JSON.parse(await shown("--output order-items"))).toHaveLength(new Set(ids).size);
    const collection = JSON.parse(await shown("--output geojson")) as { features: { properties: object }[] };
    expect(collection.features[0]!.properties).toMatchObject({ site: rows[0]!.site, scene: rows[0]!.scene });
    expect(JSON.parse(await shown("--json --query [].scene"))).toEqual(rows.map(({ scene }) => scene));
    expect(await shown("--map new.html")).toContain(rows[0]!.site);
    const page = await readFile(join(home, "new.html"), "utf8");
    for (const { properties } of SITES) expect(page).toContain(properties.name);
  });

  it("WATCH-06 --exit-code is 15 when something is new, and --github-output and --step-summary report it", async () => {
    await mkdir(join(home, "ci"));
    const env = { GITHUB_OUTPUT: join(home, "ci/out"), GITHUB_STEP_SUMMARY: join(home, "ci/summary") };
    const run = await swathWatch("--exit-code --github-output --step-summary", { env });
    expect(run.exitCode).toBe(15);
    const rows = run.stdout.trim().split("\n").length;
    expect(await readFile(env.GITHUB_OUTPUT, "utf8")).toBe(
      `changed=true\nscenes=${rows}\nsites=3\nordered=0\n`,
    );
    expect(await readFile(env.GITHUB_STEP_SUMMARY, "utf8")).toContain(
      `<b>${rows} new scenes</b> over 3 sites`,
    );
    const quiet = await swathWatch("--exit-code --github-output --step-summary", { env });
    expect(quiet.exitCode).toBe(0);
    expect(await readFile(env.GITHUB_OUTPUT, "utf8")).toContain("changed=false\nscenes=0\n");
  });
});

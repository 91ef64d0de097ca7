/** `catalog stacks` and `catalog search --like` by the front door: from the catalog, and offline from export files. */
import { describe, expect, it } from "vitest";
import { openBench } from "./bench.ts";
import { tempHome } from "./world.ts";

const { swath } = await openBench({ archiveSize: 6000 });
const home = await tempHome();
await swath("export fetch --type full --format geoparquet", { home });
const FILE = "vendor_archive_export_full.geoparquet";

interface Stack {
  stack: number;
  scenes: number;
  first: string;
  last: string;
  medianGapDays: number;
  satellite: string;
  orbitalPlane: number | "unknown";
  orbitState: string;
  lookDirection: string;
  offNadir: [number, number];
  overlapPercent: number;
  squint: [number, number];
  groups: number;
  pairs: number;
  reference: string;
  collects: { id: string; datetime: string; group: number; items: string[] }[];
}

/** Large enough that scenes of different targets make stacks too. */
const LOOSE = "--look-tolerance 6 --squint-tolerance 30 --min-overlap 20%";
const AREA = "--point 4.14,51.95 --radius 400km";

const OFFLINE = { SWATH_BASE_URL: undefined, SWATH_API_KEY: undefined };

/** Several tests read the same stacks: each command runs once. */
const found = new Map<string, Promise<Stack[]>>();

function stacksOf(words: string, env?: typeof OFFLINE): Promise<Stack[]> {
  const key = `${env === undefined ? "" : "offline: "}${words}`;
  const stacks = found.get(key) ?? findStacks(words, env);
  found.set(key, stacks);
  return stacks;
}

async function findStacks(words: string, env: typeof OFFLINE | undefined): Promise<Stack[]> {
  const { stdout, stderr, exitCode } = await swath(`catalog stacks ${words} --json`, {
    home,
    ...(env && { env }),
  });
  expect(exitCode, stderr).toBe(0);
  return JSON.parse(stdout) as Stack[];
}

describe("VIEW-05 catalog stacks", () => {
  it("groups the scenes over an area: each stack of one satellite, plane, direction and side", async () => {
    const stacks = await stacksOf(`${AREA} ${LOOSE}`);
    expect(stacks.length).toBeGreaterThan(1);
    for (const stack of stacks) {
      const { scenes, collects, first, last, medianGapDays, offNadir, satellite, orbitalPlane } = stack;
      expect(scenes).toBe(collects.length);
      expect(scenes).toBeGreaterThanOrEqual(2);
      expect([first, last]).toEqual([collects[0]!.datetime, collects.at(-1)!.datetime]);
      expect(medianGapDays).toBeGreaterThanOrEqual(0);
      expect(offNadir[1] - offNadir[0]).toBeLessThanOrEqual(12);
      expect(satellite).toMatch(/^vendor-\d\d$/);
      expect([45, 53, 97]).toContain(orbitalPlane);
    }
    const sizes = stacks.map(({ scenes }) => scenes);
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    expect(await stacksOf(`${AREA} ${LOOSE} --min-scenes 99`)).toEqual([]);
    const none = await swath(`catalog stacks ${AREA} ${LOOSE} --min-scenes 99`, { home });
    expect(none.stderr).toMatch(/^none of \d+ scenes is in a stack$/m);
  });

  it("finds places in the sandbox that one satellite images repeatedly, with the default tolerances", async () => {
    for (const port of [
      "--place Rotterdam --radius 100km",
      "--place Lisbon --radius 30km",
      "--place Etna --radius 30km",
    ]) {
      const stacks = await stacksOf(port);
      expect(stacks.filter(({ scenes }) => scenes >= 4).length, port).toBeGreaterThan(0);
      for (const { offNadir, overlapPercent } of stacks) {
        expect(offNadir[1] - offNadir[0]).toBeLessThanOrEqual(2);
        expect(overlapPercent).toBeGreaterThanOrEqual(60);
      }
    }
  });

  it.each([80, 120])(
    "at %i columns has the geometry of a stack and the ids of a pair, and cuts no day",
    async (columns) => {
      const person = { home, stdoutTTY: true, stderrTTY: true, columns, env: { NO_COLOR: "1" } };
      const { stdout, stderr } = await swath("catalog stacks --place Rotterdam --radius 100km", person);
      const [head, ...rows] = stdout.trimEnd().split("\n");
      expect(head).toMatch(/^STACK +SCENES +FIRST +LAST +GAP d +ORBIT +LOOK +MODE +SCENE/);
      for (const row of rows)
        expect(row).toMatch(/^ +\d+ +\d+ +\d{4}-\d\d-\d\d +\d{4}-\d\d-\d\d +[\d.]+ +(asc|desc) +[LR] +/);
      expect(stderr.match(/^-> .*/gm)).toEqual([
        expect.stringMatching(
          /: add --item [0-9a-f]{8} --product-type GEO, then tick all in swath order place$/,
        ),
        expect.stringMatching(/swath task create --like [0-9a-f]{8}$/),
      ]);

      const pairs = await swath("catalog stacks --place Rotterdam --radius 100km --pairs", person);
      expect(pairs.stdout).toMatch(/^STACK +FIRST +SECOND +DAYS .* SCENE 1 +SCENE 2(?: +\+\d)?$/m);
      expect(pairs.stdout).not.toContain("…");
      expect(pairs.stdout).toMatch(/^STACK .* DIFF ° /);
      // The mark names columns that do not fit, in place of a sentence.
      expect(pairs.stderr).not.toContain("does not fit");
      expect(pairs.stderr).toMatch(
        /^-> Order the pair [-\d ]+ \(0\.[01]\d deg, \d+ d\): swath order place [0-9a-f]{8}:SLC [0-9a-f]{8}:SLC$/m,
      );
    },
  );

  it("PAIR-02 a scene of the table is a scene for the next command, of any product type", async () => {
    const person = { home, stdoutTTY: true, stderrTTY: true, columns: 80, env: { NO_COLOR: "1" } };
    const words = "--place Rotterdam --radius 100km --product-type SLC";
    const { stdout } = await swath(`catalog stacks ${words}`, person);
    const [, scene = ""] = / ([\da-f]{8})$/m.exec(stdout) ?? [];
    expect(scene).not.toBe("");
    for (const word of [scene, `${scene}:SLC`]) {
      const around = await swath(`catalog stacks --item ${word} --product-type SLC --json`, { home });
      expect(around.exitCode, around.stderr).toBe(0);
      const [stack, ...others] = JSON.parse(around.stdout) as Stack[];
      expect(others).toEqual([]);
      expect(stack!.reference.slice(0, 8)).toBe(scene);
      for (const item of stack!.collects.flatMap(({ items }) => items)) expect(item).toContain("_SLC_");
    }
    const like = await swath(`catalog search --like ${scene} --product-type SLC --json`, { home });
    expect((JSON.parse(like.stdout) as object[]).length).toBeGreaterThanOrEqual(3);
    const none = await swath(`catalog stacks --item ${scene} --product-type CPHD --to 2020-01-01`, { home });
    expect(none.exitCode).toBe(8);
    expect(none.stderr).toContain("code ITEM_NOT_FOUND");
  });

  it("sends 1 degree, 3 degrees and 60 % as default tolerances", async () => {
    const usual = await stacksOf(AREA);
    expect(usual).toEqual(
      await stacksOf(`${AREA} --look-tolerance 1 --squint-tolerance 3 --min-overlap 60%`),
    );
  });

  it("reads export files offline, groups by plane instead of satellite, and reports it", async () => {
    const { stdout, stderr, exitCode, requests } = await swath(
      `catalog stacks ${FILE} ${AREA} ${LOOSE} --json`,
      {
        home,
        env: OFFLINE,
      },
    );
    expect(exitCode, stderr).toBe(0);
    expect(requests).toEqual([]);
    const stacks = JSON.parse(stdout) as Stack[];
    expect(stacks.length).toBeGreaterThan(1);
    expect(stacks.every(({ satellite }) => satellite === "unknown")).toBe(true);
    expect(stacks.every(({ orbitalPlane }) => typeof orbitalPlane === "number")).toBe(true);
    expect(stderr).toContain(
      "satellites are unknown: scenes of one orbital plane count as those of one satellite",
    );
  });

  it("around an item returns the one stack whose reference it is, from the catalog and offline", async () => {
    const [stack] = await stacksOf(`${AREA} ${LOOSE}`);
    const item = stack!.collects.find(({ id }) => id === stack!.reference)!.items[0]!;
    const [around, ...others] = await stacksOf(`--item ${item} ${LOOSE}`);
    expect(others).toEqual([]);
    expect(around!.reference).toBe(stack!.reference);
    expect(around!.collects.map(({ id }) => id)).toEqual(stack!.collects.map(({ id }) => id));
    const offline = await stacksOf(`${FILE} --item ${item} ${AREA} ${LOOSE}`, OFFLINE);
    expect(offline.map(({ reference }) => reference)).toEqual([stack!.reference]);
    const unknown = await swath(`catalog stacks ${FILE} --item nothing ${AREA}`, { home, env: OFFLINE });
    expect(unknown.stderr).toContain("is the scene or item nothing");
  });

  interface PairRow {
    stack: number;
    first: string;
    second: string;
    lookDegrees: number;
    squintDegrees: number;
    days: number;
    overlapPercent: number;
  }

  it("PAIR-01 --pairs is a chain in time: each scene with its neighbours, the shortest interval first", async () => {
    const pairsOf = async (flags: string): Promise<PairRow[]> => {
      const { stdout, exitCode, stderr } = await swath(`catalog stacks ${AREA} ${flags} --json`, { home });
      expect(exitCode, stderr).toBe(0);
      return JSON.parse(stdout) as PairRow[];
    };
    const [chain, two, short, look] = await Promise.all(
      ["--pairs", "--pairs 2", "--pairs --max-days 12", "--pairs 999 --sort look"].map(pairsOf),
    );
    const stacks = await stacksOf(AREA);
    for (const { stack, collects } of stacks) {
      const ofStack = (pairs: PairRow[]): PairRow[] => pairs.filter((pair) => pair.stack === stack);
      const named = ({ first, second }: PairRow): string => `${first} ${second}`;
      const linked = new Set(ofStack(chain!).flatMap(({ first, second }) => [first, second]));
      expect([...linked].toSorted()).toEqual(collects.map(({ id }) => id).toSorted());
      const days = ofStack(chain!).map((pair) => pair.days);
      expect(days).toEqual(days.toSorted((a, b) => a - b));
      const wider = new Set(ofStack(two!).map(named));
      expect(ofStack(chain!).filter((pair) => !wider.has(named(pair)))).toEqual([]);
      const apart = ofStack(look!).map((pair) => pair.lookDegrees + pair.squintDegrees);
      // Both are rounded to hundredths.
      for (const [at, degrees] of apart.slice(1).entries())
        expect(degrees).toBeGreaterThanOrEqual(apart[at]! - 0.021);
    }
    expect(chain!.length).toBeLessThan(two!.length);
    expect(short).toEqual(chain!.filter(({ days }) => days <= 12));
    expect(short!.length).toBeGreaterThan(0);
    for (const { lookDegrees, overlapPercent } of chain!) {
      expect(lookDegrees).toBeLessThanOrEqual(1);
      expect(overlapPercent).toBeGreaterThanOrEqual(60);
    }
    const csv = await swath(`catalog stacks ${AREA} ${LOOSE} --pairs 1 --output csv`, { home });
    expect(csv.stdout.split(/\r?\n/)[0]).toBe(
      "stack,firstTime,secondTime,days,lookDegrees,squintDegrees,overlapPercent,first,second",
    );
  });

  it("--pairs prints order items of both scenes of each pair, each item once", async () => {
    const words = `${AREA} ${LOOSE} --pairs 2`;
    const { stdout } = await swath(`catalog stacks ${words} --json`, { home });
    const pairs = JSON.parse(stdout) as { first: string; second: string }[];
    const collects = new Set(pairs.flatMap(({ first, second }) => [first, second]));
    const wanted = (await stacksOf(`${AREA} ${LOOSE}`))
      .flatMap((stack) => stack.collects)
      .filter(({ id }) => collects.has(id))
      .flatMap(({ items }) => items);
    const order = await swath(`catalog stacks ${words} --output order-items`, { home });
    expect(order.exitCode, order.stderr).toBe(0);
    const items = (JSON.parse(order.stdout) as { granuleId: string }[]).map(({ granuleId }) => granuleId);
    expect(items.length).toBeGreaterThan(2);
    expect(items.toSorted()).toEqual(wanted.toSorted());
    const review = await swath("order review --items - --json", { home, stdin: order.stdout });
    expect(review.exitCode, review.stderr).toBe(0);
  });

  it("PAIR-01 limits of days and season report the stacks without a pair, and those that fall into parts", async () => {
    const place = "--place Rotterdam --radius 100km";
    const stacks = await stacksOf(`${place} --max-days 12`);
    const without = stacks.filter(({ pairs }) => pairs === 0).map(({ stack }) => `stack ${stack}`);
    const parted = stacks.filter(({ pairs, groups }) => pairs > 0 && groups > 1);
    expect(without.length).toBeGreaterThan(0);
    expect(parted.length).toBeGreaterThan(0);
    for (const flags of ["--max-days 12", "--max-days 12 --pairs"]) {
      const { stderr } = await swath(`catalog stacks ${place} ${flags} --json`, { home });
      expect(stderr).toContain(`limit of days or season: ${without.slice(0, 5).join(", ")}`);
      expect(stderr).toContain(`stack ${parted[0]!.stack} is in ${parted[0]!.groups} parts`);
    }
    const whole = await swath(`catalog stacks ${place} --pairs --json`, { home });
    expect(whole.stderr).not.toContain(" parts");
    const { reference } = stacks.find(({ pairs }) => pairs === 0)!;
    const none = await swath(
      `catalog stacks --item ${reference.slice(0, 8)} --season --max-days 0.5 --pairs`,
      {
        home,
        stdoutTTY: true,
        stderrTTY: true,
      },
    );
    expect(none.stderr).toContain("No pair: no two scenes found are alike and within the limits");
  });

  it("prints order items and ids of all products of its scenes", async () => {
    const stacks = await stacksOf(`${AREA} ${LOOSE} --product-type GEO`);
    const items = stacks.flatMap(({ collects }) => collects.flatMap((collect) => collect.items));
    const order = await swath(`catalog stacks ${AREA} ${LOOSE} --product-type GEO --output order-items`, {
      home,
    });
    expect((JSON.parse(order.stdout) as { granuleId: string }[]).map(({ granuleId }) => granuleId)).toEqual(
      items,
    );
    const ids = await swath(`catalog stacks ${AREA} ${LOOSE} --product-type GEO --output id`, { home });
    expect(ids.stdout.trim().split("\n")).toEqual(items);
  });

  it.each([
    ["catalog stacks", 2, "no area or item is given"],
    [`catalog stacks ${AREA} --min-overlap 0%`, 2, "must be a percentage from 1% to 100%"],
    [`catalog stacks ${AREA} --look-tolerance -1`, 2, "must be degrees from 0 to 90"],
    [
      `catalog stacks ${FILE} ${AREA} --output order-items`,
      2,
      "--collection: order items need their collection",
    ],
    [`catalog stacks ${AREA} --pairs --max-days 0`, 2, "must be days, such as 24"],
    [`catalog stacks ${AREA} --pairs --sort angle`, 2, "must be one of days, look"],
    ["catalog stacks --item missing", 6, "the catalog has no item missing"],
  ])("%s is refused with exit code %i", async (line, code, message) => {
    const { exitCode, stderr } = await swath(line, { home });
    expect(exitCode, stderr).toBe(code);
    expect(stderr).toContain(message);
  });
});

describe("VIEW-05 catalog search --like", () => {
  it("finds scenes with the geometry of an item, without the item's own products", async () => {
    const [near] = await stacksOf("--place Rotterdam --radius 100km --product-type GEO");
    const known = near!.collects.find(({ id }) => id === near!.reference)!.items[0]!;
    const [stack] = await stacksOf(`--item ${known} --product-type GEO`);
    const item = stack!.collects.find(({ id }) => id === stack!.reference)!.items[0]!;
    const { stdout, stderr, exitCode } = await swath(
      `catalog search --like ${item} --product-type GEO --output id`,
      {
        home,
      },
    );
    expect(exitCode, stderr).toBe(0);
    const others = stack!.collects.filter(({ id }) => id !== stack!.reference).flatMap(({ items }) => items);
    expect(stdout.trim().split("\n").toSorted()).toEqual(others.toSorted());
    expect(stderr).toContain(`are like ${item}: look angle within 1 deg`);
  });

  it("is refused beside --id", async () => {
    const { exitCode, stderr } = await swath("catalog search --like a --id b", { home });
    expect(exitCode).toBe(2);
    expect(stderr).toContain("code USAGE");
    expect(stderr).toContain("--like and --id");
  });
});

describe("MAP-01 catalog stacks on a map", () => {
  interface Page {
    area?: { type: string };
    columns: { key: string }[];
    rows: { label: string; geometry: { type: string } | null; time?: string }[];
  }

  async function pageOf(words: string): Promise<Page & { html: string }> {
    const { stdout, stderr, exitCode } = await swath(`catalog stacks ${words} --output html`, { home });
    expect(exitCode, stderr).toBe(0);
    const page = JSON.parse(/id="data">(.*?)<\/script>/s.exec(stdout)![1]!) as Page;
    return { ...page, html: stdout };
  }

  it.each(["", FILE])(
    "PAIR-08 a stack is at the place of its reference, and the days of the page end with its last scene (%s)",
    async (file) => {
      const { rows, area, columns, html } = await pageOf(`${file} ${AREA} ${LOOSE}`);
      expect(rows.length).toBeGreaterThan(1);
      expect(area?.type).toBe("Polygon");
      expect(columns.map(({ key }) => key)).toContain("medianGapDays");
      const stacks = await stacksOf(`${file} ${AREA} ${LOOSE}`, file === "" ? undefined : OFFLINE);
      const last = stacks
        .map((stack) => stack.last.slice(0, 10))
        .toSorted()
        .at(-1);
      expect(html).toContain(` to ${last} · `);
      for (const [at, { label, geometry, time }] of rows.entries()) {
        expect(label).toBe(`stack ${at + 1}`);
        expect(geometry?.type).toMatch(/Polygon$/);
        expect(Date.parse(time!)).not.toBeNaN();
      }
    },
  );

  it("a pair has the area of its first scene and the outline of its second", async () => {
    const { rows } = await pageOf(`${AREA} ${LOOSE} --pairs 2`);
    expect(rows.length).toBeGreaterThan(1);
    for (const { geometry } of rows) expect(geometry?.type).toBe("GeometryCollection");
    const drawn = await swath(`catalog stacks ${AREA} ${LOOSE} --pairs 2 --output map`, { home });
    expect(drawn.stdout).toMatch(/[\u2801-\u28ff]/);
  });
});

/** `--like` by the front door: passes and requests in the geometry of a scene of a stack. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { TERN_TLE } from "../tern-elements.ts";
import { createSandboxSend } from "../../src/sandbox/sandbox.ts";
import { SANDBOX_URL } from "../../src/settings/profiles.ts";
import { openBench } from "./bench.ts";
import { words as split } from "./split-line.ts";
import { tempHome, type Run, type Surroundings } from "./world.ts";

const { swath, sandbox, clock } = await openBench({ archiveSize: 6000 });
const home = await tempHome();
/** Runs with --sandbox reach the same archive. */
const own: Surroundings = { home, send: createSandboxSend(sandbox, SANDBOX_URL) };
const terminal: Surroundings = { home, stdinTTY: true, stdoutTTY: true, stderrTTY: true, columns: 200 };

interface Stack {
  satellite: string;
  orbitalPlane: number;
  orbitState: string;
  lookDirection: string;
  polarization: string;
  reference: string;
  collects: { id: string; items: string[] }[];
}

interface Item {
  geometry: { coordinates: number[][][] };
  properties: Record<string, unknown>;
}

const PLACE = "--place Rotterdam --radius 100km --product-type SLC";
const [stack] = JSON.parse((await swath(`catalog stacks ${PLACE} --json`, { home })).stdout) as [Stack];
const scene = stack.reference.slice(0, 8);
const [known] = stack.collects.find(({ id }) => id === stack.reference)!.items;
const [item] = JSON.parse(
  (await swath(`catalog search --id ${known} --json --per-item`, { home })).stdout,
) as [Item];
const look = item.properties["view:off_nadir"] as number;
const azimuth = item.properties["vendor:target_azimuth_angle"] as number;

const roundToHundredths = (value: number): number => Math.round(value * 100) / 100;
const near = (value: number): number => expect.closeTo(value, 2) as number;

/** The values of the command that a run suggests. */
function suggested({ stderr }: Pick<Run, "stderr">, text: string): string[] {
  const line = stderr.split("\n").find((each) => each.includes(text)) ?? "";
  expect(line, stderr).toContain(": swath ");
  return split(line.slice(line.lastIndexOf(": swath ") + ": swath ".length));
}

interface TaskBody {
  geometry: { type: string; coordinates: number[] };
  properties: Record<string, unknown> & { collectConstraints: Record<string, unknown> };
}

const tasksOf = ({ requests }: Run): TaskBody[] =>
  requests
    .filter(({ method, path }) => method === "POST" && path === "/task")
    .map(({ body }) => body as TaskBody);

const WINDOW = "--window-open +1d --window 14d --tier standard";

describe("PAIR-03 the next steps of stacks", () => {
  it("order the recommended pair, one product of both scenes", async () => {
    const pairs = await swath(`catalog stacks ${PLACE} --pairs`, terminal);
    const listed = [...pairs.stdout.matchAll(/ ([\da-f]{8}) +([\da-f]{8})$/gm)].map((found) =>
      found.slice(1),
    );
    const command = suggested(pairs, "Order the pair");
    const scenes = command.slice(2).map((word) => word.replace(":SLC", ""));
    expect(command).toEqual(["order", "place", ...scenes.map((id) => `${id}:SLC`)]);
    expect(listed).toContainEqual(scenes);
    const review = await swath(["order", "review", ...command.slice(2), "--json"], { home });
    expect(review.exitCode, review.stderr).toBe(0);
  });

  it("request the next image of the first stack, or with elements list its next passes", async () => {
    const plain = await swath(`catalog stacks ${PLACE}`, terminal);
    expect(suggested(plain, "Request the next image of stack 1")).toEqual([
      "task",
      "create",
      "--like",
      scene,
    ]);
    const other = await tempHome();
    await writeFile(join(other, "terns.tle"), TERN_TLE);
    await swath("config set elements terns.tle", { home: other });
    const passes = await swath(`catalog stacks ${PLACE}`, { ...terminal, home: other });
    expect(suggested(passes, "Next passes in the geometry of stack 1")).toEqual(["passes", "--like", scene]);
  });

  it("accept each scene of a pair as a scene to retask and to compare with", async () => {
    for (const line of [
      `collect retask ${scene}`,
      `catalog search --like ${scene}`,
      `catalog preview ${scene}`,
    ]) {
      const { stderr } = await swath(`${line} --yes`, { home });
      expect(stderr, line).not.toMatch(/NOT_FOUND|ID_AMBIGUOUS/);
    }
  });
});

interface Pass {
  start: string;
  end: string;
  seconds: number;
  satellite: string;
  orbitalPlane: number;
  orbitState: string;
  lookDirection: string;
  atStart: { offNadir: number; squint: number };
  atEnd: { offNadir: number; squint: number };
  least: { offNadir: number };
  fromScene?: { offNadir: number };
}

describe("PAIR-04 passes --like", () => {
  it("lists the times of one satellite within the tolerances of a stack, over the scene's centre for 30 days", async () => {
    const { stdout, stderr, exitCode } = await swath(`passes --like ${scene} --sandbox --json`, own);
    expect(exitCode, stderr).toBe(0);
    const passes = JSON.parse(stdout) as Pass[];
    expect(passes.length).toBeGreaterThan(2);
    for (const { satellite, orbitalPlane, orbitState, lookDirection, atStart, atEnd } of passes) {
      const { satellite: name, orbitalPlane: plane, orbitState: orbit, lookDirection: side } = stack;
      expect([satellite, orbitalPlane, orbitState, lookDirection]).toEqual([name, plane, orbit, side]);
      for (const { offNadir, squint } of [atStart, atEnd]) {
        expect(Math.abs(offNadir - look)).toBeLessThanOrEqual(1.01);
        expect(Math.abs(squint)).toBeLessThanOrEqual(3.01);
      }
    }
    const days = passes.map(({ start }) => Date.parse(start) / 86_400_000);
    expect(days.at(-1)! - days[0]!).toBeGreaterThan(8);
  });

  it("keeps to a target, a limit and a satellite that are given", async () => {
    const listed = async (flags: string): Promise<Pass[]> => {
      const { stdout, stderr, exitCode } = await swath(
        `passes --like ${scene} --sandbox --json ${flags}`,
        own,
      );
      expect(exitCode, stderr).toBe(0);
      return JSON.parse(stdout) as Pass[];
    };
    const [all, wider, other, elsewhere] = await Promise.all(
      ["", "--off-nadir-max 40", "--satellite vendor-05", "--place Lisbon"].map(listed),
    );
    expect(wider!.length).toBeGreaterThanOrEqual(all!.length);
    expect(Math.max(...wider!.map(({ atEnd }) => atEnd.offNadir))).toBeGreaterThan(look + 1.2);
    expect([...new Set(other!.map(({ satellite }) => satellite))]).not.toContain(stack.satellite);
    expect(elsewhere).not.toEqual(all);
  });

  it("uses the satellites of the plane if no elements have the satellite's name, and reports it", async () => {
    await writeFile(join(home, "terns.tle"), TERN_TLE);
    const line = `passes --like ${scene} --elements terns.tle --from 2026-03-02 --window 20d --json`;
    const { stdout, stderr, exitCode } = await swath(line, { home });
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toContain(`no element set has the name ${stack.satellite}`);
    for (const { orbitalPlane } of JSON.parse(stdout) as Pass[])
      expect(orbitalPlane).toBe(stack.orbitalPlane);
  });

  it("shows how far the look angle of each pass is from the scene's, in the table, in JSON and in csv", async () => {
    const line = `passes --like ${scene} --sandbox`;
    const shown = await swath(line, { ...terminal, ...own, columns: 80, env: { NO_COLOR: "1" } });
    expect(shown.stdout).toMatch(/^START .* FROM SCENE °/m);
    const passes = JSON.parse((await swath(`${line} --json`, own)).stdout) as Pass[];
    const sheet = (await swath(`${line} --output csv --columns fromScene.offNadir`, own)).stdout;
    expect(sheet.trim().split(/\r?\n/).slice(1).map(Number)).toEqual(
      passes.map(({ fromScene }) => fromScene!.offNadir),
    );
    for (const { fromScene, least, atStart, atEnd } of passes) {
      const { offNadir } = fromScene!;
      expect(shown.stdout).toContain(` ${offNadir.toFixed(2)} `);
      expect(look + offNadir).toBeGreaterThanOrEqual(least.offNadir - 0.01);
      expect(look + offNadir).toBeLessThanOrEqual(Math.max(atStart.offNadir, atEnd.offNadir) + 0.01);
      // A window that reaches the angle of the scene differs by nothing.
      if (look > least.offNadir && look < Math.max(atStart.offNadir, atEnd.offNadir))
        expect(offNadir).toBe(0);
    }
    const elsewhere = await swath("passes --place Rotterdam --sandbox --json --limit 1", own);
    expect((JSON.parse(elsewhere.stdout) as Pass[])[0]!.fromScene).toBeUndefined();
  });

  it("with nothing found names the tolerances, and the flags that widen the search", async () => {
    const { stdout, stderr, exitCode } = await swath(
      `passes --like ${scene} --sandbox --window 1m --json`,
      own,
    );
    expect([exitCode, JSON.parse(stdout)], stderr).toEqual([0, []]);
    expect(stderr).toContain(
      "No window like the scene: look angle within 1 deg, squint within 3 deg; raise --window, or widen the angle",
    );
    const elsewhere = await swath("passes --place Rotterdam --sandbox --window 1m", own);
    expect(elsewhere.stderr).toContain("No window: raise --window");
  });

  it("ends with the request of the window most like the scene, which leaves no other satellite", async () => {
    const line = `passes --like ${scene} --sandbox`;
    const [{ stdout }, shown] = [
      await swath(`${line} --json`, own),
      await swath(line, { ...terminal, ...own }),
    ];
    const passes = JSON.parse(stdout) as Pass[];
    const unlike = ({ fromScene }: Pass): number => Math.abs(fromScene!.offNadir);
    const best = passes.toSorted((a, b) => unlike(a) - unlike(b) || b.seconds - a.seconds)[0]!;
    const command = suggested(shown, "Task the window most like the scene");
    const [open, close] = ["--window-open", "--window-close"].map(
      (flag) => command[command.indexOf(flag) + 1]!,
    );
    expect(command.slice(0, 4)).toEqual(["task", "create", "--like", scene]);
    expect(Date.parse(open!)).toBeLessThanOrEqual(Date.parse(best.start) - 60_000);
    expect(Date.parse(close!)).toBeGreaterThanOrEqual(Date.parse(best.end) + 60_000);
    const made = await swath([...command, "--json"], own);
    expect(made.exitCode, made.stderr).toBe(0);
    expect((JSON.parse(made.stdout) as TaskBody).properties.collectConstraints).toMatchObject({
      ascDesc: stack.orbitState,
      orbitalPlanes: [stack.orbitalPlane],
    });
  });

  it.each([
    ["passes --like 00000000 --sandbox", 6, "NOT_FOUND"],
    [`passes --like ${scene} --off-nadir-min 89 --sandbox`, 3, "--off-nadir-min"],
  ])("%s is refused with exit code %i", async (line, code, text) => {
    const { exitCode, stderr, stdout } = await swath(line, own);
    expect(exitCode, stderr).toBe(code);
    expect(stdout).toBe("");
    expect(stderr).toContain(text);
  });
});

describe("PAIR-05 task create --like", () => {
  it("sends one request in the geometry of the scene, over its centre", async () => {
    const run = await swath(`task create --like ${scene} ${WINDOW}`, { home });
    expect(run.exitCode, run.stderr).toBe(0);
    const [body, ...others] = tasksOf(run);
    expect(others).toEqual([]);
    const { orbitState, lookDirection, orbitalPlane, polarization } = stack;
    expect(body!.properties).toMatchObject({
      collectionType: item.properties["vendor:collection_type"],
      collectConstraints: {
        ascDesc: orbitState,
        lookDirection,
        orbitalPlanes: [orbitalPlane],
        offNadirMin: near(look - 1),
        offNadirMax: near(look + 1),
        azimuthAngleMin: near((azimuth + 357) % 360),
        azimuthAngleMax: near((azimuth + 3) % 360),
        polarization,
      },
    });
    const { type, coordinates } = body!.geometry;
    const ring = item.geometry.coordinates[0]!;
    for (const axis of [0, 1]) {
      const values = ring.map((position) => position[axis]!);
      expect(coordinates[axis]).toBeGreaterThan(Math.min(...values));
      expect(coordinates[axis]).toBeLessThan(Math.max(...values));
    }
    expect(type).toBe("Point");
  });

  it("takes a scene, an item and a product of it for the same geometry", async () => {
    const bodies: object[] = [];
    for (const word of [scene, stack.reference, known!, `${scene}:SLC`]) {
      const line = `task create --like ${word} --window-open 2026-03-12 --window-close 2026-03-26`;
      const run = await swath(line, { home });
      expect(run.exitCode, run.stderr).toBe(0);
      bodies.push(tasksOf(run));
    }
    for (const body of bodies) expect(body).toEqual(bodies[0]);
  });

  it("gives way to flags, to a target and to the body, and names the rest as flags", async () => {
    const flags = "--point 4.2,51.9 --off-nadir-max 40 --type stripmap_50 --orbit-state either";
    const run = await swath(
      [
        ...`task create --like ${scene} ${flags} ${WINDOW} --set`.split(" "),
        "properties.collectConstraints.polarization=VV",
      ],
      { home },
    );
    expect(run.exitCode, run.stderr).toBe(0);
    const [body] = tasksOf(run);
    expect(body).toMatchObject({
      geometry: { coordinates: [4.2, 51.9] },
      properties: {
        collectionType: "stripmap_50",
        collectConstraints: {
          ascDesc: "either",
          offNadirMin: near(look - 1),
          offNadirMax: 40,
          polarization: "VV",
        },
      },
    });
    expect(run.stderr).toContain(
      `Like scene ${scene}: --look-direction ${stack.lookDirection} --orbital-plane ${stack.orbitalPlane} ` +
        `--off-nadir-min ${roundToHundredths(look - 1)} --azimuth-min `,
    );
  });

  it("leaves the type to the service for an area, which takes one type only", async () => {
    const area = "POLYGON((4 51.8,4.3 51.8,4.3 52,4 52,4 51.8))";
    const line = `task create --like ${scene} ${WINDOW} --file`;
    const run = await swath([...line.split(" "), area], { home });
    expect(run.stderr).not.toContain(" --type ");
    for (const body of tasksOf(run)) expect(body.properties["collectionType"]).toBeUndefined();
    const strip = await swath([...line.split(" "), area, "--type", "stripmap_100"], { home });
    expect(strip.exitCode, strip.stderr).toBe(0);
    expect(tasksOf(strip)).toHaveLength(1);
  });

  it("--explain sends no request and shows the constraints; --dry-run shows its first request, the look-up", async () => {
    const explained = await swath(`task create --like ${scene} ${WINDOW} --explain --json`, { home });
    expect(explained.exitCode, explained.stderr).toBe(0);
    expect(tasksOf(explained)).toEqual([]);
    expect((JSON.parse(explained.stdout) as { constraints: object }).constraints).toMatchObject({
      ascDesc: stack.orbitState,
      orbitalPlanes: [stack.orbitalPlane],
    });
    const dry = await swath(`task create --like ${scene} ${WINDOW} --dry-run`, { home });
    expect(dry.exitCode, dry.stderr).toBe(0);
    expect(dry.requests).toEqual([]);
    expect(dry.stdout).toContain("/catalog/search");
    expect(dry.stderr).toContain("--explain");
  });

  it("on a terminal asks only for the rest", async () => {
    const asked: string[] = [];
    const run = await swath(`task create --like ${scene} --name again`, {
      ...terminal,
      ask: async ({ message, default: preset, kind }) => {
        asked.push(message.split(/[ ?]/)[0]!);
        return kind === "confirm" ? false : String(preset ?? "");
      },
    });
    expect(run.exitCode, run.stderr).toBe(0);
    expect(asked).toEqual(["Earliest", "For", "Tier", "Send"]);
    expect(run.stderr.match(/A request cannot ask for/g)).toHaveLength(1);
    expect(tasksOf(run)[0]!.properties).toMatchObject({
      taskingrequestName: "again",
      collectConstraints: { ascDesc: stack.orbitState },
    });
  });

  it.each([
    [`task create --like 00000000 ${WINDOW}`, 6, "NOT_FOUND"],
    [`task create --like ${scene} --each --file sites.geojson ${WINDOW}`, 2, "--like"],
  ])("%s is refused with exit code %i, and nothing is requested", async (line, code, text) => {
    const run = await swath(line, { home });
    expect(run.exitCode, run.stderr).toBe(code);
    expect(run.stderr).toContain(text);
    expect(tasksOf(run)).toEqual([]);
  });
});

it("PAIR-06 a note names what a request in the geometry of a scene cannot ask for, and the passes that leave no other satellite", async () => {
  const { stderr } = await swath(`task create --like ${scene} ${WINDOW}`, { home });
  expect(stderr).toContain(`A request cannot ask for satellite ${stack.satellite}`);
  expect(stderr).toContain(`swath passes --like ${scene}`);
});

it("PAIR-05 the image of a request for the window of a pass like a scene is in the stack of the scene", async () => {
  const command = suggested(
    await swath(`passes --like ${scene} --sandbox`, { ...terminal, ...own }),
    "Task the window most like the scene",
  ).filter((word) => word !== "--sandbox");
  const made = await swath([...command, "--tier", "urgent", "--pre-approve", "--yes", "--json"], { home });
  expect(made.exitCode, made.stderr).toBe(0);
  clock.ms += 40 * 86_400_000;
  const { taskingrequestId: id } = (JSON.parse(made.stdout) as TaskBody).properties;
  const { stdout } = await swath(`task get ${String(id)} --json`, { home });
  const { lastStatusCode, collectIds } = (JSON.parse(stdout) as TaskBody).properties;
  expect(lastStatusCode, stdout).toBe("completed");
  const { stdout: stacks } = await swath(`catalog stacks --item ${scene} --json`, { home });
  const [{ collects }] = JSON.parse(stacks) as [Stack];
  expect(collects.map((collect) => collect.id)).toEqual(expect.arrayContaining(collectIds as string[]));
  expect(collectIds).toHaveLength(1);
});

/** `--each`: the request is what makes two the same, and not the file that it came from or its position there. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  assert,
  asyncProperty,
  boolean,
  constant,
  constantFrom,
  integer,
  record,
  shuffledSubarray,
  tuple,
  type Arbitrary,
} from "fast-check";
import { describe, expect, it } from "vitest";
import type { Send } from "../../src/contract/send.ts";
import { stoppedClock } from "./stopped-clock.ts";
import { task } from "./scripted-service.ts";
import { BASE_URL, runWords, tempHome, type Run } from "./world.ts";

interface Feature {
  type: "Feature";
  geometry: { type: "Point"; coordinates: [number, number] };
  properties: { name: string };
}

const feature = (name: string, longitude: number, latitude: number): Feature => ({
  type: "Feature",
  geometry: { type: "Point", coordinates: [longitude, latitude] },
  properties: { name },
});

/** Ports along three oceans. */
const PORTS: readonly Feature[] = [
  feature("sines", -8.87, 37.95),
  feature("tema", 0.01, 5.63),
  feature("busan", 129.04, 35.1),
  feature("callao", -77.15, -12.05),
  feature("suva", 178.42, -18.13),
  feature("walvis-bay", 14.5, -22.95),
];

const file = (features: readonly object[]): string => JSON.stringify({ type: "FeatureCollection", features });

const PAID = "--pre-approve --yes";
const WEEK = "--window-open now --window 7d";
const KIND = "--tier standard --type spotlight";

/** A home with a file, and a service that creates each task and remembers the names of the requests. */
async function openPorts() {
  const home = await tempHome();
  const clock = stoppedClock();
  const bought: string[] = [];
  const answer: Send = async ({ url, body }) => {
    if (url.endsWith("/search")) throw new Error("nothing is searched");
    const { properties, preApproval } = JSON.parse(String(body)) as {
      properties: { taskingrequestName: string };
      preApproval?: boolean;
    };
    bought.push(properties.taskingrequestName);
    const made = task(`id-${bought.length}`, preApproval === true ? "submitted" : "review");
    return {
      status: 201,
      headers: { "content-type": "application/json" },
      body: (async function* () {
        yield Buffer.from(JSON.stringify(made));
      })(),
    };
  };
  const env = { SWATH_BASE_URL: BASE_URL, SWATH_API_KEY: "key" };
  return {
    home,
    clock,
    /** Runs the command on a file of this text, a minute after the last run; returns the names that were sent. */
    run: async (text: string, flags = `${WEEK} ${KIND} ${PAID}`): Promise<Run & { sent: string[] }> => {
      clock.ms += 60_000;
      bought.length = 0;
      await writeFile(join(home, "ports.geojson"), text);
      const ended = await runWords(`task create --file ports.geojson --each ${flags}`, {
        home,
        clock,
        env,
        send: (request) => clock.during(answer(request)),
      });
      return { ...ended, sent: bought.toSorted() };
    },
  };
}

const outcomes = ({ stdout }: Run): string[] =>
  stdout
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { outcome: string }).outcome);

const names = (features: readonly Feature[]): string[] =>
  features.map((one) => one.properties.name).toSorted();

/** Another text with the same features: other order, white space, key order, ids, a mark of the byte order, repetitions. */
const rewritten = (features: readonly Feature[]): Arbitrary<string> =>
  record({
    order: shuffledSubarray([...features], { minLength: features.length }),
    indent: constantFrom(0, 1, 7, "\t"),
    mark: boolean(),
    hasIds: boolean(),
    isTurned: boolean(),
    isDoubled: boolean(),
    hasPlusForm: boolean(),
  }).map(({ order, indent, mark, hasIds, isTurned, isDoubled, hasPlusForm }) => {
    const shown = (isDoubled ? [...order, ...order.slice(0, 1)] : order).map((one, id) => ({
      ...(hasIds && { id, bbox: [0, 0, 1, 1] }),
      ...(isTurned
        ? { properties: one.properties, geometry: { coordinates: one.geometry.coordinates, type: "Point" } }
        : { geometry: one.geometry, properties: one.properties }),
      type: "Feature",
    }));
    const text = JSON.stringify({ features: shown, type: "FeatureCollection" }, undefined, indent);
    // 37.95 and 37.9500E0 are the same number.
    const numbers = hasPlusForm ? text.replaceAll(/(\d+)\.(\d\d)(?=[\s,\]])/g, "$1.$200E0") : text;
    return `${mark ? "\uFEFF" : ""}${numbers}${mark ? "\n\n" : ""}`;
  });

describe("P1 TASK-02 --each identifies a request by what it asks for, and not by its file", () => {
  it("any order, format or superset of a file sends exactly the new features, once", async () => {
    const files = tuple(integer({ min: 1, max: 4 }), integer({ min: 0, max: 2 })).chain(([old, more]) =>
      record({
        old: constant(old),
        first: rewritten(PORTS.slice(0, old)),
        second: rewritten(PORTS.slice(0, old + more)),
        third: rewritten(PORTS.slice(0, old + more)),
        more: constant(more),
      }),
    );
    await assert(
      asyncProperty(files, async ({ old, more, first, second, third }) => {
        const { run } = await openPorts();
        expect((await run(first)).sent).toEqual(names(PORTS.slice(0, old)));
        const extended = await run(second);
        expect([extended.exitCode, extended.sent]).toEqual([0, names(PORTS.slice(old, old + more))]);
        const again = await run(third);
        expect([again.exitCode, again.sent, new Set(outcomes(again))]).toEqual([0, [], new Set(["already"])]);
      }),
      { numRuns: 12 },
    );
  });

  it("a feature that is added to a pre-approved file is bought alone, a minute later with other times", async () => {
    const { run } = await openPorts();
    await run(file(PORTS.slice(0, 4)));
    const { sent, stdout, stderr, exitCode } = await run(file(PORTS.slice(0, 5)));
    expect([exitCode, sent]).toEqual([0, ["suva"]]);
    expect(outcomes({ stdout } as Run)).toEqual(["already", "already", "already", "already", "created"]);
    expect(stderr).toMatch(
      /Not sent again: 4 of 5 requests were sent before, at \S+, with the same relative/,
    );
    expect(stderr).toContain("--resend sends the same again");
  });

  it.each([
    ["another window", "--window-open +9d --window 7d --tier standard --type spotlight"],
    ["a longer window", "--window-open now --window 8d --tier standard --type spotlight"],
    ["another type", `${WEEK} --tier standard --type stripmap_50`],
    ["another tier", `${WEEK} --tier priority --type spotlight`],
    ["another constraint", `${WEEK} ${KIND} --look-direction left`],
    ["another name", `${WEEK} ${KIND} --name second`],
  ])("%s is another campaign", async (_what, flags) => {
    const { run } = await openPorts();
    await run(file(PORTS));
    expect((await run(file(PORTS), `${flags} ${PAID}`)).sent).toHaveLength(6);
  });

  it("--dry-run counts what is there by the journal, shows the rest, and sends and keeps nothing", async () => {
    const { run } = await openPorts();
    const flags = `${WEEK} ${KIND} ${PAID} --dry-run`;
    const before = await run(file(PORTS), flags);
    expect([before.sent, before.stdout.match(/^POST /gm)?.length]).toEqual([[], 6]);
    expect(before.stderr).toContain("0 already, 6 to send");
    await run(file(PORTS.slice(0, 4)));
    const some = await run(file(PORTS), flags);
    expect([some.exitCode, some.sent, some.stdout.match(/^POST /gm)?.length]).toEqual([0, [], 2]);
    expect(some.stderr).toContain("4 already, 2 to send");
    await run(file(PORTS));
    const all = await run(`${file(PORTS)}\n`, `${flags} --json`);
    expect([all.exitCode, all.sent, JSON.parse(all.stdout)]).toEqual([0, [], []]);
    expect(all.stderr).toContain("6 already, 0 to send");
  });

  it("equal features of one file get one request, which each of their rows has", async () => {
    const { run } = await openPorts();
    const { sent, stdout, stderr, exitCode } = await run(file([PORTS[0]!, PORTS[1]!, PORTS[0]!]));
    expect([exitCode, sent]).toEqual([0, ["sines", "tema"]]);
    expect(outcomes({ stdout } as Run)).toEqual(["created", "created", "already"]);
    const ids = stdout
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { id: string }).id);
    expect(ids[2]).toBe(ids[0]);
    expect(stderr).toContain("Features that ask for the same get one request: feature 3 as feature 1");
  });

  it("a record stays findable by what was typed when the journal is pruned after an equal request", async () => {
    const { run, home, clock } = await openPorts();
    const [one] = PORTS;
    await run(file([one!]));
    const then = new Date(clock.ms).toISOString().replace(".000", "");
    const typed = `--window-open ${then} --window 7d ${KIND} ${PAID}`;
    expect((await run(file([one!]), `${typed} --resend`)).sent).toEqual(["sines"]);
    clock.ms += 100 * 86_400_000;
    const pruned = await runWords("journal prune --json", { home, clock });
    expect(pruned.exitCode).toBe(0);
    const again = await run(file([one!]));
    expect([again.exitCode, again.sent]).toEqual([10, []]);
    expect(again.stderr).toContain("with the same relative times, which are over");
  });

  it("pre-approval does not make another request: what waits for approval is not bought beside it", async () => {
    const { run } = await openPorts();
    await run(file(PORTS), `${WEEK} ${KIND}`);
    const { sent, stderr } = await run(file(PORTS), `${WEEK} ${KIND} ${PAID}`);
    expect(sent).toEqual([]);
    expect(stderr).toContain("Pre-approval is not added: all 6 requests were sent before without it");
  });

  describe("with relative times whose window is over", () => {
    const WEEK_MS = 7 * 86_400_000;

    it("paid requests are not sent in silence, nor refused in silence: exit 10, until --resend", async () => {
      const { run, clock } = await openPorts();
      await run(file(PORTS));
      clock.ms += WEEK_MS;
      const later = await run(file(PORTS));
      expect([later.exitCode, later.sent, new Set(outcomes(later))]).toEqual([10, [], new Set(["failed"])]);
      expect(later.stderr).toContain("with the same relative times, which are over");
      const resent = await run(file(PORTS), `${WEEK} ${KIND} ${PAID} --resend`);
      expect([resent.exitCode, resent.sent.length]).toEqual([0, 6]);
      expect(resent.stderr).toContain("Sent again: all 6 requests were sent before, at");
      expect((await run(file(PORTS))).sent).toEqual([]);
    });

    it("requests that are free until approved are kept with a warning, until --resend", async () => {
      const { run, clock } = await openPorts();
      await run(file(PORTS), `${WEEK} ${KIND}`);
      expect((await run(file(PORTS), `${WEEK} ${KIND}`)).stderr).not.toContain("are over");
      clock.ms += WEEK_MS;
      const later = await run(file(PORTS), `${WEEK} ${KIND}`);
      expect([later.exitCode, later.sent]).toEqual([0, []]);
      expect(later.stderr).toContain("the times of 6 requests that were sent before are over");
      const resent = await run(file(PORTS), `${WEEK} ${KIND} --resend`);
      expect([resent.exitCode, resent.sent.length]).toEqual([0, 6]);
      expect(resent.stderr).toContain("Sent again: all 6 requests were sent before, at");
    });
  });
});

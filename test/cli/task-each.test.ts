/** `task create --each`: many features, one request each; nothing lost, nothing twice. */
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { TransportError } from "../../src/contract/send.ts";
import type { Send } from "../../src/contract/send.ts";
import { stoppedClock, type StoppedClock } from "./stopped-clock.ts";
import { errorOf, task, type ReportedError } from "./scripted-service.ts";
import { BASE_URL, runWords, tempHome, type Run } from "./world.ts";
import { journalNames } from "../journal-names.ts";

const VOLCANOES = [
  ["vesuvius", 14.43, 40.82],
  ["etna", 15.0, 37.75],
  ["stromboli", 15.21, 38.79],
  ["santorini", 25.4, 36.4],
  ["taveuni", -179.97, -16.85],
] as const;

const collection = (count: number): string =>
  JSON.stringify({
    type: "FeatureCollection",
    features: Array.from({ length: count }, (_, index) => {
      const [name, longitude, latitude] = VOLCANOES[index % VOLCANOES.length] as (typeof VOLCANOES)[number];
      return {
        type: "Feature",
        geometry: { type: "Point", coordinates: [longitude, latitude] },
        properties: { taskingrequestName: `${name}-${index}` },
      };
    }),
  });

const LINE =
  "task create --file sites.geojson --each --window-open now --window 7d --tier flexible --type spotlight";

interface Service {
  send: Send;
  names: string[];
  most: number;
  clock: StoppedClock;
}

const reply = (status: number, body: object): Awaited<ReturnType<Send>> => ({
  status,
  headers: { "content-type": "application/json" },
  body: (async function* () {
    yield Buffer.from(JSON.stringify(body));
  })(),
});

/** The answers of a search: all records from before this run, or an unreadable reply. */
type Found = readonly object[] | "unreadable";

/** Creates each requested task, except the names that a test refuses or loses. */
function service(
  refused: readonly string[] = [],
  lost: readonly string[] = [],
  gate: (running: number, asked: number) => Promise<void> = async () => {},
  found: Found = "unreadable",
): Service {
  const made: Service = {
    names: [],
    most: 0,
    clock: stoppedClock(),
    send: async () => Promise.reject(new Error("not yet")),
  };
  let running = 0;
  const answer: Send = async ({ url, body }) => {
    if (url.endsWith("/search"))
      return reply(
        200,
        found === "unreadable" ? { data: [] } : { results: found, currentPage: 1, totalPages: 1 },
      );
    running += 1;
    made.most = Math.max(made.most, running);
    const { properties } = JSON.parse(String(body)) as { properties: { taskingrequestName: string } };
    const name = properties.taskingrequestName;
    made.names.push(name);
    await gate(running, made.names.length);
    running -= 1;
    if (lost.includes(name)) throw new TransportError("reset", "maybe", "connection reset");
    const isRefused = refused.includes(name);
    if (isRefused) return reply(422, { error: { code: "WINDOW_ORDER", message: "no" } });
    return reply(201, task(`id-${name}`, "review"));
  };
  made.send = (request) => made.clock.during(answer(request));
  return made;
}

/** A service that loses the response about etna-1; `sentBody` returns the body of that request. */
function losingEtna(): { made: Service; sentBody: () => Record<string, unknown> } {
  const made = service([], ["etna-1"]);
  const { send } = made;
  let sent: Record<string, unknown> = {};
  made.send = (request) => {
    if (String(request.body).includes("etna-1")) sent = JSON.parse(String(request.body));
    return send(request);
  };
  return { made, sentBody: () => sent };
}

async function homeWith(text: string): Promise<string> {
  const home = await tempHome();
  await writeFile(join(home, "sites.geojson"), text);
  return home;
}

const run = (home: string, { send, clock }: Service, more = ""): Promise<Run> =>
  runWords(`${LINE} ${more}`, { home, send, clock, env: { SWATH_BASE_URL: BASE_URL, SWATH_API_KEY: "key" } });

const rowsOf = ({ stdout }: Run): { index: number; outcome: string; id?: string }[] =>
  stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { index: number; outcome: string });

describe("task create --each", () => {
  it("TASK-50 --dry-run shows every request, and sends none", async () => {
    const home = await homeWith(collection(3));
    const made = service();
    const { exitCode, stdout } = await run(home, made, "--dry-run --json");
    const names = (JSON.parse(stdout) as { body: { properties: { taskingrequestName: string } } }[]).map(
      ({ body }) => body.properties.taskingrequestName,
    );
    expect([exitCode, names]).toEqual([0, ["vesuvius-0", "etna-1", "stromboli-2"]]);
    expect((await run(home, made, "--dry-run --output ndjson")).stdout.trim().split("\n")).toHaveLength(3);
    expect((await run(home, made, "--dry-run")).stdout.match(/^POST /gm)).toHaveLength(3);
    expect(made.names).toEqual([]);
  });

  it.each(["was removed", "now belongs to process 7"])(
    "DESK-02 P2 P25 a run sends nothing more when its lock %s: it was suspended, and another run sends the file",
    async (loss) => {
      const home = await homeWith(collection(3));
      const folder = join(home, ".local/state/swath/batches");
      const made = service([], [], async (_running, asked) => {
        if (asked !== 1) return;
        for (const name of await readdir(folder))
          await (loss === "was removed"
            ? rm(join(folder, name))
            : writeFile(join(folder, name), '{"pid":7,"token":"other"}'));
      });
      const result = await run(home, made, "--concurrency 1");
      expect(made.names).toEqual(["vesuvius-0"]);
      expect(rowsOf(result).map(({ outcome }) => outcome)).toEqual(["created", "unknown", "unknown"]);
      expect(result.stdout).toContain(`${loss} while this run was sending: this request was not sent`);
      expect(result.exitCode).not.toBe(0);
      // The requests that were not sent left no record.
      expect(await journalNames(join(home, ".local/state/swath/journal"))).toHaveLength(1);
    },
  );

  it("rows are in the order of the file, whatever is answered first", async () => {
    const home = await homeWith(collection(4));
    const { promise: last, resolve: release } = Promise.withResolvers<void>();
    // The first request is sent alone. The second one is answered after the fourth.
    const made = service([], [], async (_running, asked) => {
      if (asked === 4) release();
      if (asked === 2) await last;
    });
    const rows = rowsOf(await run(home, made, "--concurrency 4"));
    expect(rows.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
  });

  it("failed features are reported in the order of the file, whatever is answered first", async () => {
    const home = await homeWith(collection(3));
    const { promise: last, resolve: release } = Promise.withResolvers<void>();
    // The first request is sent alone. The second one is answered after the third.
    const made = service(["etna-1", "stromboli-2"], [], async (_running, asked) => {
      if (asked === 3) release();
      if (asked === 2) await last;
    });
    const { stderr } = await run(home, made, "--concurrency 2");
    expect(stderr.match(/feature \d/g)).toEqual(["feature 2", "feature 3"]);
  });

  it("a feature's name is that of its request; a terminal counts from 1, and ends with the next command", async () => {
    const named = { type: "Feature", geometry: { type: "Point", coordinates: [15, 37.75] } };
    const features = ["Etna", "Crater"].map((name) => ({ ...named, properties: { name } }));
    const home = await homeWith(JSON.stringify({ type: "FeatureCollection", features }));
    const made = service();
    const { send, clock } = made;
    const env = { SWATH_BASE_URL: BASE_URL, SWATH_API_KEY: "key", NO_COLOR: "1" };
    const on = { stdoutTTY: true, stderrTTY: true, columns: 80, home, send, clock, env };
    const { stdout, stderr } = await runWords(LINE, on);
    expect(made.names.toSorted()).toEqual(["Crater", "Etna"]);
    expect(stdout).toMatch(/^ +1 {2}created +\S+ +review {2}Etna\n +2 {2}created/m);
    expect(stderr).toContain("See what waits for approval: swath approvals");
  });

  it("several features without --each, and flags for one request with it, suggest the next command", async () => {
    const home = await homeWith(collection(2));
    const wayOn = async (words: string) => (await runWords(words, { home })).stderr;
    expect(await wayOn(LINE.replace("--each ", ""))).toContain("\n  Add --each to request every feature\n");
    expect(await wayOn(`${LINE} --wait`)).toContain("Leave out --wait");
    expect(await wayOn(`${LINE} --explain`)).toContain("Add --dry-run in place of --explain");
  });

  it("P1 a feature that is in the file twice is bought once", async () => {
    const [feature] = (JSON.parse(collection(1)) as { features: object[] }).features;
    const home = await homeWith(JSON.stringify({ type: "FeatureCollection", features: [feature, feature] }));
    const made = service();
    const bought = await run(home, made, "--pre-approve --yes");
    expect([bought.exitCode, made.names.length]).toEqual([0, 1]);
    expect(bought.stderr).toContain("feature 2 as feature 1");
    expect(rowsOf(bought).map(({ outcome }) => outcome)).toEqual(["created", "already"]);
  });

  it("P1 two equal features get one request, and a rerun knows both after the journal was pruned", async () => {
    const [feature] = (JSON.parse(collection(1)) as { features: object[] }).features;
    const home = await homeWith(JSON.stringify({ type: "FeatureCollection", features: [feature, feature] }));
    const made = service();
    expect((await run(home, made)).exitCode).toBe(0);
    expect(made.names).toHaveLength(1);
    made.clock.ms += 40 * 86_400_000;
    await runWords("journal prune --older-than 32d", { home, clock: made.clock });
    const rerun = await run(home, made);
    expect([rerun.exitCode, rowsOf(rerun).map(({ outcome }) => outcome)]).toEqual([
      0,
      ["already", "already"],
    ]);
    expect(made.names).toHaveLength(1);
  });

  it("P1 a feature that was refused before the clock was set back, and bought after it, is not bought again", async () => {
    const home = await homeWith(collection(1));
    const refusing = service(["vesuvius-0"]);
    expect((await run(home, refusing, "--pre-approve --yes")).exitCode).not.toBe(0);
    const made = service();
    made.clock.ms = refusing.clock.ms - 86_400_000;
    expect((await run(home, made, "--pre-approve --yes")).exitCode).toBe(0);
    made.clock.ms += 60_000;
    const rerun = await run(home, made, "--pre-approve --yes");
    expect([rowsOf(rerun).map(({ outcome }) => outcome), made.names]).toEqual([["already"], ["vesuvius-0"]]);
  });

  it("TASK-02 sends one request per feature, with limited concurrency, and prints one line of JSON each", async () => {
    const home = await homeWith(collection(20));
    // The first request is sent alone. No other one is answered before three are open at once, or all have been sent.
    let open = (): void => {};
    let opened = new Promise<void>((resolve) => (open = resolve));
    const made = service([], [], async (running, asked) => {
      const waiting = opened;
      if (running === 3 || asked === 1 || asked === 20) {
        open();
        opened = new Promise<void>((resolve) => (open = resolve));
      }
      return waiting;
    });
    const result = await run(home, made, "--concurrency 3");
    expect(result.exitCode).toBe(0);
    expect(new Set(made.names).size).toBe(20);
    expect(made.most).toBe(3);
    const rows = rowsOf(result);
    expect(rows.map(({ index }) => index).sort((a, b) => a - b)).toEqual([...Array(20).keys()]);
    expect(rows.every(({ outcome }) => outcome === "created")).toBe(true);
  });

  it("TASK-02 a failed feature exits 10, and a rerun sends only missing ones", async () => {
    const home = await homeWith(collection(5));
    const first = service(["etna-1"], ["stromboli-2"]);
    const failed = await run(home, first);
    expect(failed.exitCode).toBe(10);
    expect(first.names).toHaveLength(5);
    const outcomes = (result: Run) =>
      rowsOf(result)
        .sort((a, b) => a.index - b.index)
        .map(({ outcome }) => outcome);
    expect(outcomes(failed)).toEqual(["created", "failed", "unknown", "created", "created"]);

    const second = service();
    const rerun = await run(home, second, "--json");
    expect(second.names).toEqual(["etna-1"]);
    expect(errorOf(rerun)).toMatchObject({ code: "BATCH_PARTIAL", details: [{ code: "INTENT_OPEN" }] });

    const third = service();
    const resent = await run(home, third, "--resend");
    expect(third.names).toHaveLength(5);
    expect(resent.exitCode).toBe(0);
    const fourth = service();
    expect(outcomes(await run(home, fourth))).toEqual(Array(5).fill("already"));
    expect(fourth.names).toEqual([]);
  });

  describe("a feature with a lost response, in a rerun an hour later with other times in its window", () => {
    const lost = async (more = ""): Promise<{ home: string; sent: Record<string, unknown> }> => {
      const home = await homeWith(collection(3));
      const { made: first, sentBody } = losingEtna();
      expect((await run(home, first, more)).exitCode).toBe(more === "" ? 10 : 13);
      return { home, sent: sentBody() };
    };
    const later = async (home: string, found: Found, more = ""): Promise<[Run, string[]]> => {
      const second = service([], [], undefined, found);
      second.clock.ms += 3_600_000;
      return [await run(home, second, `--json ${more}`), second.names];
    };
    const made = (sent: Record<string, unknown>, id: string) => ({
      ...sent,
      properties: { ...(sent["properties"] as object), taskingrequestId: id, lastStatusCode: "review" },
    });

    it("a search finds it: it is not sent again, and its id is printed", async () => {
      const { home, sent } = await lost();
      const [rerun, names] = await later(home, [made(sent, "found-1")]);
      expect([rerun.exitCode, names]).toEqual([0, []]);
      const rows = JSON.parse(rerun.stdout) as { index: number; outcome: string; id: string }[];
      expect(rows.find(({ index }) => index === 1)).toMatchObject({ outcome: "already", id: "found-1" });
      const [third, sentAgain] = await later(home, "unreadable");
      expect([third.exitCode, sentAgain]).toEqual([0, []]);
    });

    it("a search of everything does not find it: it is sent", async () => {
      const { home } = await lost();
      const [rerun, names] = await later(home, []);
      expect([rerun.exitCode, names]).toEqual([0, ["etna-1"]]);
      const { stdout } = await runWords("journal list --columns state", { home, send: service().send });
      expect(stdout.trim().split("\n").sort()).toEqual(["confirmed", "confirmed", "confirmed", "refused"]);
    });

    it("two candidates, or an unreadable search: the outcome is unknown, and nothing is sent", async () => {
      const { home, sent } = await lost();
      const twins = [made(sent, "twin-1"), made(sent, "twin-2")];
      for (const found of [twins, "unreadable"] as const) {
        const [rerun, names] = await later(home, found);
        expect([rerun.exitCode, names]).toEqual([10, []]);
        expect(errorOf(rerun)).toMatchObject({ code: "BATCH_PARTIAL", details: [{ code: "INTENT_OPEN" }] });
      }
    });

    it("TASK-11 a feature that costs money at once is not sent because a search did not find it", async () => {
      const { home } = await lost("--pre-approve --yes");
      const [rerun, names] = await later(home, [], "--pre-approve --yes");
      expect([rerun.exitCode, names]).toEqual([10, []]);
      expect(rerun.stderr).toContain("a search does not find it");
    });
  });

  it("TASK-16 one invalid feature stops all, and the fault has its number", async () => {
    const broken = JSON.parse(collection(3)) as { features: { geometry: { coordinates: number[] } }[] };
    broken.features[1]!.geometry.coordinates = [15, 137.75];
    const home = await homeWith(JSON.stringify(broken));
    const made = service();
    const result = await run(home, made, "--json");
    expect([result.exitCode, made.names]).toEqual([3, []]);
    const { details = [] }: ReportedError = errorOf(result);
    expect(details).toEqual([
      expect.objectContaining({
        code: "GEOMETRY_COORDINATES_INVALID",
        path: "features[1].geometry.coordinates",
      }),
    ]);
  });

  it("TASK-11 pre-approved features are confirmed once, before the first is sent", async () => {
    const home = await homeWith(collection(3));
    const made = service();
    const result = await run(home, made, "--pre-approve");
    expect([result.exitCode, made.names]).toEqual([12, []]);
    expect(result.stderr).toContain("3 of 3 requests");
  });

  it("TASK-02 another version of the file is the same batch, and the same file for another service is another", async () => {
    const home = await homeWith(collection(2));
    await run(home, service());
    await writeFile(join(home, "sites.geojson"), `${collection(2)}\n`);
    const made = service();
    await run(home, made);
    expect(made.names).toEqual([]);
    const elsewhere = service();
    await runWords(LINE, {
      home,
      send: elsewhere.send,
      clock: elsewhere.clock,
      env: { SWATH_BASE_URL: "https://other.example", SWATH_API_KEY: "key" },
    });
    expect(elsewhere.names).toHaveLength(2);
  });

  describe("P1 a rerun also knows a feature", () => {
    const journalOf = (home: string): string => join(home, ".local/state/swath/journal");
    const outcomesOf = (result: Run): string[] => rowsOf(result).map(({ outcome }) => outcome);

    it("that a search found under another version of the file", async () => {
      const home = await homeWith(collection(3));
      const fixed = LINE.replace(
        "now --window 7d",
        "2031-03-01T00:00:00Z --window-close 2031-03-08T00:00:00Z",
      );
      const env = { SWATH_BASE_URL: BASE_URL, SWATH_API_KEY: "key" };
      const again = ({ send, clock }: Service): Promise<Run> => runWords(fixed, { home, send, clock, env });
      const { made: first, sentBody } = losingEtna();
      await again(first);
      await writeFile(join(home, "sites.geojson"), `${collection(3)}\n`);
      const sent = sentBody();
      const record = {
        ...sent,
        properties: {
          ...(sent["properties"] as object),
          taskingrequestId: "found-1",
          lastStatusCode: "review",
        },
      };
      const second = service([], [], undefined, [record]);
      second.clock.ms += 3_600_000;
      expect(outcomesOf(await again(second))).toEqual(["already", "already", "already"]);
      expect(second.names).toEqual([]);
      for (const text of [`${collection(3)}\n`, collection(3)]) {
        await writeFile(join(home, "sites.geojson"), text);
        const third = service();
        third.clock.ms += 7_200_000;
        expect(outcomesOf(await again(third))).toEqual(Array(3).fill("already"));
        expect(third.names).toEqual([]);
      }
    });

    it("whose record was damaged: it is not sent", async () => {
      const home = await homeWith(collection(3));
      await run(home, service());
      const dir = journalOf(home);
      for (const name of await journalNames(dir)) {
        const path = join(dir, name);
        if ((await readFile(path, "utf8")).includes("etna-1")) await writeFile(path, "{");
      }
      const made = service();
      const rerun = await run(home, made);
      expect([rerun.exitCode, made.names]).toEqual([10, []]);
      expect(outcomesOf(rerun)).toEqual(["already", "unknown", "already"]);
      expect(rerun.stderr).toContain("cannot be read");
    });
  });
});

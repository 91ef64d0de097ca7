/** Times of bodies and filters: converted to UTC as those of flags are, with all their digits. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runScripted } from "./scripted-service.ts";
import { tempHome } from "./world.ts";

const TARGET = { type: "Feature", geometry: { type: "Point", coordinates: [14, 40] } };
const KIND = { collectionTier: "standard", collectionType: "spotlight" };
const ID = "11111111-0000-4000-8000-000000000000";
const OFFSET = "2026-12-01T02:00:00+02:00";
const UTC = "2026-12-01T00:00:00Z";
const LATER = "2026-12-08T00:00:00Z";

async function sent(words: readonly string[]): Promise<{ body: unknown; stderr: string }> {
  const run = await runScripted([...words, "--dry-run", "--json"], {});
  expect(run.exitCode, run.stderr).toBe(0);
  return { body: (JSON.parse(run.stdout) as { body: unknown }).body, stderr: run.stderr };
}

const data = (body: object): string[] => ["--data", JSON.stringify(body)];
const task = (times: object): object => ({
  ...TARGET,
  properties: { ...KIND, windowClose: LATER, ...times },
});

describe("GEN-04 an offset is converted to UTC, with a note, in", () => {
  it.each<[string, string[], object]>([
    [
      "the body of a task",
      ["task", "create", ...data(task({ windowOpen: OFFSET }))],
      { properties: { windowOpen: UTC } },
    ],
    [
      "--set",
      ["task", "create", ...data(task({})), "--set", `properties.windowOpen=${OFFSET}`],
      { properties: { windowOpen: UTC } },
    ],
    [
      "the body of a series",
      [
        "repeat",
        "create",
        ...data({ ...TARGET, properties: { repetitionProperties: { repeatStart: OFFSET } } }),
      ],
      { properties: { repetitionProperties: { repeatStart: UTC } } },
    ],
    [
      "a misplaced field",
      ["repeat", "create", ...data({ ...TARGET, properties: { repeatEnd: OFFSET } })],
      { properties: { repetitionProperties: { repeatEnd: UTC } } },
    ],
    [
      "a retask",
      ["task", "retask", ID, "--no-check", ...data({ properties: { windowOpen: OFFSET } })],
      { properties: { windowOpen: UTC } },
    ],
    [
      "a retask of a series",
      ["repeat", "retask", ID, "--no-check", ...data({ properties: { repeatStart: OFFSET } })],
      { properties: { repeatStart: UTC } },
    ],
    [
      "the interval of a catalog search",
      ["catalog", "search", ...data({ datetime: `${OFFSET}/..` })],
      { datetime: `${UTC}/..` },
    ],
    [
      "the query of a catalog search",
      ["catalog", "search", ...data({ query: { end_datetime: { lt: OFFSET } } })],
      { query: { end_datetime: { lt: UTC } } },
    ],
    [
      "--set of a catalog search",
      ["catalog", "search", "--set", `query=${JSON.stringify({ start_datetime: { gte: OFFSET } })}`],
      { query: { start_datetime: { gte: UTC } } },
    ],
    [
      "--where of a catalog search",
      ["catalog", "search", "--where", `start_datetime>=${OFFSET}`],
      { query: { start_datetime: { gte: UTC } } },
    ],
    [
      "the query of a request search",
      ["search", "tasks", ...data({ query: { submissionTime: `../${OFFSET}` } })],
      { query: { submissionTime: `../${UTC}` } },
    ],
    [
      "--set of a request search",
      ["search", "repeats", "--set", `query=${JSON.stringify({ lastStatusTime: { gte: OFFSET } })}`],
      { query: { lastStatusTime: { gte: UTC } } },
    ],
    [
      "--where of a path",
      ["search", "tasks", "--where", `order.created>=${OFFSET}`],
      { query: { "order.created": { gte: UTC } } },
    ],
  ])("%s", async (_title, words, expected) => {
    const { body, stderr } = await sent(words);
    expect(body).toMatchObject(expected);
    expect(stderr).toContain("was taken as ");
    expect(JSON.stringify(body)).not.toContain("+02:00");
  });

  it("the features of --each, and small letters", async () => {
    const home = await tempHome();
    const features = [OFFSET, "2026-12-01t00:00:00z"].map((windowOpen) =>
      task({ windowOpen, name: windowOpen }),
    );
    await writeFile(join(home, "sites.json"), JSON.stringify({ type: "FeatureCollection", features }));
    const run = await runScripted("task create --each --file sites.json --dry-run --json", {}, { home });
    const bodies = (JSON.parse(run.stdout) as { body: unknown }[]).map(({ body }) => body);
    expect(bodies).toMatchObject([{ properties: { windowOpen: UTC } }, { properties: { windowOpen: UTC } }]);
  });

  it("but a text that is compared as a text is unchanged", async () => {
    const named = await sent(["search", "tasks", "--name", OFFSET]);
    expect(named.body).toMatchObject({ query: { taskingrequestName: OFFSET } });
    const quoted = await sent(["search", "tasks", "--where-string", `a.b=${OFFSET}`]);
    expect(quoted.body).toMatchObject({ query: { "a.b": OFFSET } });
  });
});

describe("GEN-04 all digits of a second are sent, so that no end moves inwards", () => {
  const FINE = "2026-02-28T18:22:10.123456Z";
  it.each<[string, string[], object]>([
    ["--datetime of one moment", ["catalog", "search", "--datetime", FINE], { datetime: FINE }],
    ["--to", ["catalog", "search", "--to", FINE], { datetime: `../${FINE}` }],
    [
      "--from with an offset",
      ["catalog", "search", "--from", "2026-02-28T20:22:10.123456789+02:00"],
      { datetime: "2026-02-28T18:22:10.123456789Z/.." },
    ],
    [
      "--where with a bound",
      ["catalog", "search", "--where", `start_datetime<=${FINE}`],
      { query: { start_datetime: { lte: FINE } } },
    ],
    [
      "--submitted",
      ["search", "tasks", "--submitted", `../${FINE}`],
      { query: { submissionTime: `../${FINE}` } },
    ],
    [
      "an exclusive end, which moves by its last digit",
      ["search", "tasks", "--where", `submissionTime<${FINE}`],
      { query: { submissionTime: "../2026-02-28T18:22:10.123455Z" } },
    ],
    [
      "an exclusive start, which moves by its last digit",
      ["search", "tasks", "--where", "submissionTime>2026-02-28T18:22:10.1239Z"],
      { query: { submissionTime: "2026-02-28T18:22:10.124Z/.." } },
    ],
    [
      "--window-close with an offset",
      [
        "task",
        "create",
        ...data(task({ windowOpen: UTC })),
        "--window-close",
        "2026-12-08T02:00:00.1234567+02:00",
      ],
      { properties: { windowClose: "2026-12-08T00:00:00.1234567Z" } },
    ],
    [
      "the end that --window computes",
      [
        "task",
        "create",
        ...data({ ...TARGET, properties: KIND }),
        "--window-open",
        "2026-12-01T00:00:00.123456Z",
        "--window",
        "7d",
      ],
      { properties: { windowClose: "2026-12-08T00:00:00.123456Z" } },
    ],
  ])("%s", async (_title, words, expected) => {
    expect((await sent(words)).body).toMatchObject(expected);
  });

  it.each(["2026-02-28T24:00:00Z", "2016-12-31T23:59:60Z", "2026-02-28", "2026-02-28T18:22:10"])(
    "%s in a body is refused, not changed",
    async (time) => {
      const words = ["task", "create", ...data(task({ windowOpen: time })), "--dry-run", "--json"];
      const run = await runScripted(words, {});
      expect([run.exitCode, run.requests]).toEqual([3, []]);
      expect(run.stderr).toContain("TIMESTAMP_INVALID");
    },
  );
});

it("GEN-04 the explanation of a request has the times that are sent", async () => {
  const open = "2026-12-01T02:00:00.5+02:00";
  const { body, stderr } = await sent(["task", "create", ...data(task({ windowOpen: open }))]);
  const { windowOpen } = (body as { properties: { windowOpen: string } }).properties;
  expect(windowOpen).toBe("2026-12-01T00:00:00.500Z");
  expect(stderr).toContain(`between ${windowOpen} and ${LATER}`);
});

/** Fields that a deployment writes in another form: after a refusal, which did nothing, the other form is sent once. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { TransportError } from "../../src/contract/send.ts";
import { errorOf, runScripted, type Answer, type Script } from "./scripted-service.ts";
import { BASE_URL, runWords, tempHome, type Run } from "./world.ts";

let home: string;
const configFile = (): string => join(home, ".config", "swath", "config.json");
beforeEach(async () => {
  home = await tempHome();
  await mkdir(join(home, ".config", "swath"), { recursive: true });
  await writeFile(configFile(), JSON.stringify({ profiles: { default: { baseUrl: BASE_URL } } }));
});
afterEach(() => rm(home, { recursive: true, force: true }));

/** A run with the base URL in the profile, which keeps what is learned. */
const swath = (words: string, script: Script): Promise<Run> =>
  runScripted(words, script, { home, env: { SWATH_BASE_URL: "" } });
const learned = async (): Promise<unknown> => {
  const { profiles } = JSON.parse(await readFile(configFile(), "utf8")) as {
    profiles: { default: { learned?: unknown } };
  };
  return profiles.default.learned;
};

const lost = (): never => {
  throw new TransportError("reset", "maybe", "sar.example: closed");
};
const refusal = (message: string, path: string): Answer => ({
  status: 422,
  body: {
    error: {
      message: "Validation Error",
      code: "VALIDATION_ERROR",
      detail: [{ message, code: "invalid", path }],
    },
  },
});
const unknown = (name: string, path: string): Answer =>
  refusal(`Unrecognized key(s) in object: '${name}'`, path);

const TASK =
  "task create --point 10,20 --window-open 2026-06-01T00:00:00Z --window-close 2026-06-08T00:00:00Z --tier standard --type spotlight";
const SERIES =
  "repeat create --point 10,20 --from 2026-06-01T00:00:00Z --interval 7 --count 4 --tier routine --type spotlight --name etna";
const made = (id: string): Answer => ({
  status: 201,
  body: { id, properties: { statusHistory: [{ code: "review" }] } },
});
const ORIGINAL = {
  taskingrequestId: "t-1",
  properties: { taskingrequestId: "t-1", preApproval: false, windowOpen: "2026-01-01T00:00:00Z" },
};

interface Refused {
  words: string;
  before?: Script;
  post: string;
  first: Answer;
  /** Parts of the two bodies. */
  bodies: readonly [object, object];
  /** The form that is learned. */
  form: object;
}

const CASES: Readonly<Record<string, Refused>> = {
  "the orbit direction": {
    words: `${TASK} --orbit-state ascending`,
    post: "POST /task",
    first: unknown("ascDesc", "body.properties.collectConstraints"),
    bodies: [
      { properties: { collectConstraints: { ascDesc: "ascending" } } },
      { properties: { collectConstraints: { ascDsc: "ascending" } } },
    ],
    form: { ascDescKey: "ascDsc" },
  },
  "an own local time": {
    words: `${TASK} --local-time 06:00-09:00`,
    post: "POST /task",
    first: refusal("Expected array, received number", "body.properties.collectConstraints.localTime.0"),
    bodies: [
      { properties: { collectConstraints: { localTime: [21_600, 32_400] } } },
      { properties: { collectConstraints: { localTime: [[21_600, 32_400]] } } },
    ],
    form: { localTimeStyle: "nested" },
  },
  "the name of a series": {
    words: SERIES,
    post: "POST /repeat-requests",
    first: unknown("repeatRequestName", "body.properties"),
    bodies: [{ properties: { repeatRequestName: "etna" } }, { properties: { repeatrequestName: "etna" } }],
    form: { repeatNameCasing: "repeatrequestName" },
  },
  "the envelope of a retask": {
    words: "task retask t-1 --name again",
    before: { "GET /task/t-1": [{ body: ORIGINAL }] },
    post: "POST /task/t-1/retask",
    first: unknown("type", "body"),
    bodies: [{ type: "Feature", properties: { retaskRequestName: "again" } }, { retaskRequestName: "again" }],
    form: { retaskEnvelope: "flat" },
  },
};

const posts = ({ requests }: Run): unknown[] =>
  requests.filter(({ method, path }) => method === "POST" && !/search/.test(path)).map(({ body }) => body);
const states = async (): Promise<string[]> =>
  (JSON.parse((await runWords("journal list --json", { home })).stdout) as { state: string }[]).map(
    ({ state }) => state,
  );

describe("GEN-23 a field that the service refuses", () => {
  it.each(Object.entries(CASES))(
    "P1 %s: the other form is sent once, in one record of the journal, and is learned",
    async (_title, { words, before, post, first, bodies, form }) => {
      const run = await swath(words, { ...before, [post]: [first, made("n-1")] });
      expect(run.exitCode, run.stderr).toBe(0);
      expect(posts(run)).toEqual(bodies.map((body) => expect.objectContaining(deep(body)) as unknown));
      expect(await states()).toEqual(["confirmed"]);
      expect(await learned()).toEqual({ baseUrl: BASE_URL, ...form });
    },
  );

  it.each(Object.entries(CASES))(
    "P3 %s, and the second response is lost: unknown, and not sent again",
    async (_title, { words, before, post, first }) => {
      const script = { ...before, [post]: [first, lost], POST: [{ body: { results: [] } }] };
      const run = await swath(words, script);
      expect([run.exitCode, posts(run).length], run.stderr).toEqual([13, 2]);
      expect(await states()).toEqual(["unknown"]);
    },
  );

  it.each(Object.entries(CASES))(
    "%s refused in both forms: the first refusal is the error, and nothing is learned",
    async (_title, { words, before, post, first }) => {
      const run = await swath(`${words} --json`, { ...before, [post]: [first] });
      expect([run.exitCode, posts(run).length], run.stderr).toEqual([8, 2]);
      expect(errorOf(run).code).toBe("SERVICE_REJECTED");
      expect(await learned()).toBeUndefined();
    },
  );

  it("another fault of the other form is the error; a refusal of another field is not sent again", async () => {
    const { words, post, first } = CASES["the orbit direction"]!;
    const late = refusal("is in the past", "body.properties.windowOpen");
    const run = await swath(`${words} --json`, { [post]: [first, late] });
    expect(errorOf(run).message).toContain("is in the past");
    const once = await swath(words, { [post]: [late, made("n-1")] });
    expect([once.exitCode, posts(once).length]).toEqual([8, 1]);
  });

  it("a value that the service refuses has no other form", async () => {
    const script = { "POST /task": [unknown("type", "body.properties"), made("n-1")] };
    const run = await swath(`${TASK} --orbit-state ascending`, script);
    expect([run.exitCode, posts(run).length]).toEqual([8, 1]);
  });
});

/** Returns a matcher of each part. */
function deep(part: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => [
      name,
      value !== null && typeof value === "object" && !Array.isArray(value)
        ? (expect.objectContaining(deep(value as object)) as unknown)
        : value,
    ]),
  );
}

/** `repeat create` and the retasks: a command line, the one body it sends; and every refusal before any request. */
import { describe, expect, it } from "vitest";
import { writeFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { errorOf, NO_NAMES, runScripted, task } from "./scripted-service.ts";
import { tempHome } from "./world.ts";
import { withFlag } from "./split-line.ts";

const series = (id: string, more = {}): object => ({
  type: "Feature",
  geometry: { type: "Point", coordinates: [14.43, 40.82] },
  properties: { repeatrequestId: id, lastStatusCode: "review", ...more },
});
const CREATED = { "POST /repeat-requests": [{ status: 201, body: series("r-1") }] };
const FULL =
  "repeat create --point 14.43,40.82 --from 2026-06-01T00:00:00Z --interval 7 --tier routine --type spotlight";

describe("repeat create", () => {
  it("REPEAT-04 REPEAT-20 REPEAT-21 names and repetition are where the table shows them", async () => {
    const run = await runScripted(
      `${FULL} --count 10 --name vesuvius --description weekly --custom1 a --maintain-framing --look-angle-tolerance 3 --azimuth-tolerance 5 --local-time day`,
      CREATED,
    );
    expect(run.exitCode).toBe(0);
    expect(run.requests[0]?.body).toEqual({
      type: "Feature",
      geometry: { type: "Point", coordinates: [14.43, 40.82] },
      properties: {
        repeatRequestName: "vesuvius",
        repeatRequestDescription: "weekly",
        repetitionProperties: {
          repeatStart: "2026-06-01T00:00:00Z",
          repetitionInterval: 7,
          repetitionCount: 10,
          maintainSceneFraming: true,
          lookAngleTolerance: 3,
          azimuthAngleTolerance: 5,
        },
        collectionTier: "routine",
        collectionType: "spotlight",
        customAttribute1: "a",
        collectConstraints: { localTime: "day" },
      },
    });
  });

  it("REPEAT-04 REPEAT-08 REPEAT-21 a deployment's dialect moves and renames them", async () => {
    const home = await tempHome();
    await mkdir(join(home, ".config", "swath"), { recursive: true });
    await writeFile(
      join(home, ".config", "swath", "config.json"),
      JSON.stringify({
        profiles: {
          default: { dialect: { repeatEndField: "repetitionEnd", repeatNameCasing: "repeatrequestName" } },
        },
      }),
    );
    const run = await runScripted(`${FULL} --to 2026-09-01T00:00:00Z --name vesuvius`, CREATED, { home });
    const { properties } = run.requests[0]!.body as { properties: Record<string, unknown> };
    expect(properties["repeatrequestName"]).toBe("vesuvius");
    expect(properties["repetitionProperties"]).toMatchObject({ repetitionEnd: "2026-09-01T00:00:00Z" });
  });

  it.each([
    ["7", 7],
    ["36h", 1.5],
    ["2w", 14],
  ])("REPEAT-09 --interval %s", async (text, days) => {
    const run = await runScripted(`${withFlag(FULL, "--interval", text)} --until-canceled`, CREATED);
    expect(run.requests[0]?.body).toMatchObject({
      properties: { repetitionProperties: { repetitionInterval: days } },
    });
    expect(run.stderr).not.toContain("Warning:");
  });

  it.each([
    [
      "REPEAT-03",
      "repeat create --file 'POLYGON((15 37,15.1 37,15.1 37.1,15 37))' --until-canceled",
      "REPEAT_GEOMETRY_NOT_POINT",
      "--file",
    ],
    ["REPEAT-07", `${FULL} --to 2026-05-01`, "WINDOW_ORDER", "--to"],
    ["REPEAT-10", withFlag(FULL, "--interval", "23h"), "REPEAT_INTERVAL_TOO_SHORT", "--interval"],
    ["REPEAT-15", withFlag(FULL, "--tier", "urgent"), "ENUM_INVALID", "--tier"],
    ["REPEAT-19", `${FULL} --count 3 --to 2026-09-01`, "REPEAT_END_CONFLICT", "--count"],
    ["REPEAT-19", `${FULL} --count 3 --until-canceled`, "REPEAT_END_CONFLICT", "--until-canceled"],
    ["REPEAT-17", `${FULL} --off-nadir-min 40 --off-nadir-max 20`, "OFF_NADIR_ORDER", "--off-nadir-min"],
  ])("%s %s is refused", async (_id, line, code, flag) => {
    const run = await runScripted(`${line} --json`, {});
    expect([run.exitCode, run.requests.length]).toEqual([3, 0]);
    expect(errorOf(run).details).toContainEqual(expect.objectContaining({ code, flag }));
  });

  it("REPEAT-20 a count below one is a usage error", async () => {
    const run = await runScripted(`${FULL} --count 0 --json`, {});
    expect([run.exitCode, errorOf(run).code]).toEqual([2, "USAGE"]);
  });

  it.each([
    [
      "REPEAT-06",
      "repeat create --point 14.43,40.82 --interval 7 --count 2 --tier routine --type spotlight",
      "no start is given",
    ],
    ["REPEAT-12", `${FULL} --count 2 --look-angle-tolerance 3`, "only used with maintainSceneFraming"],
    ["REPEAT-23", FULL, "runs until it is cancelled"],
    ["REPEAT-27", `${FULL} --count 2 --holdback 30_day`, "not in the interface's table"],
  ])("%s is sent with a warning", async (_id, line, words) => {
    const run = await runScripted(line, CREATED);
    expect([run.exitCode, run.requests.length]).toEqual([0, 1]);
    expect(run.stderr).toContain(words);
  });
});

describe("retasks", () => {
  const retasked = (path: string, body: object, original: object) => ({
    [`POST ${path}`]: [{ status: 201, body }],
    GET: [{ body: original }],
  });
  const TASK = retasked("/task/t-1/retask", task("t-2", "review"), task("t-1", "completed"));

  it("RETASK-T-01 RETASK-T-02 RETASK-T-12 without flags the empty feature is sent", async () => {
    const run = await runScripted("task retask t-1", TASK);
    expect(run.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /task/t-1",
      "POST /task/t-1/retask",
    ]);
    expect(run.requests[1]?.body).toEqual({ type: "Feature", properties: {} });
  });

  it("RETASK-T-04 RETASK-T-08 RETASK-T-09 every flag fills its property", async () => {
    const line =
      "task retask t-1 --name again --description x --window-open +1d --window-close +2d --tier priority --holdback none";
    expect((await runScripted(line, TASK)).requests[1]?.body).toEqual({
      type: "Feature",
      properties: {
        retaskRequestName: "again",
        retaskRequestDescription: "x",
        windowOpen: "2026-03-11T11:47:00Z",
        windowClose: "2026-03-12T11:47:00Z",
        collectionTier: "priority",
        archiveHoldback: "none",
      },
    });
  });

  it("RETASK-T-03 a polygon is refused after its task was read", async () => {
    const polygon = { ...task("t-1", "completed"), geometry: { type: "Polygon", coordinates: [] } };
    const run = await runScripted("task retask t-1 --json", { "GET /task/t-1": [{ body: polygon }] });
    expect([run.exitCode, errorOf(run).code]).toEqual([7, "RETASK_POLYGON"]);
  });

  it("RETASK-T-11 a retask of a pre-approved task costs money, so it asks", async () => {
    const original = task("t-1", "completed", { preApproval: true });
    const script = retasked("/task/t-1/retask", task("t-2", "submitted"), original);
    const refused = await runScripted("task retask t-1 --json", script);
    expect([refused.exitCode, errorOf(refused).code]).toEqual([12, "CONFIRMATION_REQUIRED"]);
    const agreed = await runScripted("task retask t-1 --yes", script);
    expect([agreed.exitCode, agreed.requests.length]).toEqual([0, 2]);
    const unread = await runScripted("task retask t-1 --no-check --json", script);
    expect([unread.exitCode, unread.requests.length, errorOf(unread).code]).toEqual([
      12,
      0,
      "CONFIRMATION_REQUIRED",
    ]);
    const asked: string[] = [];
    const person = await runScripted("task retask t-1 --no-check", script, {
      stdinTTY: true,
      ask: async ({ message }) => (asked.push(message), true),
    });
    expect(asked).toEqual([
      "The retask of task t-1 costs money without a cost review if its original was pre-approved, which was not read. Send it?",
    ]);
    expect([person.exitCode, person.requests.length], person.stderr).toEqual([0, 1]);
  });

  it.each([
    { preApproved: true },
    { pre_approved: true },
    { PreApproval: true },
    { "pre-approval": "true" },
    { collectConstraints: { preApproval: true } },
  ])("RETASK-T-11 a retask asks, however its original says that it was pre-approved: %j", async (told) => {
    const places = [
      task("t-1", "completed", told),
      { ...task("t-1", "completed", { preApproval: false }), ...told },
    ];
    for (const original of places) {
      const script = retasked("/task/t-1/retask", task("t-2", "submitted"), original);
      const refused = await runScripted("task retask t-1 --json", script);
      expect([refused.exitCode, refused.requests.map(({ method }) => method)]).toEqual([12, ["GET"]]);
    }
  });

  it("an earlier retask is asked about before what a new one costs", async () => {
    const home = await tempHome();
    const original = task("t-1", "completed", { preApproval: true });
    const script = retasked("/task/t-1/retask", task("t-2", "submitted"), original);
    expect((await runScripted("task retask t-1 --yes", script, { home })).exitCode).toBe(0);
    const asked: string[] = [];
    const again = await runScripted("task retask t-1", script, {
      home,
      stdinTTY: true,
      ask: async ({ message }) => (asked.push(message), asked.length === 1),
    });
    expect(asked).toEqual([
      expect.stringMatching(/Send it again, and pay again\?$/),
      expect.stringMatching(/costs money without a cost review.*Send it\?$/),
    ]);
    expect([again.exitCode, again.requests.map(({ method }) => method)]).toEqual([12, ["GET"]]);
  });

  it("RETASK-T-10 RETASK-C-04 the id of the original in the description is left to the service", async () => {
    const run = await runScripted("task retask t-1 --description x --dry-run", {});
    expect(run.stdout + run.stderr).not.toContain("TRID");
    const collect = await runScripted("collect retask c-1 --dry-run --window-close +9d", {});
    expect(collect.stdout + collect.stderr).not.toContain("CID");
  });

  it.each(["collect retask c-1", "task retask --collect c-1"])(
    "RETASK-C-01 RETASK-C-08 %s",
    async (words) => {
      const run = await runScripted(`${words} --off-nadir-min 30 --window-close 2026-06-01T00:00:00Z`, {
        ...NO_NAMES,
        "POST /collects/c-1/retask": [{ status: 201, body: task("t-9", "review") }],
      });
      expect(run.requests.slice(1).map(({ body }) => body)).toEqual([
        {
          type: "Feature",
          properties: {
            offNadirMin: 30,
            windowClose: "2026-06-01T00:00:00Z",
            retaskRequestName: "Retask c-1",
          },
        },
      ]);
      expect(run.stderr).not.toContain("Warning:");
    },
  );

  it.each([
    ["RETASK-C-09", "collect retask c-1 --off-nadir-min 4", "RETASK_LOOK_ANGLE_RANGE", "--off-nadir-min"],
    ["RETASK-C-11", "collect retask c-1 --off-nadir-max 51", "RETASK_LOOK_ANGLE_RANGE", "--off-nadir-max"],
    [
      "RETASK-C-09",
      "collect retask c-1 --off-nadir-min 30 --off-nadir-max 30",
      "OFF_NADIR_ORDER",
      "--off-nadir-min",
    ],
    [
      "RETASK-C-02",
      "collect retask c-1 --set properties.repetitionCount=3",
      "RETASK_COLLECT_NO_REPEAT",
      "--set",
    ],
    ["RETASK-C-07", "collect retask c-1 --tier routine", "ENUM_INVALID", "--tier"],
    ["RETASK-T-07", "task retask t-1 --window-open +2d --window-close +1d", "WINDOW_ORDER", "--window-close"],
    ["RETASK-R-04", "repeat retask r-1 --interval 12h", "REPEAT_INTERVAL_TOO_SHORT", "--interval"],
    ["RETASK-R-05", "repeat retask r-1 --from +5d --to +1d", "WINDOW_ORDER", "--to"],
    [
      "RETASK-R-08",
      "repeat retask r-1 --count 2 --until-canceled",
      "REPEAT_END_CONFLICT",
      "--until-canceled",
    ],
    ["RETASK-R-10", "repeat retask r-1 --tier standard", "ENUM_INVALID", "--tier"],
  ])("%s %s is refused", async (_id, line, code, flag) => {
    const run = await runScripted(`${line} --json`, {});
    expect([run.exitCode, run.requests.length]).toEqual([3, 0]);
    expect(errorOf(run).details).toContainEqual(expect.objectContaining({ code, flag }));
  });

  it("RETASK-C-06 the service chooses an open end of the window, and the note shows it", async () => {
    const window = { windowOpen: "2026-03-10T11:47:00Z", windowClose: "2026-03-17T11:47:00Z" };
    const run = await runScripted("collect retask c-1", {
      ...NO_NAMES,
      "POST /collects/c-1/retask": [{ status: 201, body: task("t-9", "review", window) }],
    });
    expect(run.stderr).not.toContain("Warning:");
    expect(run.stderr).toContain("2026-03-10T11:47:00Z to 2026-03-17T11:47:00Z");
  });

  it("RETASK-R-01 RETASK-R-07 RETASK-R-14 the singular path, flat fields, and the spelling with one l", async () => {
    const script = retasked(
      "/repeat-request/r-1/retask",
      series("r-2", { repetitionProperties: { maintainSceneFraming: true } }),
      series("r-1"),
    );
    const run = await runScripted("repeat retask r-1 --from +1d --interval 2w --until-canceled", script);
    expect(run.requests[1]?.path).toBe("/repeat-request/r-1/retask");
    expect(run.requests[1]?.body).toEqual({
      type: "Feature",
      properties: { repeatStart: "2026-03-11T11:47:00Z", repetitionInterval: 14, untilCanceled: true },
    });
    expect(run.stderr).toContain("similar to one another, not to those of the original series");
  });
});

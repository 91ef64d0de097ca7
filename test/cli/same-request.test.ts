/** The same request again: one that cost money is refused until `--resend`, however long ago; a free one passes with a note. */
import { beforeEach, describe, expect, it } from "vitest";
import { errorOf, NO_NAMES, runScripted, task, type Script } from "./scripted-service.ts";
import { NOW, stoppedClock } from "./stopped-clock.ts";
import { tempHome, type Run } from "./world.ts";

const DAY = 86_400_000;
const WINDOW = "--window-open 2027-01-01T00:00:00Z --window-close 2027-01-05T00:00:00Z";
const TASK = `task create --point 14.43,40.82 ${WINDOW} --tier standard --type spotlight`;
const SERIES =
  "repeat create --point 14.43,40.82 --from 2027-01-01T00:00:00Z --interval 7 --count 3 --tier routine --type spotlight";
const BODY = '{"type":"Feature","properties":{"preApproval":true}}';

const series = (id: string, more = {}): object => ({
  type: "Feature",
  geometry: { type: "Point", coordinates: [14.43, 40.82] },
  properties: { repeatrequestId: id, lastStatusCode: "review", ...more },
});
const script = (preApproval: boolean): Script => ({
  "POST /task": [{ status: 201, body: task("t-1", "review") }],
  "POST /repeat-requests": [{ status: 201, body: series("r-1") }],
  "GET /task/t-0": [{ body: task("t-0", "completed", { preApproval }) }],
  "GET /repeat-requests/r-0": [{ body: series("r-0", { preApproval }) }],
  "POST /task/t-0/retask": [{ status: 201, body: task("t-1", "review") }],
  "POST /repeat-request/r-0/retask": [{ status: 201, body: series("r-1") }],
  "POST /collects/c-0/retask": [{ status: 201, body: task("t-1", "review") }],
  // The name of a retask is looked up.
  ...NO_NAMES,
  "PATCH /task/t-0/status": [{ body: { status: "submitted" } }],
});

const sent = ({ requests }: Run): string[] =>
  requests.flatMap(({ method, path }) =>
    method === "GET" || path.endsWith("/search") ? [] : `${method} ${path}`,
  );

let home: string;
beforeEach(async () => {
  home = await tempHome();
});
const runAt = (atMs: number, line: string, preApproval = true): Promise<Run> =>
  runScripted(line, script(preApproval), { home, clock: stoppedClock(atMs) });

describe("GEN-17 P1 the same request again", () => {
  it.each([
    `${TASK} --pre-approve`,
    `${SERIES} --pre-approve`,
    "task retask t-0",
    "repeat retask r-0",
    `collect retask c-0 --data '${BODY}'`,
    `api POST /task --data '${BODY}'`,
    `api PATCH /task/t-0/status --data '{"status":"approved"}'`,
  ])("costs money: %s is refused until --resend, minutes, months and a wrong clock later", async (line) => {
    const words = `${line} --yes --json`;
    expect((await runAt(NOW, words)).exitCode).toBe(0);
    for (const laterMs of [1000, 11 * 60_000, 200 * DAY, -40 * DAY]) {
      const run = await runAt(NOW + laterMs, words);
      expect([run.exitCode, sent(run), errorOf(run).code]).toEqual([12, [], "INTENT_CONFIRMED"]);
    }
    const again = await runAt(NOW + DAY, `${words} --resend`);
    expect([again.exitCode, sent(again).length], again.stderr).toEqual([0, 1]);
  });

  it.each([TASK, SERIES, "task retask t-0", "collect retask c-0"])(
    "is free so far: %s is sent, and a note names the earlier one",
    async (line) => {
      await runAt(NOW, line, false);
      const again = await runAt(NOW + 30 * DAY, line, false);
      expect([again.exitCode, sent(again).length]).toEqual([0, 1]);
      expect(again.stderr).toContain(`(${line === SERIES ? "r-1" : "t-1"})`);
    },
  );

  it("is approved once, however its id and its body are spelled", async () => {
    const approve = (id: string, body: string): Promise<Run> =>
      runScripted(
        `api PATCH /task/${id}/status --data '${body}' --yes`,
        { PATCH: [{ body: { status: "submitted" } }] },
        { home },
      );
    expect((await approve("t%C3%A9-0", '{"status":"approved"}')).exitCode).toBe(0);
    for (const id of ["T%C3%A9-0", "te%CC%81-0", "%74%C3%A9-0", "t%C3%A9-0%20"]) {
      const run = await approve(id, '{"status":"approved","note":"again"}');
      expect([run.exitCode, sent(run)]).toEqual([12, []]);
    }
  });
});

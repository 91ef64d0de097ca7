/** A lost reply: a search finds the record of the request, which is never repeated unnoticed. */
import { beforeEach, describe, expect, it } from "vitest";
import { TransportError, type Send } from "../../src/contract/send.ts";
import { openBench } from "./bench.ts";
import { tempHome } from "./world.ts";

const { swath, control, clock, send } = await openBench({ archiveSize: 200 });

/** Stromboli, with constraints, tracking words and products: every field that a search must return. */
let CREATE = "";
let serial = 0;
const create = (name: string): string =>
  "task create --point 15.213,38.789 --window-open 2026-04-01T00:00:00Z --window-close 2026-04-08T00:00:00Z --tier standard " +
  "--type spotlight --description lava --custom1 c1 --off-nadir-min 20 --off-nadir-max 40 --product-type GEO,SICD " +
  `--name ${name}`;
const REPEAT =
  "repeat create --point 177.99,-16.85 --from 2026-04-01T00:00:00Z --to 2026-06-01T00:00:00Z --interval 7 --tier flexible --type spotlight --name taveuni";

let home: string;
beforeEach(async () => {
  home = await tempHome();
  // Records of an earlier test would be mistaken for the lost one.
  CREATE = create(`stromboli-${(serial += 1)}`);
  await control("DELETE", "/faults");
});

const creations = (run: { requests: { method: string; path: string }[] }, path = "/task"): number =>
  run.requests.filter((request) => request.method === "POST" && request.path === path).length;
const countTasks = async (): Promise<number> => {
  const run = await swath(["api", "POST", "/tasks/search", "--data", '{"limit":500,"query":{}}']);
  return (JSON.parse(run.stdout) as { results: unknown[] }).results.length;
};
const lose = (route: string, when: "before" | "after" = "after") =>
  control("POST", "/faults", { route, when, count: 1, reset: true });

describe("a create with a lost response", () => {
  it("P4 was carried out: the search finds it, its id is printed, exit 0, one request", async () => {
    await lose("createTask");
    const run = await swath(`${CREATE} --json`, { home });
    expect(run.stderr).toContain("No response came, but the service received it");
    expect(run.exitCode).toBe(0);
    expect(creations(run)).toBe(1);
    const { properties } = JSON.parse(run.stdout) as { properties: { taskingrequestName: string } };
    expect(properties.taskingrequestName).toBe(`stromboli-${serial}`);
    const { stdout } = await swath("journal list --columns kind,state", { home });
    expect(stdout).toBe("task\tconfirmed\n");
  });

  it("P4 answered without an id: the record of the search is printed, not the answer", async () => {
    const nameless: Send = async (request) => {
      const reply = await send(request);
      if (!request.url.endsWith("/task")) return reply;
      const body = (async function* () {
        yield Buffer.from('{"ok":true}');
      })();
      return { status: 200, headers: { "content-type": "application/json" }, body };
    };
    const run = await swath(`${CREATE} --json`, { home, send: nameless });
    expect(run.exitCode).toBe(0);
    expect(creations(run)).toBe(1);
    const { properties } = JSON.parse(run.stdout) as { properties: { taskingrequestName: string } };
    expect(properties.taskingrequestName).toBe(`stromboli-${serial}`);
    expect(run.stderr).not.toContain("Task  created");
    const { stdout } = await swath("journal list --columns kind,state", { home });
    expect(stdout).toBe("task\tconfirmed\n");
  });

  it("P4 was not carried out: exit 13, and the search result is reported", async () => {
    await lose("createTask", "before");
    const run = await swath(CREATE, { home });
    expect(run.exitCode).toBe(13);
    expect(creations(run)).toBe(1);
    expect(run.stderr).toContain("a search does not find it");
    expect(run.stderr).toContain("swath journal show");
    const again = await swath(CREATE, { home });
    expect(again.exitCode).toBe(13);
    expect(creations(again)).toBe(0);
    const resent = await swath(`${CREATE} --resend`, { home });
    expect({ exitCode: resent.exitCode, sent: creations(resent) }).toEqual({ exitCode: 0, sent: 1 });
  });

  it("P4 the service and its search were down: the next run finds it and creates no other", async () => {
    const before = await countTasks();
    // The task arrives; its reply and the searches get no answer.
    const oneWay: Send = async (request) => {
      if (request.url.endsWith("/task")) await send(request);
      throw new TransportError("reset", "maybe", "connection reset");
    };
    const lost = await swath(CREATE, { home, send: oneWay });
    expect(lost.exitCode).toBe(13);
    const next = await swath(`${CREATE} --json`, { home });
    expect(next.exitCode).toBe(0);
    expect(creations(next)).toBe(0);
    expect(next.stderr).toContain("the service received it");
    expect(await countTasks()).toBe(before + 1);
  });

  it("P4 an equal record that the journal knows is not mistaken for it", async () => {
    expect((await swath(CREATE, { home })).exitCode).toBe(0);
    await lose("createTask", "before");
    const run = await swath(CREATE, { home });
    expect(run.exitCode).toBe(13);
    expect(run.stderr).toContain("code OUTCOME_UNKNOWN");
  });

  it("P4 two candidates leave it unknown", async () => {
    const elsewhere = await tempHome();
    expect((await swath(CREATE, { home: elsewhere })).exitCode).toBe(0);
    await lose("createTask");
    const run = await swath(CREATE, { home });
    expect(run.exitCode).toBe(13);
    expect(run.stderr).toContain("several that match");
  });

  it("P4 the service's clock is a day ahead: the interval follows it", async () => {
    const ahead: Send = async (request) => {
      const response = await send(request);
      const date = new Date(clock.ms).toUTCString();
      return { ...response, headers: { ...response.headers, date } };
    };
    await lose("createTask");
    const slow = { now: () => clock.ms - 86_400_000, sleep: (length: number) => clock.sleep(length) };
    const run = await swath(CREATE, { home, send: ahead, clock: slow });
    expect(run.exitCode).toBe(0);
    expect(run.stderr).toContain("the service received it");
  });

  it("P4 our clock was a day slow and has been set: the interval follows the service's clock of the request", async () => {
    const dated: Send = async (request) => {
      const date = new Date(clock.ms).toUTCString();
      if (!request.url.endsWith("/task")) return { status: 503, headers: { date }, body: [] as never };
      await send(request);
      throw new TransportError("reset", "maybe", "connection reset");
    };
    const slow = { now: () => clock.ms - 86_400_000, sleep: (length: number) => clock.sleep(length) };
    const lost = await swath(`${CREATE} --retries 0`, { home, send: dated, clock: slow });
    expect(lost.exitCode).toBe(13);
    const next = await swath(CREATE, { home });
    expect({ exitCode: next.exitCode, sent: creations(next) }).toEqual({ exitCode: 0, sent: 0 });
    expect(next.stderr).toContain("the service received it");
  });

  it("P4 an equal record from before the request is not mistaken for it, created or not", async () => {
    const elsewhere = await tempHome();
    const withDate: Send = async (request) => {
      const response = await send(request);
      return { ...response, headers: { ...response.headers, date: new Date(clock.ms).toUTCString() } };
    };
    const twin = await swath(`${CREATE} --output id`, { home: elsewhere });
    await clock.sleep(120_000);
    await lose("createTask", "before");
    const lost = await swath(CREATE, { home, send: withDate });
    expect(lost.exitCode).toBe(13);
    expect(lost.stderr).toContain("code OUTCOME_UNKNOWN");
    await lose("createTask");
    const made = await swath(`${CREATE} --resend --output id`, { home, send: withDate });
    expect(made.stderr).toContain("the service received it");
    expect(made.exitCode).toBe(0);
    expect(made.stdout).not.toBe(twin.stdout);
  });

  it("P4 a series is found among the repeat requests", async () => {
    await lose("createRepeat");
    const run = await swath(REPEAT, { home });
    expect(run.stderr).toContain("the service received it");
    expect({ exitCode: run.exitCode, sent: creations(run, "/repeat-requests") }).toEqual({
      exitCode: 0,
      sent: 1,
    });
  });
});

/** A task in review; its id. */
async function inReview(where: string): Promise<string> {
  const run = await swath(`${CREATE} --wait --output id`, { home: where });
  expect(run.exitCode).toBe(0);
  return run.stdout.trim();
}

describe("a retask with a lost response", () => {
  it.each([
    [
      "task retask",
      "retaskTask",
      "--window-open 2026-05-01T00:00:00Z --window-close 2026-05-08T00:00:00Z --name again",
    ],
    ["task retask", "retaskTask", "--description twice"],
  ])("P4 %s (%s %s) is found by the id in its description", async (line, route, words) => {
    const id = await inReview(await tempHome());
    await lose(route);
    const run = await swath(`${line} ${id} ${words}`, { home });
    expect(run.stderr).toContain("the service received it");
    expect(run.exitCode).toBe(0);
    expect(creations(run, `/task/${id}/retask`)).toBe(1);
  });
});

describe("an approval with a lost response", () => {
  const approvals = (run: { requests: { method: string }[] }): number =>
    run.requests.filter(({ method }) => method === "PATCH").length;

  it("P4 arrived: the status shows it, exit 0, confirmed in the journal", async () => {
    const id = await inReview(await tempHome());
    await lose("setTaskStatus");
    const run = await swath(`task approve ${id} --yes`, { home });
    expect(run.exitCode).toBe(0);
    expect(approvals(run)).toBe(1);
    const { stdout } = await swath("journal list --columns kind,state", { home });
    expect(stdout).toBe("approval\tconfirmed\n");
  });

  it("P1 P4 did not arrive: still in review is no proof before a minute has passed, and then the same command sends it again", async () => {
    const id = await inReview(await tempHome());
    await lose("setTaskStatus", "before");
    const lost = await swath(`task approve ${id} --yes`, { home });
    expect(lost.exitCode).toBe(13);
    expect(lost.stderr).toContain("it is still in review");
    const soon = await swath(`task approve ${id} --yes`, { home });
    expect({ exitCode: soon.exitCode, sent: approvals(soon) }).toEqual({ exitCode: 13, sent: 0 });
    expect(soon.stderr).toContain("its approval may still arrive");
    clock.ms += 60_000;
    const again = await swath(`task approve ${id} --yes`, { home });
    expect({ exitCode: again.exitCode, sent: approvals(again) }).toEqual({ exitCode: 0, sent: 1 });
  });

  it("P4 was rejected by another person meanwhile: reported, nothing is spent", async () => {
    const id = await inReview(await tempHome());
    const overtaken: Send = async (request) => {
      if (request.method !== "PATCH") return send(request);
      await send({ ...request, body: JSON.stringify({ status: "rejected" }) });
      throw new TransportError("reset", "maybe", "connection reset");
    };
    const run = await swath(`task approve ${id} --yes`, { home, send: overtaken });
    expect(run.exitCode).toBe(13);
    expect(run.stderr).toContain("it is rejected");
    expect(JSON.parse((await swath("spend --json", { home })).stdout)).toMatchObject({ requests: 0 });
  });
});

/** Warnings before a request is sent, approved or only shown. */
import { describe, expect, it } from "vitest";
import { openBench } from "./bench.ts";
import { errorOf, runScripted, task } from "./scripted-service.ts";
import { tempHome } from "./world.ts";

const WINDOW = "--window-open 2026-06-01T00:00:00Z --window-close 2026-06-08T00:00:00Z";
const POINT = `task create --point 14.43,40.82 ${WINDOW}`;
const RING = "'POLYGON((15.0 37.7,15.1 37.7,15.1 37.8,15.0 37.7))'";

describe("a squint", () => {
  it.each(["forward", "backward"])(
    "TASK-52 %s below its first step meets no pass: a warning",
    async (squint) => {
      const line = `${POINT} --tier standard --type stripmap_100 --squint ${squint} --dry-run`;
      const low = await runScripted(`${line} --max-squint-angle 14`, {});
      expect(low.stderr).toContain(`squint ${squint} with maxSquintAngle 14 leaves no angle`);
      const enough = await runScripted(`${line} --max-squint-angle 15`, {});
      expect(enough.stderr).not.toContain("leaves no angle");
    },
  );

  it("TASK-51 of a polygon without a type is judged by its only possible type", async () => {
    const line = `task create --file ${RING} ${WINDOW} --tier standard --squint enabled --json`;
    const refused = await runScripted(`${line} --max-squint-angle 80`, {});
    expect([refused.exitCode, errorOf(refused).code]).toEqual([3, "SQUINT_ANGLE_TOO_LARGE"]);
    const other = await runScripted(`${line} --type stripmap_100 --max-squint-angle -36`, {});
    expect(errorOf(other).code).toBe("SQUINT_ANGLE_TOO_LARGE");
  });
});

it("TASK-19 TASK-20 --strict reports the missing field, and its flag", async () => {
  const { exitCode, stderr } = await runScripted(`${POINT} --strict`, {});
  expect(exitCode).toBe(3);
  expect(stderr).toContain("no tier given");
  expect(stderr).toContain("--tier: no tier given");
  expect(stderr).toContain("no collection type given");
  expect(stderr).toContain("--type: no collection type given");
});

it("PRODUCTS-03 set-products --add --dry-run reports that it cannot know the list", async () => {
  const run = await runScripted("task set-products t-1 --add GEC --dry-run --json", {});
  expect(run.stderr).toContain("the changes would apply to its current list");
  expect(JSON.parse(run.stdout)).toMatchObject({ method: "PATCH", path: "/v1/tasks/t-1" });
});

it.each(["", " --refresh"])("TASK-58 task types --dry-run%s shows the request", async (flags) => {
  const run = await runScripted(`task types --dry-run${flags} --json`, {});
  expect([run.exitCode, JSON.parse(run.stdout).method]).toEqual([0, "GET"]);
});

it("TASK-20 the nine types of the samples are known before the first task types", async () => {
  for (const type of ["spotlight_ultra", "stripmap_20", "parallel_stripmap_100"]) {
    const { stderr } = await runScripted(`${POINT} --tier standard --type ${type} --dry-run`, {});
    expect([type, stderr]).toEqual([type, expect.not.stringContaining("collection type")]);
  }
});

describe("approving a request after its window", () => {
  const ready = (properties: object) =>
    task("t-1", "review", {
      transactionStatus: "pending-customer-approval",
      order: { summary: { total: "$1,250.00", subtotal: "$1,250.00" } },
      ...properties,
    });

  it("APPROVE-05 a task in review with a closed window gets a warning before its approval", async () => {
    const approved = { "PATCH /task/t-1/status": [{ body: task("t-1", "submitted") }] };
    const closed = ready({ windowClose: "2026-03-01T00:00:00Z" });
    const script = { "GET /task/t-1": [{ body: closed }], ...approved };
    const run = await runScripted("task approve t-1 --yes", script);
    expect(run.stderr).toContain("task t-1: its window has closed (2026-03-01T00:00:00Z)");
    expect(run.stderr).toContain("swath task reject t-1");
    const open = { "GET /task/t-1": [{ body: ready({ windowClose: "2026-12-01T00:00:00Z" }) }], ...approved };
    expect((await runScripted("task approve t-1 --yes", open)).stderr).not.toContain("window has closed");
  });

  it("APPROVE-05 uses the service's clock if it differs from this machine's", async () => {
    const { swath, control } = await openBench({ archiveSize: 100 });
    const home = await tempHome();
    const create = "task create --point -9.14,38.69 --window-open +1d --window 2d --tier standard";
    const id = (await swath(`${create} --type spotlight --output id`, { home })).stdout.trim();
    await control("POST", "/clock", { advance: 86_400 * 30 });
    const run = await swath(`task approve ${id} --yes`, { home });
    expect(run.stderr).toContain("its window has closed");
  });
});

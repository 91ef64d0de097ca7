/** A batch of purchases with an unknown id: all ids are resolved and priced before anything is sent. */
import { describe, expect, it } from "vitest";
import { openBench } from "./bench.ts";
import { tempHome } from "./world.ts";

const { swath, clock } = await openBench({ archiveSize: 100 });

const create = async (line: string): Promise<string> => {
  const run = await swath(`${line} --output id`);
  expect(run.exitCode, run.stderr).toBe(0);
  return run.stdout.trim();
};
const TASK = "task create --point -9.14,38.69 --window-open +1h --window 7d --tier urgent --type spotlight";
const SERIES =
  "repeat create --point 14.43,40.82 --from +1h --interval 7 --count 3 --tier routine --type spotlight --wait";
const collected = await create(`${TASK} --pre-approve --yes`);
clock.ms += 9 * 86_400_000;
const [task, other] = [await create(`${TASK} --wait`), await create(`${TASK} --wait`)];
const series = await create(SERIES);

const UNKNOWN = "0e0e0e0e-1111-4222-8333-444444449999";
const BATCHES: [verb: string, known: string, request: string][] = [
  ["order task", collected, `POST /orders/task/${collected}`],
  ["task approve", task, `PATCH /task/${task}/status`],
  ["repeat approve", series, `PATCH /repeat-requests/${series}/status`],
  ["approvals approve", other, `PATCH /task/${other}/status`],
];
const paid = ({ requests }: { requests: { method: string; path: string }[] }): string[] =>
  requests
    .filter(({ method, path }) => method !== "GET" && !/\/(?:search|review)$/.test(path))
    .map(({ method, path }) => `${method} ${path}`);

describe.each(BATCHES)("%s", (verb, known, request) => {
  it.each([
    ["a full id at the end", [known, UNKNOWN]],
    ["a full id at the start", [UNKNOWN, known]],
    ["a name", [known, "nosuch"]],
  ])("P1 of ids of which one is unknown, %s, sends nothing, and names it", async (_what, ids) => {
    const run = await swath(`${verb} ${ids.join(" ")} --yes`, { home: await tempHome() });
    expect(paid(run)).toEqual([]);
    expect(run.exitCode).not.toBe(0);
    expect(run.stderr).toContain(ids.find((id) => id !== known));
    expect(run.stderr).toMatch(/nothing was (?:sent|ordered)/);
    expect(run.stderr).toContain("Add --keep-going to continue with the others");
  });

  it("P1 --keep-going holds the limit, and sends nothing above it", async () => {
    const home = await tempHome();
    const run = await swath(`${verb} ${UNKNOWN} ${known} --keep-going --yes --max-cost 1`, { home });
    expect([run.exitCode, paid(run)], run.stderr).toEqual([12, []]);
    expect(run.stderr).toContain("COST_LIMIT_EXCEEDED");
  });

  it("--keep-going with unknown ids alone sends nothing", async () => {
    const run = await swath(`${verb} ${UNKNOWN} nosuch --keep-going --yes`, { home: await tempHome() });
    expect(paid(run)).toEqual([]);
    expect(run.exitCode).not.toBe(0);
    expect(run.stderr).not.toContain("Add --keep-going");
  });

  it("--keep-going reports the unknown one, buys the other, and exits with 10", async () => {
    const home = await tempHome();
    const asked: string[] = [];
    const ask = async ({ message }: { message: string }): Promise<boolean> => (asked.push(message), true);
    const person = { home, stdinTTY: true, stderrTTY: true, ask };
    const run = await swath(`${verb} ${UNKNOWN} ${known} --keep-going --max-cost 9000`, person);
    expect([run.exitCode, paid(run), asked.length], run.stderr).toEqual([10, [request], 1]);
    expect(run.stderr).toContain(`Left out: ${UNKNOWN}`);
    expect(run.stderr).toContain("code BATCH_PARTIAL, exit 10");
  });
});

it("order task asks about an earlier order only once every task is known to exist", async () => {
  const home = await tempHome();
  expect((await swath(`order task ${collected} --yes`, { home })).exitCode).toBe(0);
  const asked: string[] = [];
  const ask = async ({ message }: { message: string }): Promise<boolean> => (asked.push(message), true);
  const person = { home, stdinTTY: true, stderrTTY: true, ask };
  const run = await swath(`order task ${collected} ${UNKNOWN}`, person);
  expect([paid(run), asked], run.stderr).toEqual([[], []]);
  expect(run.stderr).toContain("Add --keep-going to continue with the others");
});

it("order task --keep-going leaves out a task without collects, and is refused with --product-type", async () => {
  const early = await create(`${TASK} --pre-approve --yes`);
  const home = await tempHome();
  const refused = await swath(`order task ${collected} ${early} --yes`, { home });
  expect([refused.exitCode, paid(refused)], refused.stderr).toEqual([7, []]);
  expect(refused.stderr).toContain("Add --keep-going");
  const products = await swath(
    `order task ${collected} ${early} --keep-going --product-type GEO --yes --json`,
    { home },
  );
  expect([products.exitCode, products.requests], products.stderr).toEqual([2, []]);
  const run = await swath(`order task ${collected} ${early} --keep-going --yes`, { home });
  expect([run.exitCode, paid(run)], run.stderr).toEqual([10, [`POST /orders/task/${collected}`]]);
  expect(run.stderr).toContain("has no collects to order");
});

/** Ordering everything that a task collected. */
import { beforeEach, describe, expect, it } from "vitest";
import { openBench } from "./bench.ts";
import { tempHome } from "./world.ts";

const { swath, control, clock } = await openBench({ archiveSize: 100 });

const created = await swath(
  "task create --point -9.14,38.69 --window-open +1h --window 7d --tier urgent --type spotlight --name tagus --product-type GEO,SLC --pre-approve --yes --output id",
);
const taskId = created.stdout.trim();
const early = await swath(`order task ${taskId} --yes`);
clock.ms += 9 * 86_400_000;

let home: string;
beforeEach(async () => {
  home = await tempHome();
  await control("DELETE", "/faults");
});

const named = (text: string): string =>
  text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "<uuid>")
    .replaceAll(/\b[0-9a-z]*-?[0-9a-f]{12,}-\d+\b/g, "<intent>");

describe("order task", () => {
  it.each([
    ["ORDER-16 ORDER-17 no body of its own", "--yes", undefined],
    ["ORDER-16 --data gives one", `--yes --data '{"note":"x"}'`, { note: "x" }],
  ])("%s", async (_title, words, body) => {
    const { requests, exitCode, stdout, stderr } = await swath(`order task ${taskId} ${words} --json`, {
      home,
    });
    expect(
      requests.map(({ method, path, body: sent }) => ({ method, path, body: sent })),
      stderr,
    ).toEqual([{ method: "POST", path: `/orders/task/${taskId}`, body }]);
    expect(exitCode).toBe(0);
    const order = JSON.parse(stdout) as { items: unknown[] };
    expect(order.items).toHaveLength(2);
    expect(named(stderr)).toBe("Order <uuid> placed (completed)\n");
  });

  it("the same command again after a broken download asked for --resend: it resumes the existing order", async () => {
    const first = await swath(`order task ${taskId} --yes --output id`, { home });
    const again = await swath(`order task ${taskId} --yes --wait --output id`, { home });
    expect(again.requests.filter(({ method }) => method === "POST")).toEqual([]);
    expect([again.exitCode, again.stdout]).toEqual([0, first.stdout]);
    expect(again.stderr).toContain("nothing is bought again, waiting for it (--resend buys again)");
    const twice = await swath(`order task ${taskId} --yes --wait --resend --output id`, { home });
    expect([twice.exitCode, twice.stdout === first.stdout]).toEqual([0, false]);
    const other = await swath(`order task ${taskId} --yes --wait --data '{"note":"y"}'`, { home });
    expect(other.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  it("ORDER-17 an id is one segment of the path", async () => {
    const { stdout, requests } = await swath("order task a/b --dry-run --json", { home });
    expect(requests).toEqual([]);
    expect(JSON.parse(stdout)).toMatchObject({
      method: "POST",
      path: "/v1/orders/task/a%2Fb",
      effect: "spend",
    });
  });

  it("ORDER-16 a task without collects: exit 7", async () => {
    expect(named(early.stderr)).toMatchInlineSnapshot(`
      "Error: <uuid> is submitted and has no collects to order (409 from POST /v1/orders/task/<uuid>)
        Wait for the collect with: swath task wait <taskId>
        code TASK_HAS_NO_COLLECTS, exit 7
      "
    `);
    expect(early.exitCode).toBe(7);
  });

  it("asks, saying that no price is known, and takes no for an answer", async () => {
    const asked: string[] = [];
    const person = (answer: boolean) => ({
      home,
      stdinTTY: true,
      stdoutTTY: true,
      ask: async ({ message }: { message: string }) => (asked.push(message), answer),
    });
    const no = await swath(`order task ${taskId}`, person(false));
    expect(no).toMatchObject({ exitCode: 12, requests: [] });
    expect(asked.map(named)).toEqual([
      "Order everything that task <uuid> collected, at a price that is not shown before?",
    ]);
    const yes = await swath(`order task ${taskId}`, person(true));
    expect(yes.exitCode).toBe(0);
  });

  it.each([
    ["not a terminal", "", "CONFIRMATION_REQUIRED"],
    ["a price that nobody knows is above every limit", "--yes --max-cost 100000", "COST_LIMIT_EXCEEDED"],
  ])("%s: exit 12, nothing sent", async (_title, words, code) => {
    const run = await swath(`order task ${taskId} ${words}`, { home });
    expect(run).toMatchObject({ exitCode: 12, requests: [], stdout: "" });
    expect(run.stderr).toContain(`code ${code}, exit 12`);
  });

  it("says why --max-cost cannot hold, and what to do instead", async () => {
    const { stderr } = await swath(`order task ${taskId} --yes --max-cost '$500'`, { home });
    expect(named(stderr)).toMatchInlineSnapshot(`
      "Error: the interface shows no price of an order by task, so it cannot be held against --max-cost $500: nothing was ordered
        Order the items themselves, whose price is read first: swath catalog search --collect-id <collectId> --all --output order-items | swath order place --items - --max-cost ...
        code COST_LIMIT_EXCEEDED, exit 12
      "
    `);
  });

  it("GEN-17 an outcome that nobody knows is in the journal, and is not sent again", async () => {
    await control("POST", "/faults", { route: "orderTask", when: "after", count: 1, reset: true });
    const lost = await swath(`order task ${taskId} --yes`, { home });
    expect({ exitCode: lost.exitCode, sent: lost.requests.length }).toEqual({ exitCode: 13, sent: 1 });
    const again = await swath(`order task ${taskId} --yes`, { home });
    expect(again).toMatchObject({ exitCode: 13, requests: [] });
    expect(again.stderr).toContain("code INTENT_OPEN, exit 13");
  });

  it("the same order within ten minutes asks again", async () => {
    await swath(`order task ${taskId} --yes`, { home });
    const again = await swath(`order task ${taskId} --yes`, { home });
    expect(again).toMatchObject({ exitCode: 12, requests: [] });
    expect((await swath(`order task ${taskId} --yes --resend`, { home })).exitCode).toBe(0);
  });

  it("ORDER-16 --download waits and fetches", async () => {
    const run = await swath(`order task ${taskId} --yes --download out --json`, { home });
    expect(run.exitCode, run.stderr).toBe(0);
    const { download } = JSON.parse(run.stdout) as { download: { files: unknown[] } };
    expect(download.files.length).toBeGreaterThan(0);
  });
});

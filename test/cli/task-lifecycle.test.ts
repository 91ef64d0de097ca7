/** A task and a series through their lives, joined to the sandbox: the output of one command is the input of the next. */
import { describe, expect, it } from "vitest";
import { SANDBOX_URL } from "../../src/settings/profiles.ts";
import { createSandboxSend } from "../../src/sandbox/sandbox.ts";
import { openBench } from "./bench.ts";
import { errorOf, runScripted, scriptedSend, task } from "./scripted-service.ts";
import { tempHome } from "./world.ts";

const bench = await openBench();
const { swath } = bench;
const CREATE =
  "task create --point 14.43,40.82 --window-open +1h --window 7d --tier standard --type spotlight --name vesuvius";

describe("one task", () => {
  it("TASK-01 COST-03 APPROVE-05 create, price, approve, follow to its end, and retask", async () => {
    const created = await swath(`${CREATE} --output id`);
    expect([created.exitCode, created.stderr]).toEqual([0, expect.anything()]);
    const id = created.stdout.trim();

    const cost = await swath(`task cost ${id} --wait --json`);
    expect(cost.exitCode).toBe(0);
    const { estimate, total } = JSON.parse(cost.stdout) as { estimate: string; total: string };
    expect([estimate, total]).toEqual(["ready", expect.stringMatching(/^\$/)]);

    const tight = await swath(`task approve ${id} --yes --max-cost 0.01 --json`);
    expect([tight.exitCode, errorOf(tight).code]).toEqual([12, "COST_LIMIT_EXCEEDED"]);
    const approved = await swath(`task approve ${id} --yes --json`);
    expect(JSON.parse(approved.stdout)).toEqual([
      {
        id,
        outcome: "approved",
        status: "submitted",
        price: total,
        commitment: { amount: Number(total.replaceAll(/[$,]/g, "")), currency: "USD" },
      },
    ]);
    const again = await swath(`task approve ${id} --yes --json`);
    expect([again.exitCode, errorOf(again).code]).toEqual([7, "NOT_IN_REVIEW"]);

    const ended = await swath(`task wait ${id} --poll-interval 1h --wait-timeout 9d --json`);
    expect([ended.exitCode, ended.stderr.includes("Error")]).toEqual([0, false]);
    expect(JSON.parse(ended.stdout)).toMatchObject({ properties: { taskingrequestId: id } });

    const retasked = await swath(`task retask ${id} --window-open +1h --window-close +5d --json`);
    expect(retasked.exitCode).toBe(0);
    const { properties } = JSON.parse(retasked.stdout) as { properties: Record<string, unknown> };
    expect(properties["taskingrequestDescription"]).toContain(` - TRID: ${id}`);
    const shown = await swath(["task", "get", String(properties["taskingrequestId"]), "--no-color"], {
      stdoutTTY: true,
    });
    expect(shown.stdout).toContain("vesuvius");
    expect(shown.stdout).toMatch(/Status:\s+review/);
  });

  it("TASK-20 STATES-13 a request that ends otherwise, and one that does not exist", async () => {
    const { stdout } = await swath(`${CREATE} --output id`);
    const id = stdout.trim();
    expect((await swath(`task reject ${id} --yes`)).exitCode).toBe(0);
    const waited = await swath(`task wait ${id} --json`);
    expect([waited.exitCode, errorOf(waited).code]).toEqual([7, "ENDED_UNEXPECTEDLY"]);
    const missing = await swath("task get 00000000-0000-4000-8000-00000000ffff --json");
    expect([missing.exitCode, errorOf(missing).code]).toEqual([6, "NOT_FOUND"]);
  });

  it("STATES-17 a wait for a request in review says at once that it waits for an approval, and ends with exit 12", async () => {
    const id = (await swath(`${CREATE} --wait --output id`)).stdout.trim();
    const waited = await swath(`task wait ${id} --json`);
    expect([waited.exitCode, errorOf(waited).code, waited.requests.length]).toEqual([
      12,
      "APPROVAL_PENDING",
      1,
    ]);
    expect(errorOf(waited)).toMatchObject({
      message: `task ${id} is in review: nothing happens before its cost is approved`,
      hint: `swath task approve ${id}`,
    });
    await swath(`task approve ${id} --yes`);
    expect((await swath(`task wait ${id} --until submitted`)).exitCode).toBe(0);

    const series = (
      await swath(
        "repeat create --point 14.43,40.82 --from +1h --interval 7 --count 2 --tier routine --type spotlight --wait --output id",
      )
    ).stdout.trim();
    const repeat = await swath(`repeat wait ${series} --json`);
    expect([repeat.exitCode, errorOf(repeat).hint]).toEqual([12, `swath repeat approve ${series}`]);
  });

  it("STATES-17 with --until the approval is only noted, and waited for as well", async () => {
    const answers = ["review", "review", "submitted", "accepted"];
    const reply = { "GET /task/t-1": answers.map((code) => ({ status: 200, body: task("t-1", code) })) };
    const run = await runScripted("task wait t-1 --until accepted --output id", reply);
    expect([run.exitCode, run.stdout.trim(), run.requests.length]).toEqual([0, "t-1", 4]);
    expect(run.stderr.match(/task t-1 is in review: .* \(swath task approve t-1\)/g)).toHaveLength(1);
    const late = await runScripted("task wait t-1 --until accepted --wait-timeout 10s --json", {
      "GET /task/t-1": reply["GET /task/t-1"].slice(0, 1),
    });
    expect([late.exitCode, errorOf(late).hint]).toEqual([11, "swath task approve t-1"]);
  });

  it("STATES-17 an approval from this machine that the service does not show yet is waited for", async () => {
    const id = (await swath(`${CREATE} --wait --output id`)).stdout.trim();
    const home = await tempHome();
    await swath(`task approve ${id} --yes`, { home });
    const answers = ["review", "completed"].map((code) => ({ status: 200, body: task(id, code) }));
    const send = scriptedSend({ [`GET /task/${id}`]: answers });
    const waited = await swath(`task wait ${id} --output id`, { home, send });
    expect([waited.exitCode, waited.stdout.trim()], waited.stderr).toEqual([0, id]);
  });

  it("SBX-04 a wait on a sandbox with this machine's clock names the mode that does not wait", async () => {
    const id = (await swath(`${CREATE} --wait --output id`)).stdout.trim();
    await swath(`task approve ${id} --yes`);
    const inProfile = createSandboxSend(bench.sandbox, SANDBOX_URL);
    const waited = await swath(`task wait ${id} --sandbox --wait-timeout 30s`, {
      send: (request) => bench.clock.during(inProfile(request)),
    });
    expect(waited.exitCode).toBe(11);
    expect(waited.stderr.match(/in mode auto it jumps \(swath sandbox clock --mode auto\)/g)).toHaveLength(1);
  });

  it("a wait on the sandbox's standing clock ends at once, with the command that moves it", async () => {
    const id = (await swath(`${CREATE} --wait --output id`)).stdout.trim();
    await swath(`task approve ${id} --yes`);
    await bench.control("POST", "/clock", { mode: "manual" });
    const inProfile = createSandboxSend(bench.sandbox, SANDBOX_URL);
    const waited = await swath(`task wait ${id} --sandbox --wait-timeout 30s`, {
      send: (request) => bench.clock.during(inProfile(request)),
    });
    await bench.control("POST", "/clock", { mode: "real" });
    expect(waited.exitCode).toBe(11);
    const said =
      /the sandbox's clock stands, so task \S+ stays submitted\n {2}swath sandbox clock --advance 1d/g;
    expect(waited.stderr.match(said), waited.stderr).toHaveLength(1);
  });

  it("three collected tasks end with one command that orders all of them", async () => {
    const states = ["t-1", "t-2", "t-3"].map((id) => [
      `GET /task/${id}`,
      [{ status: 200, body: task(id, "completed") }],
    ]);
    const reply = Object.fromEntries(states) as Record<string, { status: number; body: object }[]>;
    const { stderr } = await runScripted("task wait t-1 t-2 t-3", reply, {
      stdoutTTY: true,
      stderrTTY: true,
    });
    expect(stderr.match(/swath order task.*/g)).toEqual(["swath order task t-1 t-2 t-3"]);
  });

  it("STATES-01 an unknown status is waited for, with a note that it may be a typing error", async () => {
    const reply = { "GET /task/t-1": [{ status: 200, body: task("t-1", "completed") }] };
    const slip = await runScripted("task wait t-1 --until complet", reply);
    expect([slip.exitCode, slip.stderr]).toEqual([
      7,
      expect.stringContaining(
        'Warning: --until "complet" is not a known status (review, submitted, accepted,',
      ),
    ]);
    expect((await runScripted("task wait t-1 --until completed", reply)).stderr).toBe("");
  });

  it("GEN-15 STATES-01 a wait that takes too long exits 11", async () => {
    const { stdout } = await swath(`${CREATE} --output id`);
    const run = await swath(`task wait ${stdout.trim()} --until accepted --wait-timeout 10m --json`);
    expect([run.exitCode, errorOf(run).code]).toEqual([11, "WAIT_TIMEOUT"]);
  });
});

describe("one series", () => {
  it("REPEAT-01 COST-10 APPROVE-07 create, price per image, approve, retask", async () => {
    const created = await swath(
      "repeat create --point 14.43,40.82 --from +1h --interval 7 --count 2 --tier routine --type spotlight --name weekly --output id",
    );
    expect(created.exitCode).toBe(0);
    const id = created.stdout.trim();
    const cost = await swath(`repeat cost ${id} --wait --json`);
    expect(JSON.parse(cost.stdout)).toMatchObject({
      estimate: "ready",
      perImage: { amount: 1125, currency: "USD", text: "$1,125.00" },
      count: 2,
      total: { amount: 2250, currency: "USD", text: "$2,250.00" },
    });
    expect(cost.stderr).toContain("per image");
    const approved = await swath(`repeat approve ${id} --yes --json`);
    expect(JSON.parse(approved.stdout)).toMatchObject([{ outcome: "approved", status: "submitted" }]);
    const retasked = await swath(`repeat retask ${id} --from +1h --count 1 --json`);
    expect(retasked.exitCode).toBe(0);
    expect(retasked.stdout).toContain(` - RRID: ${id}`);
  });
});

describe("a task in review", () => {
  it("TASK-01 ends create --wait completed at once, with the approval as the next step", async () => {
    const run = await runScripted(
      "task create --point 14.43,40.82 --window-open +1h --window 7d --tier standard --type spotlight --wait completed --json",
      { "POST /task": [{ body: task("t-1", "review") }], "GET /task/t-1": [{ body: task("t-1", "review") }] },
    );
    expect([run.exitCode, errorOf(run).code]).toEqual([12, "APPROVAL_PENDING"]);
    expect(errorOf(run).hint).toContain("swath task approve t-1");
  });

  it.each([
    "create --point 14.43,40.82 --window-open +1h --window 7d --pre-approve --yes --wait completed",
    "wait t-1",
  ])("is waited for if it is pre-approved: task %s", async (line) => {
    const inReview = { body: task("t-1", "review", { preApproval: true }) };
    const run = await runScripted(`task ${line}`, {
      "POST /task": [inReview],
      "GET /task/t-1": [inReview, inReview, { body: task("t-1", "completed", { preApproval: true }) }],
    });
    expect(run.exitCode, run.stderr).toBe(0);
  });

  it.each([
    ["open", "2031-03-20T00:00:00Z", true],
    ["over", "2001-03-20T00:00:00Z", false],
  ])("has its approval as the next step of task get if its window is %s", async (_word, end, isSuggested) => {
    const body = task("t-1", "review", { windowClose: end });
    const run = await runScripted(
      "task get t-1",
      { "GET /task/t-1": [{ body }] },
      { stdoutTTY: true, stderrTTY: true, env: { NO_COLOR: "1" } },
    );
    expect(run.stderr.includes("-> swath task approve t-1")).toBe(isSuggested);
  });
});

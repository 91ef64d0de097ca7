/** `swath status`: open requests and orders, and the rest of the budget. */
import { beforeEach, describe, expect, it } from "vitest";
import { TransportError, type Send } from "../../src/contract/send.ts";
import type { ShownStatus } from "../../src/commands/status.ts";
import { openBench } from "./bench.ts";
import { sandboxHome } from "./sandbox-home.ts";
import { errorOf } from "./scripted-service.ts";
import { tempHome } from "./world.ts";

const { swath, control } = await openBench();

const granules = (await swath("catalog search --product-type GEO --limit 5 --output id")).stdout
  .trim()
  .split("\n");
const [granule = ""] = granules;
const CREATE =
  "task create --window-open +1h --window 7d --tier standard --type spotlight --wait --output id";

let home: string;
beforeEach(async () => {
  home = await tempHome();
  await swath("approvals reject --all --yes");
});

const created = async (words: string): Promise<string> =>
  (await swath(`${CREATE} ${words}`, { home })).stdout.trim();
const read = async (): Promise<ShownStatus> =>
  JSON.parse((await swath("status --json", { home })).stdout) as ShownStatus;
const idsIn = ({ rows }: { rows: readonly { id: string }[] }): string[] => rows.map(({ id }) => id);
const onTerminal = (words = "status") =>
  swath(words, { home, stdoutTTY: true, columns: 80, env: { NO_COLOR: "1" } });

describe("swath status", () => {
  it("STATUS-01 lists waiting, running and ready requests and orders, with price, place and the sum, in a few requests", async () => {
    const waiting = await created("--point -8.89,38.52 --name setubal");
    const running = await created("--point 15,37.75");
    await swath(`task approve ${running} --yes`, { home });
    const order = await swath(`order place --item vendor-archive/${granule} --yes --output id`, { home });
    const run = await swath("status --json", { home });
    expect(run.exitCode).toBe(0);
    const status = JSON.parse(run.stdout) as ShownStatus;
    expect(status).toMatchObject({
      approvals: {
        sum: "$1,250.00",
        rows: [
          { kind: "task", id: waiting, name: "setubal", place: "near Setubal (PT)", price: "$1,250.00" },
        ],
        next: "See what waits for approval: swath approvals",
      },
      budget: null,
    });
    expect(idsIn(status.inProgress)).toContain(running);
    expect(status.inProgress.next).toMatch(/^swath task wait \S{8}$/);
    expect(idsIn(status.ready)).toContain(order.stdout.trim());
    const sent = run.requests.map(({ method, path }) => `${method} ${path}`);
    expect(sent.filter((line) => line.endsWith("/search")).length).toBeLessThanOrEqual(5);
    expect(sent.length).toBeLessThanOrEqual(10);
  });

  it("STATUS-02 fits on 24 lines of 80 columns; the other rows are counted, ids are short, and commands take them", async () => {
    for (let number = 1; number <= 5; number += 1)
      await created(`--point 15,37.7${number} --name site-${number}`);
    await swath(`order place --item vendor-archive/${granule} --yes`, { home });
    const { stdout } = await onTerminal();
    const lines = stdout.trimEnd().split("\n");
    expect(lines.length).toBeLessThan(24);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
    expect(stdout).toContain("To approve: 5 tasks, $6,250.00\n");
    expect(stdout).toContain("\n  and 2 more\n");
    const [, download = ""] = /-> Download it: swath (.*)/.exec(stdout) ?? [];
    expect((await swath(`${download} --plan`, { home })).exitCode).toBe(0);
    const pipe = await swath("status", { home });
    expect(pipe.stdout.match(/^approve\t[0-9a-f-]{36}\ttask\tsite-\d\t/gm)).toHaveLength(5);
  });

  it("STATUS-03 an order that was downloaded completely, and a task that was ordered, are not ready to fetch", async () => {
    await control("POST", "/clock", { mode: "auto" });
    const task = await created("--point 15,37.75");
    await swath(`task approve ${task} --yes`, { home });
    await swath(`task wait ${task} --wait-timeout 60d`, { home });
    await control("POST", "/clock", { mode: "real" });
    expect(idsIn((await read()).ready)).toContain(task);
    const order = (await swath(`order task ${task} --yes --output id`, { home })).stdout.trim();
    expect(idsIn((await read()).ready)).not.toContain(task);
    await swath(`order download ${order} --out-dir ${home}/part --asset metadata --wait`, { home });
    expect(idsIn((await read()).ready)).toContain(order);
    await swath(`order download ${order} --out-dir ${home}/whole`, { home });
    expect(idsIn((await read()).ready)).not.toContain(order);
  });

  it("STATUS-03 a task of which a product was ordered is not ready: it is listed as partly ordered, until all were ordered", async () => {
    const own = await openBench({ archiveSize: 1 });
    const run = async (words: string): Promise<string> => {
      const { exitCode, stdout, stderr } = await own.swath(words, { home });
      expect(exitCode, stderr).toBe(0);
      return stdout.trim();
    };
    const now = async (): Promise<ShownStatus> => JSON.parse(await run("status --json")) as ShownStatus;
    await own.control("POST", "/clock", { mode: "auto" });
    const task = await run(`${CREATE} --point 15,37.75 --product-type GEO,SLC`);
    await run(`task approve ${task} --yes`);
    await run(`task wait ${task} --wait-timeout 60d`);
    expect((await now()).ready.rows).toMatchObject([{ id: task, status: "completed" }]);
    const order = await run(`order task ${task} --product-type GEO --yes --output id`);
    await run(`order download ${order} --out-dir geo --wait`);
    const { ready, partlyOrdered } = await now();
    expect(ready).toEqual({ rows: [], next: null });
    expect(partlyOrdered.rows).toMatchObject([{ id: task, status: "completed, GEO ordered" }]);
    expect(await run("status")).toContain(`partly ordered\t${task}`);
    const { stdout } = await own.swath("status", { home, stdoutTTY: true, columns: 80 });
    expect(stdout).not.toContain(task.slice(0, 8));
    await run(`order task ${task} --product-type SLC --yes`);
    expect((await now()).partlyOrdered.rows).toEqual([]);
  });

  it("STATUS-03 an order that has expired by the sandbox's clock is not ready", async () => {
    const own = await sandboxHome();
    const run = async (words: string): Promise<string> => (await own.swath(words)).stdout.trim();
    const item = await run("catalog search --sandbox --product-type GEO --limit 1 --output id");
    const order = await run(`order place --sandbox --item vendor-archive/${item} --yes --output id`);
    const ready = async (): Promise<string[]> =>
      idsIn((JSON.parse(await run("status --sandbox --json")) as ShownStatus).ready);
    expect(await ready()).toEqual([order]);
    await own.swath("sandbox clock --advance 30d");
    expect(await ready()).toEqual([]);
  });

  it("STATUS-04 with a budget, the rest of it is shown; empty parts are one line", async () => {
    await swath("config set budget 5000USD/month", { home });
    const { stdout } = await onTerminal();
    expect(stdout).toContain("To approve: nothing\n");
    expect(stdout).toMatch(/^Budget 5,000\.00 USD\/month .* 5,000\.00 USD left$/m);
    await swath("config unset budget", { home });
    expect((await onTerminal()).stdout).toContain("Budget: none is set");
  });

  it("STATUS-06 an order or a request of unknown outcome comes first, with its amount and the command of exit 13", async () => {
    expect(await read()).toMatchObject({ unknown: { rows: [], sum: null, next: null } });
    await control("POST", "/faults", { route: "placeOrder", when: "after", count: 1, reset: true });
    const lost = await swath(`order place --item vendor-archive/${granule} --yes --resend`, { home });
    expect(lost.exitCode).toBe(13);
    const [, command = ""] =
      /See what is known, and settle it: swath (journal show \S+)/.exec(lost.stderr) ?? [];
    const { unknown } = await read();
    expect(Object.keys(await read())[0]).toBe("unknown");
    const id = command.split(" ").at(-1);
    expect(unknown).toEqual({
      rows: [
        {
          kind: "order",
          id,
          status: "unknown",
          price: "$350.00",
          time: expect.any(String),
          reason: expect.any(String),
        },
      ],
      sum: "$350.00",
      next: `An outcome is unknown: swath ${command}`,
    });
    const { stdout } = await onTerminal();
    expect(stdout).toMatch(/^Outcome unknown: 1 order, \$350\.00\n/);
    expect(stdout).toContain(`: swath ${command}\n`);
    expect((await swath("status", { home })).stdout).toMatch(/^unknown\t\S+\torder\t/);
    expect((await swath(command, { home })).exitCode).toBe(0);

    // Without a search, the outcome of a request for a task is unknown too.
    await control("POST", "/faults", { route: "createTask", when: "after", count: 1, status: 500 });
    await control("POST", "/faults", { route: "searchTasks", status: 500 });
    const task =
      "task create --point 1,40.75 --window-open +1h --window 7d --tier standard --type spotlight --pre-approve --yes";
    expect((await swath(`${task} --retries 0`, { home })).exitCode).toBe(13);
    await control("DELETE", "/faults");
    const both = (await read()).unknown;
    expect(both?.rows.map(({ kind }) => kind).sort()).toEqual(["order", "task"]);
    expect([both?.sum, both?.next]).toEqual([
      "$350.00, and 1 without a known total",
      "swath journal list --state unknown",
    ]);
    await swath(`journal resolve ${id} --not-created`, { home });
    expect((await read()).unknown?.rows).toMatchObject([{ kind: "task" }]);
  });

  it("STATUS-02 five parts fit on a terminal of 24 lines as well", async () => {
    for (let number = 1; number <= 4; number += 1) {
      await created(`--point 15,37.7${number} --name wait-${number}`);
      await control("POST", "/faults", { route: "placeOrder", when: "after", count: 1, reset: true });
      await swath(`order place --item vendor-archive/${granules[number]} --yes`, { home });
    }
    await swath(`order place --item vendor-archive/${granule} --yes --resend`, { home });
    const lines = (await onTerminal()).stdout.trimEnd().split("\n");
    expect(lines[0]).toMatch(/^Outcome unknown: 4 orders, /);
    expect(lines.length).toBeLessThan(24);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
  });

  it("STATUS-05 without the service, the orders of this machine are listed, and the missing parts are named", async () => {
    const order = await swath(`order place --item vendor-archive/${granule} --yes --output id`, { home });
    const unreachable: Send = async () => {
      throw new TransportError("refused", "no", "connect ECONNREFUSED");
    };
    const run = await swath("status --json --retries 0", { home, send: unreachable });
    expect(run.exitCode).toBe(10);
    const status = JSON.parse(run.stdout) as ShownStatus;
    expect(status.approvals).toBeNull();
    expect(idsIn(status.ready)).toEqual([order.stdout.trim()]);
    const { code, details } = errorOf(run);
    expect(code).toBe("BATCH_PARTIAL");
    expect(details?.map(({ value }) => value)).toEqual(["approvals", "requests"]);
  });
});

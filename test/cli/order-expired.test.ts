/** An order with expired downloads: the same items are ordered again, whatever the clock of this machine. */
import { beforeEach, describe, expect, it } from "vitest";
import type { WorkStatus } from "../../src/app/status/work-status.ts";
import type { Question } from "../../src/cli/world.ts";
import { openBench } from "./bench.ts";
import { sandboxHome } from "./sandbox-home.ts";
import { words } from "./split-line.ts";
import { tempHome } from "./world.ts";

const { swath, control, clock } = await openBench({ archiveSize: 300 });
const [granule = "", other = ""] = (
  await swath("catalog search --product-type GEO --limit 2 --output id")
).stdout.split("\n");
const PLACE = `order place --item vendor-archive/${granule} --yes --output id`;

let home: string;
beforeEach(async () => {
  home = await tempHome();
  await control("POST", "/clock", { mode: "manual" });
});

/** The command at the end of the hint. */
const commandIn = (stderr: string): string => /order it again: swath (.*)/.exec(stderr)?.[1] ?? "";

describe("DOWNLOAD-05 an expired order", () => {
  it("the hint of ORDER_EXPIRED is a complete command, and it prices the same items", async () => {
    const id = (await swath(PLACE, { home })).stdout.trim();
    await control("POST", "/clock", { advance: 30 * 86_400 });
    const refused = await swath(`order download ${id}`, { home });
    expect(refused.exitCode).toBe(7);
    expect(refused.stderr).toMatch(/order \S+ expired at \S+Z\n/);
    expect(commandIn(refused.stderr)).toBe(`order review --item vendor-archive/${granule}`);
    expect((await swath(commandIn(refused.stderr), { home })).exitCode).toBe(0);
    const command = commandIn(refused.stderr).replace("review", "place");
    // --yes agrees to a price, and not to paying again.
    expect(await swath(`${command} --yes`, { home })).toMatchObject({ exitCode: 12, requests: [] });
    const again = await swath(`${command} --yes --resend --output id`, { home });
    expect(again.exitCode, again.stderr).toBe(0);
    expect(again.stdout.trim()).not.toBe(id);
    expect(again.stderr).toContain(`Order ${id} of `);
    expect((await swath(`order history --json`, { home })).stdout).toContain('"orderStatus": "expired"');
  });

  it("P1 --download --resend buys expired items again, and does not resume the expired order", async () => {
    const id = (await swath(PLACE, { home })).stdout.trim();
    await control("POST", "/clock", { advance: 30 * 86_400 });
    await swath(`order download ${id}`, { home });
    const again = await swath(`${PLACE} --download out --resend`, { home });
    expect(again.exitCode, again.stderr).toBe(0);
    expect(again.stdout.trim()).not.toBe(id);
  });

  it("the hint writes the file if flags cannot express the order", async () => {
    const id = (await swath(`${PLACE} --set note=other`, { home })).stdout.trim();
    await control("POST", "/clock", { advance: 30 * 86_400 });
    const { stderr } = await swath(`order download ${id}`, { home });
    expect(stderr).toContain(
      `Save its body for order review --data: swath journal show ${id} --json --query body > body.json`,
    );
    const body = (await swath(`journal show ${id} --json --query body`, { home })).stdout;
    const again = await swath([...words("order place --yes --resend --output id --data"), body], { home });
    expect(again.exitCode, again.stderr).toBe(0);
  });

  it("the hint has each item of an order of several as a flag", async () => {
    const items = `--item vendor-archive/${granule} --item vendor-archive/${other}`;
    const id = (await swath(`order place ${items} --yes --output id`, { home })).stdout.trim();
    await control("POST", "/clock", { advance: 30 * 86_400 });
    const { stderr } = await swath(`order links ${id}`, { home });
    expect(commandIn(stderr)).toBe(`order review ${items}`);
  });

  it("ORDER-21 an order from another machine: the items are those of the service's record", async () => {
    const id = (await swath(PLACE, { home })).stdout.trim();
    await control("POST", "/clock", { advance: 30 * 86_400 });
    const { stderr } = await swath(`order download ${id}`, { home: await tempHome() });
    expect(commandIn(stderr)).toBe(`order review --item vendor-archive/${granule}`);
  });

  it("after `sandbox clock --advance 30d`, --resend places the same order again", async () => {
    const own = await sandboxHome();
    const found = await own.swath("catalog search --sandbox --product-type GEO --limit 1 --output id");
    const place = `order place --sandbox --item vendor-archive/${found.stdout.trim()} --yes --output id`;
    const id = (await own.swath(place)).stdout.trim();
    expect((await own.swath(place)).stderr).toContain("ALREADY_ORDERED");
    await own.swath("sandbox clock --advance 30d");
    const again = await own.swath(`${place} --resend`);
    expect(again.exitCode, again.stderr).toBe(0);
    expect(again.stdout.trim()).not.toBe(id);
  });
});

describe("ORDER-18 P1 an order has expired when the service's clock and this machine's agree on it", () => {
  const MONTH_S = 30 * 86_400;
  const serviceAhead = (): Promise<unknown> => control("POST", "/clock", { advance: MONTH_S });
  const machineAhead = async (): Promise<void> => {
    clock.ms += MONTH_S * 1000;
  };

  const CLOCKS: [string, (() => Promise<unknown>)[], boolean][] = [
    ["the service's clock alone is a month ahead", [serviceAhead], false],
    ["this machine's clock alone is a month ahead", [machineAhead], false],
    ["both clocks are a month ahead", [serviceAhead, machineAhead], true],
  ];

  it.each(CLOCKS)("%s", async (_title, changes, isExpired) => {
    await control("POST", "/clock", { mode: "manual", now: new Date(clock.ms).toISOString() });
    const id = (await swath(PLACE, { home })).stdout.trim();
    for (const change of changes) await change();
    // Its reply has the service's time.
    expect((await swath(PLACE.replace(granule, other), { home })).exitCode).toBe(0);
    const again = await swath(PLACE, { home });
    expect({ code: again.exitCode, sent: again.requests.length }).toEqual({ code: 12, sent: 0 });
    expect(again.stderr).toContain(`Order ${id} of `);
    expect(again.stderr).toContain(isExpired ? "has expired" : "can be downloaded until");
  });

  it.each(CLOCKS)("PICK-01 STATUS-01 the offered orders and status agree if %s", async (...row) => {
    const [, changes, isExpired] = row;
    await control("POST", "/clock", { mode: "manual", now: new Date(clock.ms).toISOString() });
    const id = (await swath(PLACE, { home })).stdout.trim();
    for (const change of changes) await change();
    expect((await swath(PLACE.replace(granule, other), { home })).exitCode).toBe(0);
    const offered: string[] = [];
    const ask = async ({ find }: Question): Promise<string> => {
      offered.push(...(find?.("") ?? []).map(({ name = "" }) => name));
      return id;
    };
    await swath("order links", { home, stdinTTY: true, stderrTTY: true, ask });
    expect(offered.find((line) => line.endsWith(id.slice(0, 8)))).toContain(
      isExpired ? "  expired  " : ", completed, ",
    );
    const { ready } = JSON.parse((await swath("status --json", { home })).stdout) as WorkStatus;
    expect(ready.rows.some((order) => order.id === id)).toBe(!isExpired);
  });
});

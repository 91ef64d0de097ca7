/** `swath journal`: unknown outcomes are found, shown and settled; only a given id is read from the service. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { openBench } from "./bench.ts";
import { tempHome } from "./world.ts";
import { journalNames } from "../journal-names.ts";

const { swath, control, clock } = await openBench();

const found = await swath("catalog search --product-type GEO --limit 1 --output id");
const second = await swath("catalog search --product-type GEO --limit 2 --output id");
const PLACE = `order place --item vendor-archive/${found.stdout.trim()} --yes`;
const OFFLINE = { env: { SWATH_BASE_URL: undefined, SWATH_API_KEY: undefined } };

let home: string;
beforeEach(async () => {
  home = await tempHome();
  await control("DELETE", "/faults");
});

/** An order with a lost answer; its journal id. */
async function loseOrder(flags = ""): Promise<string> {
  await control("POST", "/faults", { route: "placeOrder", when: "after", count: 1, reset: true });
  expect((await swath(`${PLACE} ${flags}`.trim(), { home })).exitCode).toBe(13);
  const { stdout } = await swath("journal list --open --output id", { home, ...OFFLINE });
  return stdout.trim();
}

/** The id of an order with the same item, or with another one, by another machine. */
const orderElsewhere = async (place = PLACE): Promise<string> =>
  (await swath(`${place} --output id`, { home: await tempHome() })).stdout.trim();

const journalDir = (): string => join(home, ".local", "state", "swath", "journal");

describe("journal list and show", () => {
  it("an unknown order is listed as open, offline and without settings", async () => {
    const id = await loseOrder();
    const run = await swath("journal list --json", { home, ...OFFLINE });
    expect(run).toMatchObject({ exitCode: 0, requests: [] });
    expect(JSON.parse(run.stdout)).toMatchObject([
      { intentId: id, kind: "order", state: "unknown", open: true, profile: "default" },
    ]);
  });

  it("show prints the request, why its outcome is unknown, and the command that settles it", async () => {
    const id = await loseOrder();
    const run = await swath(`journal show ${id} --color never`, { home, stdoutTTY: true, ...OFFLINE });
    expect(run.exitCode).toBe(0);
    expect(run.stdout).toContain("unknown (blocks the same request)");
    expect(run.stdout).toContain('"granuleId"');
    expect(run.stderr).toContain(`swath journal resolve ${id} --order-id <orderId>`);
    expect(run.stderr).toContain(`swath journal resolve ${id} --not-created\n`);
  });

  it("a file that is not a record is reported and hides no other", async () => {
    const id = await loseOrder();
    await writeFile(join(journalDir(), "0123456789abcdef-1.json"), "{");
    const run = await swath("journal list --output id", { home, ...OFFLINE });
    expect(run.stdout).toBe(`${id}\n`);
    expect(run.stderr).toContain("journal file 0123456789abcdef-1.json cannot be read: not JSON");
  });

  it("PICK-02 show and resolve take the beginning of an id of the journal or of a result", async () => {
    const order = (await swath(`${PLACE} --output id`, { home })).stdout.trim();
    const [own = ""] = (await swath("journal list --output id", { home, ...OFFLINE })).stdout
      .trim()
      .split("\n");
    for (const word of [own.slice(0, 8), order.slice(0, 8)]) {
      const run = await swath(`journal show ${word} --json`, { home, ...OFFLINE });
      expect(JSON.parse(run.stdout), run.stderr).toMatchObject({ intentId: own, id: order });
      expect(run.stderr).toMatch(new RegExp(`"${word}" is \\S+ in the journal`));
    }
    const lost = await loseOrder("--resend");
    const settled = await swath(`journal resolve ${lost} --not-created --json`, { home, ...OFFLINE });
    expect(JSON.parse(settled.stdout), settled.stderr).toMatchObject({ intentId: lost, state: "refused" });
    const begin = own.slice(0, own.lastIndexOf("-"));
    const both = await swath(`journal resolve ${begin} --not-created`, { home, ...OFFLINE });
    expect(both.stderr).toContain(`"${begin}" may be any of 2 journal records: `);
    expect([both.exitCode, both.stderr.includes("ID_AMBIGUOUS")]).toEqual([2, true]);
    expect((await swath("journal show abc", { home, ...OFFLINE })).exitCode).toBe(6);
  });

  it("an unknown id is NOT_FOUND, exit 6", async () => {
    const run = await swath("journal show nothing", { home, ...OFFLINE });
    expect(run).toMatchObject({ exitCode: 6, stdout: "" });
    expect(run.stderr).toContain("swath journal list");
  });
});

describe("journal resolve", () => {
  it("GEN-17 with an order id: confirmed, in the history, and the same order asks like any repetition", async () => {
    const id = await loseOrder();
    const order = await orderElsewhere();
    const run = await swath(`journal resolve ${id} --order-id ${order} --json`, { home });
    expect(run.exitCode, run.stderr).toBe(0);
    expect(run.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([`GET /orders/${order}`]);
    expect(JSON.parse(run.stdout)).toMatchObject({
      intentId: id,
      state: "confirmed",
      id: order,
      open: false,
    });
    const { stdout } = await swath("order history --columns orderId,state", { home, ...OFFLINE });
    expect(stdout).toBe(`${order}\tconfirmed\n`);
    const again = await swath(PLACE, { home });
    expect(again).toMatchObject({ exitCode: 12, requests: [] });
    expect(again.stderr).toContain(order);
  });

  it("GEN-17 an order id that the service does not have, or that has other items, is not recorded", async () => {
    const id = await loseOrder();
    const other = await orderElsewhere(
      PLACE.replace(found.stdout.trim(), second.stdout.trim().split("\n")[1]!),
    );
    for (const [orderId, exit, code] of [
      ["nosuch", 6, "ORDER_NOT_FOUND"],
      [other, 7, "CONFLICT"],
    ] as const) {
      const run = await swath(`journal resolve ${id} --order-id ${orderId}`, { home });
      expect({ exit: run.exitCode, code: run.stderr.includes(`code ${code}`) }, run.stderr).toEqual({
        exit,
        code: true,
      });
      expect((await swath("journal list --columns state", { home })).stdout).toBe("unknown\n");
    }
  });

  it("GEN-17 without the service an order id is recorded only with --no-validate", async () => {
    const id = await loseOrder();
    await control("POST", "/faults", { route: "getOrder", count: 9, status: 500 });
    const refused = await swath(`journal resolve ${id} --order-id 9d1f7a --retries 0`, { home });
    expect(refused.exitCode).not.toBe(0);
    expect(refused.stderr).toContain("--no-validate");
    expect((await swath("journal list --columns state", { home })).stdout).toBe("unknown\n");
    const run = await swath(`journal resolve ${id} --order-id 9d1f7a --no-validate`, { home, ...OFFLINE });
    expect(run).toMatchObject({ exitCode: 0, requests: [] });
    expect((await swath("journal list --columns state,id", { home })).stdout).toBe("confirmed\t9d1f7a\n");
  });

  it.each([
    ["task create --name lost --point 2,41 --window-open +1d --window 7d --yes", "createTask", "task"],
    [
      "repeat create --name lost --point 2,41 --from +1d --interval 7 --count 2 --yes",
      "createRepeat",
      "repeat request",
    ],
  ])("GEN-17 the id of %s is looked up before it is recorded", async (words, route, title) => {
    // The search for the lost request fails as well.
    const searching = title === "task" ? "searchTasks" : "searchRepeats";
    await control("POST", "/faults", { route, when: "after", count: 1, reset: true });
    await control("POST", "/faults", { route: searching, count: 50, status: 500 });
    const lost = await swath(`${words} --retries 0`, { home });
    expect(lost.exitCode, lost.stderr).toBe(13);
    await control("DELETE", "/faults");
    const id = (await swath("journal list --open --output id", { home })).stdout.trim();
    const run = await swath(`journal resolve ${id} --id nosuch`, { home });
    expect(run.exitCode, run.stderr).toBe(6);
    expect(run.stderr).toContain(`the service has no ${title} nosuch`);
    const noun = title === "task" ? "tasks" : "repeats";
    const real = (await swath(`search ${noun} --name lost --output id`, { home })).stdout.trim();
    expect((await swath(`journal resolve ${id} --id ${real}`, { home })).exitCode).toBe(0);
  });

  it("GEN-17 with --not-created: the same order may be sent again", async () => {
    const id = await loseOrder();
    expect((await swath(`journal resolve ${id} --not-created`, { home, ...OFFLINE })).exitCode).toBe(0);
    const again = await swath(PLACE, { home });
    expect(again.exitCode).toBe(0);
    expect(again.requests.filter(({ path }) => path === "/orders")).toHaveLength(1);
  });

  it.each([
    ["", "no outcome is given"],
    [" --order-id x --not-created", "more than one outcome is given"],
  ])("resolve <id>%s is refused", async (words, message) => {
    const id = await loseOrder();
    const run = await swath(`journal resolve ${id}${words}`, { home, ...OFFLINE });
    expect(run.exitCode).toBe(2);
    expect(run.stderr).toContain(message);
    expect(run.stderr).toContain(`: swath journal show ${id}\n`);
    expect((await swath("journal list --columns state", { home })).stdout).toBe("unknown\n");
  });

  it("an outcome that was read from the service is not changed", async () => {
    const order = (await swath(`${PLACE} --output id`, { home })).stdout.trim();
    for (const finding of ["--not-created", "--order-id other"]) {
      const run = await swath(`journal resolve ${order} ${finding}`, { home });
      expect(run).toMatchObject({ exitCode: 7, requests: [] });
      expect(run.stderr).toContain("code CONFLICT");
    }
    expect((await swath("journal list --columns state,id", { home })).stdout).toBe(`confirmed\t${order}\n`);
  });

  it("GEN-17 an outcome that a person recorded can be corrected, with nothing of the other order", async () => {
    const id = await loseOrder();
    await swath(`journal resolve ${id} --order-id typo --no-validate`, { home });
    const order = await orderElsewhere();
    const run = await swath(`journal resolve ${id} --order-id ${order} --json`, { home });
    expect(JSON.parse(run.stdout), run.stderr).toMatchObject({ state: "confirmed", id: order });
    expect((await swath(PLACE, { home })).stderr).toContain(order);
    expect((await swath(`journal resolve ${id} --not-created`, { home })).exitCode).toBe(0);
    expect((await swath("journal list --columns state,id", { home })).stdout).toBe("refused\t\n");
    expect((await swath(PLACE, { home })).exitCode).toBe(0);
  });

  it("--dry-run writes nothing", async () => {
    const id = await loseOrder();
    expect((await swath(`journal resolve ${id} --not-created --dry-run`, { home })).exitCode).toBe(0);
    expect((await swath("journal list --columns state", { home })).stdout).toBe("unknown\n");
  });
});

describe("journal prune", () => {
  it("removes only old finished attempts that another one followed", async () => {
    const id = await loseOrder();
    await swath(`journal resolve ${id} --not-created`, { home });
    await swath(PLACE, { home });
    clock.ms += 100 * 86_400_000;
    await swath(`${PLACE} --resend`, { home });
    const trial = await swath("journal prune --dry-run --output id", { home });
    expect(trial.stdout.split("\n").sort()).toEqual(["", `${id.slice(0, 16)}-1`, `${id.slice(0, 16)}-2`]);
    expect(await journalNames(journalDir())).toHaveLength(3);
    await swath("journal prune", { home });
    expect((await swath("journal prune", { home })).stderr).toBe("Nothing is that old and of no more use\n");
    expect(await journalNames(journalDir())).toEqual([`${id.slice(0, 16)}-3.json`]);
  });

  it("P1 keeps an accepted attempt, whatever became of later ones: the order is not placed again unasked", async () => {
    await swath(PLACE, { home });
    clock.ms += 100 * 86_400_000;
    const id = await loseOrder("--resend");
    clock.ms += 100 * 86_400_000;
    expect((await swath("journal prune", { home })).stderr).toBe("Nothing is that old and of no more use\n");
    await swath(`journal resolve ${id} --not-created`, { home });
    await swath("journal prune", { home });
    const again = await swath(PLACE, { home });
    expect([again.exitCode, again.stderr]).toEqual([12, expect.stringContaining("ALREADY_ORDERED")]);
  });

  it("an age within which budgets count is refused", async () => {
    const run = await swath("journal prune --older-than 7d", { home });
    expect(run.exitCode).toBe(2);
    expect(run.stderr).toContain("must be 32d or more");
  });
});

/** A purchase by Windows' Node that is killed, raced or hindered: it is never made twice, and its record is true. */
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { sellingService, type SellingService } from "../e2e/selling-service.ts";
import { readJournal, newDesk, type Desk } from "./desk.ts";

const ORDER = ["order", "place", "--item", "c/g", "--yes"];

const makeDesk = ({ url }: SellingService): Desk =>
  newDesk("22", { SWATH_BASE_URL: url, SWATH_API_KEY: "k-123456789" });

/** Linux is the drive Z: of Wine. */
const END_AT = `Z:${resolve(import.meta.dirname, "../faults/end-at.cjs")}`;

/** The environment with which the program ends itself before a step, as `test/faults/killed-spenders.test.ts` names it. */
const endingBefore = (step: string): Record<string, string> => ({
  NODE_OPTIONS: `--require C:/preload.cjs --require ${JSON.stringify(END_AT)}`,
  END_BEFORE: step,
});

it.each([
  ["before sending", "request: connect", 0],
  ["while sending", "request: send body", 0],
  ["after the response", "confirmed: open draft", 1],
])(
  "DESK-47 P1 P2 P25 a purchase that is killed %s has an open record, and the next run sends nothing",
  async (_title, step, count) => {
    const service = await sellingService();
    const desk = makeDesk(service);
    const killed = await desk.run(ORDER, { env: endingBefore(step) });
    expect(killed.code, killed.stderr).not.toBe(0);
    await expectOpen(desk, service, count);
  },
);

it("DESK-47 P1 P2 P25 a purchase that another program ends while it waits for the response has an open record, and the next run sends nothing", async () => {
  const service = await sellingService();
  service.holds = true;
  const desk = makeDesk(service);
  const { ended, kill } = await desk.start(ORDER);
  await service.until(1);
  await kill();
  await ended;
  await expectOpen(desk, service, 1);
});

async function expectOpen(desk: Desk, service: SellingService, count: number): Promise<void> {
  expect(service.sold).toHaveLength(count);
  expect(await readJournal(desk)).toEqual(["unknown"]);
  const again = await desk.run(ORDER);
  expect(again.code).toBe(13);
  expect(again.stderr).toContain("INTENT_OPEN");
  expect(service.sold).toHaveLength(count);
}

it("DESK-47 P21 P25 four processes place the same order: one order, and three report it", async () => {
  const service = await sellingService();
  const desk = makeDesk(service);
  const runs = await Promise.all(Array.from({ length: 4 }, () => desk.start(ORDER)));
  const ended = await Promise.all(runs.map((run) => run.ended));
  expect(ended.filter(({ code }) => code === 0)).toHaveLength(1);
  for (const { code, stderr } of ended)
    if (code !== 0) expect(stderr).toMatch(/code (?:ALREADY_ORDERED, exit 12|INTENT_OPEN, exit 13)/u);
  expect(service.sold).toHaveLength(1);
  expect(await readJournal(desk)).toEqual(["confirmed"]);
  const late = await desk.run(ORDER);
  expect(late.stderr).toContain("code ALREADY_ORDERED, exit 12");
  expect(service.sold).toHaveLength(1);
});

/** Longer than a scanner needs, and shorter than the two seconds for which the program tries. */
const HELD_MS = 1200;

/** A desk whose journal has one purchase, and the folder of the journal. */
async function usedDesk(service: SellingService): Promise<{ desk: Desk; journal: string }> {
  const desk = makeDesk(service);
  expect((await desk.run(["order", "place", "--item", "c/f", "--yes"])).code).toBe(0);
  return { desk, journal: join(desk.folder, "../AppData/Local/swath/State/journal") };
}

it("DESK-47 P1 P25 another program opens each file of the journal for a second before a purchase is sent: it is sent once and recorded", async () => {
  const service = await sellingService();
  const { desk, journal } = await usedDesk(service);
  const terminal = desk.atConsole(["order", "place", "--item", "c/g"]);
  await terminal.shows(/\(y\/N\)/u);
  const held = await desk.whileHeld(journal, HELD_MS, async () => {
    terminal.type("y\r");
    expect(await terminal.ended).toBe(0);
  });
  expect(held.length).toBeGreaterThan(2);
  expect(service.sold).toHaveLength(2);
  expect(await readJournal(desk)).toEqual(["confirmed", "confirmed"]);
});

it("DESK-47 P1 P25 another program opens each file of the journal for a second while a purchase waits for its response: the record has the order", async () => {
  const service = await sellingService();
  const { desk, journal } = await usedDesk(service);
  service.holds = true;
  const { ended } = await desk.start(ORDER);
  await service.until(2);
  const held = await desk.whileHeld(journal, HELD_MS, async () => {
    service.release();
    const { code, stderr } = await ended;
    expect(code, stderr).toBe(0);
    expect(stderr).not.toContain("could not be saved");
  });
  expect(held.filter((name) => name.endsWith("-1.json")).length).toBeGreaterThan(1);
  expect(service.sold).toHaveLength(2);
  expect(await readJournal(desk)).toEqual(["confirmed", "confirmed"]);
});

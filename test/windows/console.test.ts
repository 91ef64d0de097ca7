/** Prompts and Ctrl-C at a console of Windows: the service and its count of purchases are in the test's own process. */
import { expect, it } from "vitest";
import { sellingService } from "../e2e/selling-service.ts";
import { readJournal, newDesk, type Desk } from "./desk.ts";

const ORDER = ["order", "place", "--item", "c/g"];
const CTRL_C = "\u0003";

const deskAt = (url: string): Desk => newDesk("22", { SWATH_BASE_URL: url, SWATH_API_KEY: "k-123456789" });

it.each([
  ["y", 0, 1],
  ["n", 12, 0],
])("DESK-46 P25 %s at the question of a purchase: exit %i, %i sold", async (answer, exitCode, count) => {
  const service = await sellingService();
  const desk = deskAt(service.url);
  const terminal = desk.atConsole(ORDER);
  await terminal.shows(/\(y\/N\)/u);
  terminal.type(`${answer}\r`);
  expect(await terminal.ended).toBe(exitCode);
  expect(service.sold).toHaveLength(count);
  expect(await readJournal(desk)).toEqual(count === 1 ? ["confirmed"] : []);
});

it("DESK-46 P25 Ctrl-C at the question of a purchase: exit 130, nothing is sent", async () => {
  const service = await sellingService();
  const desk = deskAt(service.url);
  const terminal = desk.atConsole(ORDER);
  await terminal.shows(/\(y\/N\)/u);
  terminal.type(CTRL_C);
  expect(await terminal.ended).toBe(130);
  expect(service.sold).toEqual([]);
  expect(await readJournal(desk)).toEqual([]);
});

it("DESK-46 P2 P25 Ctrl-C while a purchase waits for its answer: the answer is recorded and printed", async () => {
  const service = await sellingService();
  service.holds = true;
  const desk = deskAt(service.url);
  const terminal = desk.atConsole([...ORDER, "--yes"]);
  await service.until(1);
  terminal.type(CTRL_C);
  await terminal.shows(/Interrupted: waiting for the answer/u);
  service.release();
  await terminal.shows(/Order o-1 placed/u);
  expect(await terminal.ended).toBe(130);
  expect(service.sold).toHaveLength(1);
  expect(await readJournal(desk)).toEqual(["confirmed"]);
});

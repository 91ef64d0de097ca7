/** The journal is removed, replaced or changed by something else while a request is claimed: nothing is sent without its record. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { claimIntent, settleClaim, withdrawClaim } from "../../../src/money/store/claim.ts";
import { openJournalLock } from "../../../src/money/store/lock.ts";
import type { IntentRecord } from "../../../src/money/record.ts";
import type { Journal } from "../../../src/money/journal.ts";
import { makeJournalReader } from "../../../src/money/store/read.ts";
import { openRecordFiles, type RecordFiles } from "../../../src/money/store/files.ts";
import { methodsOf } from "./methods-of.ts";
import { newFolder } from "../../new-folder.ts";
import { etnaOrder, guardOf, NOON, orderIdOf, placed } from "./ledger-fixtures.ts";

const recordIn = (path: string): IntentRecord => JSON.parse(readFileSync(path, "utf8")) as IntentRecord;

/** What happens to the folder, or to the record of this purchase in it. */
const FATES: Record<string, (dir: string, file: string) => void> = {
  "the folder is removed": (dir) => rmSync(dir, { recursive: true }),
  "the folder is replaced by an empty one": (dir) => {
    renameSync(dir, `${dir}.old`);
    mkdirSync(dir);
  },
  "the record is removed": (dir, file) => rmSync(join(dir, file)),
  "the record is emptied": (dir, file) => writeFileSync(join(dir, file), ""),
  "the record is renamed": (dir, file) => renameSync(join(dir, file), join(dir, `${file}.bak`)),
  "the record is that of another process": (dir, file) => {
    const record = recordIn(join(dir, file));
    writeFileSync(join(dir, file), JSON.stringify({ ...record, pid: 7 }));
  },
  "the record is that of a refused request": (dir, file) => {
    const record = recordIn(join(dir, file));
    writeFileSync(join(dir, file), JSON.stringify({ ...record, state: "refused", closedAt: NOON }));
  },
};

/** Buys with files that call `before` at each call. Returns the error's code, and the number of sent requests. */
async function buyOn(files: RecordFiles, before: (method: string) => void) {
  const watched = Object.fromEntries(
    Object.entries(methodsOf(files)).map(([name, method]) => [
      name,
      typeof method === "function"
        ? (...given: unknown[]) => {
            before(name);
            return (method as (...all: unknown[]) => unknown)(...given);
          }
        : (method as unknown),
    ]),
  ) as unknown as RecordFiles;
  const clock = { now: () => NOON, sleep: () => Promise.reject(new Error("nothing here waits")) };
  const lock = openJournalLock(files.dir, { clock, pid: 100, isAlive: () => true });
  const world = { files: watched, lock, now: () => NOON, pid: 100, profile: "default", isAlive: () => true };
  const journal: Pick<Journal, "claim" | "withdraw" | "settle" | "read" | "record"> = {
    claim: (intent, judge) => claimIntent(intent, world, judge),
    withdraw: (record) => withdrawClaim(watched, record),
    settle: (record) => settleClaim(world, record),
    read: (query) => makeJournalReader(world)(query),
    record: async (id) => (await watched.read(id))?.record,
  };
  let sent = 0;
  const go = async () => {
    sent += 1;
    return placed;
  };
  const code = await guardOf(journal)({ ...etnaOrder, effect: "spend" }, go, orderIdOf).then(
    () => undefined,
    (error: unknown) => (error as { code: string }).code,
  );
  return { code, sent };
}

/** Returns the file of the record that is being sent; undefined before there is one. */
const claimIn = (dir: string): string | undefined =>
  existsSync(dir)
    ? readdirSync(dir).find(
        (name) => name.endsWith("-1.json") && recordIn(join(dir, name)).state === "sending",
      )
    : undefined;

async function openFiles(): Promise<{ dir: string; files: RecordFiles }> {
  const dir = join(await newFolder(), "journal");
  let word = 0;
  return { dir, files: openRecordFiles(dir, () => `w${(word += 1)}`) };
}

it.each(Object.entries(FATES))(
  "P1 P2 %s between the claim and the last look: nothing is sent, and the error reports it",
  async (_title, happen) => {
    const { dir, files } = await openFiles();
    let isDone = false;
    const { code, sent } = await buyOn(files, (method) => {
      const file = method === "read" && !isDone ? claimIn(dir) : undefined;
      if (file === undefined) return;
      isDone = true;
      happen(dir, file);
    });
    expect({ isDone, sent }).toEqual({ isDone: true, sent: 0 });
    expect(["JOURNAL_UNWRITABLE", "INTENT_OPEN"]).toContain(code);
  },
);

it("P2 at any step of a purchase: the last look finds its own record as it was written, or nothing is sent", async () => {
  let stopped = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.values(FATES)),
      fc.integer({ min: 0, max: 12 }),
      async (happen, callsLater) => {
        const { dir, files } = await openFiles();
        let calls = 0;
        let hasHappened = false;
        let wasGoneAtLook: boolean | undefined;
        const { sent } = await buyOn(files, (method) => {
          const file = hasHappened ? undefined : claimIn(dir);
          if (file !== undefined && (calls += 1) > callsLater) {
            hasHappened = true;
            happen(dir, file);
          }
          if (method === "read" && file !== undefined) wasGoneAtLook ??= hasHappened;
        });
        if (wasGoneAtLook) expect(sent).toBe(0);
        if (wasGoneAtLook) stopped += 1;
      },
    ),
    { numRuns: 60 },
  );
  expect(stopped).toBeGreaterThan(0);
});

/** P1 P2 P21 another program has a file of the journal open, for a moment or for good, as a virus scanner does on Windows. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { runAll } from "./matrix.ts";
import { goodReply, spendingService } from "./spending-service.ts";
import { isOf, SPENDERS } from "./spenders.ts";

const PRELOAD = `--require ${resolve(import.meta.dirname, "busy-files.cjs")}`;
const [spender] = SPENDERS;
const JOURNAL = ".local/state/swath/journal";

interface Busy {
  title: string;
  calls: string;
  /** The end of its name. */
  file: "/.lock" | "/.unlocked" | ".tmp";
  /** The result of a purchase if this never ends: without a request; with its outcome in the journal; or on stderr. */
  forGood: "sent" | "not sent" | "sent, kept on stderr";
}

const BUSY: readonly Busy[] = [
  { title: "creating and reading the lock", calls: "openSync", file: "/.lock", forGood: "not sent" },
  { title: "renaming the lock", calls: "renameSync", file: "/.lock", forGood: "sent" },
  {
    title: "renaming and removing the lock",
    calls: "renameSync unlinkSync",
    file: "/.lock",
    forGood: "sent",
  },
  {
    title: "removing the released lock of another one",
    calls: "unlinkSync",
    file: "/.unlocked",
    forGood: "not sent",
  },
  { title: "linking the draft of a claim", calls: "link", file: ".tmp", forGood: "sent" },
  { title: "removing the draft of a claim", calls: "rm", file: ".tmp", forGood: "sent" },
  {
    title: "renaming the draft of an outcome",
    calls: "rename",
    file: ".tmp",
    forGood: "sent, kept on stderr",
  },
];
const rows = BUSY.flatMap((busy) =>
  ["EPERM", "EBUSY", "EACCES"].flatMap((code) =>
    (["3", "1000000"] as const).map((times) => {
      const isForGood = times !== "3";
      const title = `${busy.title}: ${code} ${isForGood ? "for good" : "for a moment"}`;
      // Without hard links the draft gets its name in another way.
      const isRefused = busy.calls === "link" && code !== "EPERM";
      const result = isForGood ? busy.forGood : "sent";
      return { title, busy, code, times, result: isRefused ? "not sent" : result };
    }),
  ),
);

describe("a purchase, when", () => {
  const seenOf = runAll(rows, ({ busy, code, times }) => ({
    args: spender!.args,
    serve: spendingService(spender!, goodReply(spender!), true).serve,
    env: {
      NODE_OPTIONS: PRELOAD,
      BUSY_CALL: busy.calls,
      BUSY_FILE: busy.file,
      BUSY_CODE: code,
      BUSY_TIMES: times,
    },
    prepare: (home) => {
      mkdirSync(join(home, JOURNAL), { recursive: true });
      writeFileSync(join(home, JOURNAL, ".unlocked"), JSON.stringify({ pid: 7, token: "other" }));
    },
    again: spender!.args,
  }));
  it.each(rows)("$title: one request at most, and none without its record", async (row) => {
    const seen = await seenOf(row);
    const sent = seen.asked.filter(isOf(spender!)).length;
    const isSent = row.result !== "not sent";
    expect([seen.code, sent], seen.stderr).toEqual(isSent ? [0, 1] : [14, 0]);
    const isKept = row.result === "sent, kept on stderr";
    expect(seen.journal.map(({ state }) => state)).toEqual(isSent ? [isKept ? "sending" : "confirmed"] : []);
    if (!isSent) expect(seen.stderr).toMatch(/JOURNAL_UNWRITABLE/);
    if (isKept) expect(seen.stderr).toMatch(/keep this line: \{.*"state":"confirmed"/);
    expect(seen.again?.asked.filter(isOf(spender!)).length, seen.again?.stderr).toBe(isSent ? 0 : 1);
  });
});

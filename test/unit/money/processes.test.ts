import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { bundleProgram } from "../../bundle-program.ts";
import { newFolder } from "../../new-folder.ts";
import { expectMode, needModes } from "../../this-system.ts";
import { journalIn } from "./ledger-fixtures.ts";
import { openJournalId } from "../../../src/money/store/journal-id.ts";
import { journalNames } from "../../journal-names.ts";

let program: string;
beforeAll(async () => {
  program = await bundleProgram(join(import.meta.dirname, "spender-process.ts"));
});

interface Spender {
  child: ChildProcess;
  output: () => string;
  sent: Promise<void>;
  ended: Promise<unknown>;
}

function spend(dir: string, answer: "hang" | "wait"): Spender {
  const child = spawn(process.execPath, [program, dir, answer], { stdio: ["pipe", "pipe", "inherit"] });
  let text = "";
  const sent = new Promise<void>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes("SENT")) resolve();
    });
  });
  return { child, output: () => text, sent, ended: once(child, "close") };
}

describe("processes that share a journal", () => {
  it("six simultaneous ones place one order", async () => {
    const dir = join(await newFolder(), "state", "journal");
    const spenders = Array.from({ length: 6 }, () => spend(dir, "wait"));
    const winner = await Promise.any(spenders.map((spender) => spender.sent.then(() => spender)));
    const losers = spenders.filter((spender) => spender !== winner);
    await Promise.all(losers.map(({ ended }) => ended));
    winner.child.stdin?.end();
    await winner.ended;
    expect(winner.output()).toBe("SENT\nPLACED\n");
    expect(losers.map(({ output }) => output())).toEqual(losers.map(() => "INTENT_OPEN\n"));
    expect(await journalNames(dir)).toHaveLength(1);
  });

  it("after kill -9 during the request, the next run sends nothing and reports why", async () => {
    const dir = join(await newFolder(), "state", "journal");
    const killed = spend(dir, "hang");
    await killed.sent;
    killed.child.kill("SIGKILL");
    await killed.ended;
    const next = spend(dir, "wait");
    await next.ended;
    expect(next.output()).toBe("INTENT_OPEN\n");
    const { entries } = await journalIn(dir, { isAlive: () => false }).list();
    expect(entries).toMatchObject([{ state: "unknown", isOpen: true }]);
  });

  it("deny access to others even under umask 000", async () => {
    needModes();
    const dir = join(await newFolder(), "state", "journal");
    const spender = spend(dir, "wait");
    await spender.sent;
    spender.child.stdin?.end();
    await spender.ended;
    const [name = ""] = await journalNames(dir);
    expect(JSON.parse(await readFile(join(dir, name), "utf8"))).toMatchObject({ state: "confirmed" });
    expectMode(join(dir, name), 0o600);
    expectMode(dir, 0o700);
    expectMode(join(dir, ".."), 0o700);
  });

  it("P12 deny it when the journal has an id before a record", async () => {
    needModes();
    const folder = join(await newFolder(), "state");
    await openJournalId(join(folder, "journal"), () => crypto.randomUUID()).make();
    expectMode(folder, 0o700);
  });
});

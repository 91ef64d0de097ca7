/** P25 files that another program has open, as on Windows, and the faults that Windows reports by another name. */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { explainWriteFault, makeDiskError, toPosixErrno } from "../../../src/disk/disk-error.ts";
import { createDurably } from "../../../src/disk/durable-files.ts";
import { retryWhileBusy, retryWhileHeld, retryWhileHeldNow } from "../../../src/disk/held-file.ts";
import { requireWritableNow } from "../../../src/disk/writable.ts";
import { makeUnwritable } from "../../../src/money/store/files.ts";
import { testFolder } from "../../new-folder.ts";
import { skippingClock } from "../../skipping-clock.ts";

const makeError = (code: string, more: object = {}): Error =>
  Object.assign(new Error(`${code}: of the system`), { code, ...more });

/** Work that fails this often. */
function failing(code: string, times: number) {
  const work = Object.assign(
    () => {
      work.calls += 1;
      if (work.calls <= times) throw makeError(code);
      return "done";
    },
    { calls: 0 },
  );
  return work;
}

const sum = (waits: readonly number[]): number => waits.reduce((one, other) => one + other, 0);

describe("DESK-10 P25 a file that another program has open on Windows", () => {
  it.each(["EPERM", "EACCES", "EBUSY"])("is tried again after %s, with growing pauses", async (code) => {
    const path = join(await testFolder(), "file");
    const clock = skippingClock();
    const work = failing(code, 3);
    expect(await retryWhileHeld(path, work, { isWindows: true, clock })).toBe("done");
    expect(clock.slept).toEqual([10, 20, 40]);
  });

  it("is given up after two seconds, with the error of the system", async () => {
    const path = join(await testFolder(), "file");
    const clock = skippingClock();
    const work = failing("EPERM", Infinity);
    await expect(retryWhileHeld(path, work, { isWindows: true, clock })).rejects.toMatchObject({
      code: "EPERM",
    });
    expect(sum(clock.slept)).toBeGreaterThanOrEqual(2000);
    expect(sum(clock.slept)).toBeLessThan(2300);
  });

  it("is not waited for longer because the work itself waits", async () => {
    const clock = skippingClock();
    const work = async (): Promise<never> => {
      await clock.sleep(2000);
      throw makeError("EBUSY");
    };
    const waiting = { isWindows: true, clock, maxMs: 10_000 };
    await expect(retryWhileBusy(await testFolder(), work, waiting)).rejects.toMatchObject({ code: "EBUSY" });
    expect(sum(clock.slept)).toBeLessThan(12_300);
  });

  it("is not waited for if the folder takes no file, or for another error", async () => {
    const dir = await testFolder();
    const clock = skippingClock();
    for (const [path, code] of [
      [join(dir, "missing", "file"), "EPERM"],
      [join(dir, "file"), "ENOSPC"],
    ] as const) {
      const work = failing(code, 1);
      await expect(retryWhileHeld(path, work, { isWindows: true, clock })).rejects.toMatchObject({ code });
    }
    expect(clock.slept).toEqual([]);
  });

  it("is waited for without a turn of the event loop where the caller cannot wait", async () => {
    const path = join(await testFolder(), "file");
    const slept: number[] = [];
    const sleep = (ms: number): void => void slept.push(ms);
    expect(retryWhileHeldNow(path, failing("EBUSY", 2), { isWindows: true, sleep })).toBe("done");
    expect(slept).toEqual([10, 20]);
    const forGood = () => retryWhileHeldNow(path, failing("EBUSY", Infinity), { isWindows: true, sleep });
    expect(forGood).toThrow("EBUSY");
    expect(sum(slept)).toBeLessThan(2400);
  });

  it("on other systems gets one attempt, outside the journal", async () => {
    const path = join(await testFolder(), "file");
    const clock = skippingClock();
    const work = failing("EPERM", 1);
    await expect(retryWhileHeld(path, work, { isWindows: false, clock })).rejects.toMatchObject({
      code: "EPERM",
    });
    expect(() => retryWhileHeldNow(path, failing("EPERM", 1), { isWindows: false })).toThrow("EPERM");
    expect(clock.slept).toEqual([]);
    const busy = { isWindows: false, clock };
    expect(await retryWhileBusy(await testFolder(), failing("EPERM", 3), busy)).toBe("done");
  });

  it("is named, with the next step", async () => {
    const dir = await testFolder();
    const path = join(dir, "scene.tif");
    const cause = makeError("EPERM", { path: join(dir, ".scene.tmp"), dest: path });
    const error = makeDiskError("EPERM", path, cause, "write", true);
    expect(error).toMatchObject({ code: "DISK_WRITE_FAILED", exitCode: 14, data: { errno: "EBUSY" } });
    expect(error.message).toBe(`cannot write ${path}: another program has it open`);
    expect(error.next).toMatch(/^Close the program that has it open/);
    expect(explainWriteFault(cause, path, true)).toEqual({
      reason: "another program has it open",
      next: error.next,
    });
    const journal = makeUnwritable(dir, cause, true);
    expect(journal).toMatchObject({ code: "JOURNAL_UNWRITABLE", exitCode: 14, next: error.next });
    expect(journal.message).toContain("(another program has scene.tif open)");
    expect(makeUnwritable(dir, cause, false).message).toContain("(EPERM)");
  });
});

describe("DESK-12 P25 a fault that Windows reports by another name is found by a look at the path", () => {
  const onWindows = { isWindows: true };

  it("a file in the path, and a name that is too long", async () => {
    const dir = await testFolder();
    await writeFile(join(dir, "file"), "");
    const at = (...names: string[]): string => toPosixErrno("ENOENT", join(dir, ...names), onWindows);
    expect([at("file", "a"), at("file", "a", "b"), at("missing", "a"), at("missing")]).toEqual([
      "ENOTDIR",
      "ENOTDIR",
      "ENOENT",
      "ENOENT",
    ]);
    expect([at("n".repeat(256)), at("missing", "n".repeat(256)), at("n".repeat(255))]).toEqual([
      "ENAMETOOLONG",
      "ENAMETOOLONG",
      "ENOENT",
    ]);
    expect(makeDiskError("ENOENT", join(dir, "file", "a"), undefined, "write", true)).toMatchObject({
      message: expect.stringContaining("a part of the path is a file") as string,
      data: { errno: "ENOTDIR" },
    });
  });

  it("a folder with the name of the file, a file that may not be written, and a folder without rights", async () => {
    const dir = await testFolder();
    await mkdir(join(dir, "folder"));
    await writeFile(join(dir, "locked"), "", { mode: 0o444 });
    const at = (name: string, cause: object = { dest: join(dir, name) }): string =>
      toPosixErrno("EPERM", join(dir, name), { ...onWindows, verb: "write", cause });
    expect(at("folder")).toBe("EISDIR");
    // A file in the folder could not be written.
    expect(at("folder", { path: join(dir, "folder", "a") })).toBe("EBUSY");
    expect(at("locked")).toBe("EPERM");
    expect(at("missing/file")).toBe("EPERM");
    expect(at("file")).toBe("EBUSY");
    expect(toPosixErrno("EACCES", join(dir, "file"), onWindows)).toBe("EACCES");
  });

  it("other systems report what they mean", async () => {
    const path = join(await testFolder(), "n".repeat(256));
    expect(toPosixErrno("ENOENT", path, { isWindows: false })).toBe("ENOENT");
    expect(toPosixErrno("EPERM", path, { isWindows: false, verb: "write" })).toBe("EPERM");
  });
});

it("DESK-13 P25 whether a folder takes files is found by a file on Windows, and none is left", async () => {
  const dir = await testFolder();
  requireWritableNow(dir, true);
  expect(await readdir(dir)).toEqual([]);
  await writeFile(join(dir, "file"), "");
  expect(() => requireWritableNow(join(dir, "file"), true)).toThrow(
    expect.objectContaining({ code: expect.stringMatching(/^ENO(?:TDIR|ENT)$/) as string }) as Error,
  );
  expect(() => requireWritableNow(join(dir, "missing"), true)).toThrow(
    expect.objectContaining({ code: "ENOENT" }) as Error,
  );
});

describe("DESK-11 P25 a disk without hard links", () => {
  it.each(["EISDIR", "ENOTSUP", "EPERM", "UNKNOWN"])(
    "gives a new file its name once, after %s of link",
    async (code) => {
      const dir = await testFolder();
      const noLinks = (): never => {
        throw makeError(code);
      };
      const create = (text: string): Promise<boolean> =>
        createDurably(dir, "record", text, `token-${text}`, noLinks);
      const texts = ["one", "other"];
      const made = await Promise.all(texts.map(create));
      expect(made.filter(Boolean)).toEqual([true]);
      expect(await readdir(dir)).toEqual(["record"]);
      expect(await readFile(join(dir, "record"), "utf8")).toBe(texts[made.indexOf(true)]);
      // The name of a folder is taken as well.
      await mkdir(join(dir, "folder"));
      expect(await createDurably(dir, "folder", "text", "token", noLinks)).toBe(false);
    },
  );
});

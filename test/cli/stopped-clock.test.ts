/** The stopped clock of the tests waits for the disk, on every Node. */
import { createReadStream, createWriteStream, readFile as readWithCallback } from "node:fs";
import { open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { makePipe } from "../this-system.ts";
import { stoppedClock } from "./stopped-clock.ts";
import { tempHome } from "./world.ts";

let home: string;
let path: string;
beforeEach(async () => {
  home = await tempHome();
  path = join(home, "file");
  await writeFile(path, "bytes");
});

/** An operation that the clock does not see loses the race against its turns: not each time, but occasionally. */
const TIMES = 50;

async function pass(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe("the clock stands during a file operation", () => {
  it.each<[string, () => Promise<unknown>]>([
    ["reading the status of a file", () => stat(path)],
    ["reading a file", () => readFile(path)],
    ["reading a file, with a callback", () => new Promise((resolve) => readWithCallback(path, resolve))],
    ["reading a stream", () => finished(createReadStream(path).resume())],
    ["writing a file", () => writeFile(path, "more bytes")],
    ["writing a stream", () => finished(createWriteStream(path).end("more bytes"))],
    ["renaming a file", () => rename(path, path)],
    ["listing a folder", () => readdir(home)],
    ["removing a folder", () => rm(join(home, "none"), { recursive: true, force: true })],
  ])("%s", async (_, operation) => {
    for (let time = 0; time < TIMES; time += 1) {
      const clock = stoppedClock(0);
      const slept = clock.sleep(1000).then(() => "slept");
      expect(await Promise.race([operation().then(() => "done"), slept])).toBe("done");
      expect(clock.ms).toBe(0);
      await slept;
      expect(clock.ms).toBe(1000);
    }
  });

  it("each operation of a file handle", async () => {
    const buffer = Buffer.alloc(5);
    for (let time = 0; time < TIMES; time += 1) {
      const handle = await open(path, "r+");
      const operations = [
        () => handle.read(buffer, 0, 5, 0),
        () => handle.write(buffer, 0, 5, 0),
        () => handle.truncate(5),
        () => handle.datasync(),
        () => handle.sync(),
        () => handle.stat(),
        () => handle.close(),
      ];
      for (const operation of operations) {
        const clock = stoppedClock(0);
        const slept = clock.sleep(1000).then(() => "slept");
        const done = operation().then(() => "done");
        expect(await Promise.race([done, slept]), String(operation)).toBe("done");
        await slept;
      }
    }
  });

  it("however long it takes", async () => {
    const pipe = join(home, "pipe");
    makePipe(pipe);
    const clock = stoppedClock(0);
    // Opening a pipe takes until its other end is opened.
    const opening = open(pipe, "r");
    const slept = clock.sleep(1000);
    await pass(1000);
    const meanwhileMs = clock.ms;
    const ends = [await open(pipe, "w"), await opening];
    await slept;
    expect(clock.ms).toBe(1000);
    for (const end of ends) await end.close();
    expect(meanwhileMs).toBe(0);
  });
});

describe("the clock moves", () => {
  it("to the first waiting timer, one at a time", async () => {
    const clock = stoppedClock(0);
    const woken: number[] = [];
    await Promise.all(
      [300, 100, 200].map(async (ms) => {
        await clock.sleep(ms);
        woken.push(clock.ms);
      }),
    );
    expect(woken).toEqual([100, 200, 300]);
    expect(clock.slept).toEqual([100, 200, 300]);
  });

  it("not during work that a test declares", async () => {
    const clock = stoppedClock(0);
    let end: () => void = () => undefined;
    const working = clock.during(new Promise<void>((resolve) => (end = resolve)));
    const slept = clock.sleep(1000);
    await pass(1000);
    expect(clock.ms).toBe(0);
    end();
    await working;
    await slept;
    expect(clock.ms).toBe(1000);
  });
});

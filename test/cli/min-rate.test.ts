/** A data server that sends a byte now and then continues forever, unless `--min-rate` ends it. */
import { beforeEach, describe, expect, it } from "vitest";
import type { Send } from "../../src/contract/send.ts";
import { stoppedClock } from "./stopped-clock.ts";
import { BASE_URL, runWords, tempHome } from "./world.ts";

const FILE = Buffer.concat([Buffer.from("II*\0"), Buffer.alloc(5996, "SAR ")]);

const ASSETS = { HH: { href: "https://data.example/HH.tif?sig=s3cret" } };
const ITEMS = Buffer.from(JSON.stringify([{ id: "scene", collection: "archive", assets: ASSETS }]));
async function* items() {
  yield ITEMS;
}

let home: string;
beforeEach(async () => {
  home = await tempHome();
});

/** `order download` of one file at this rate, one second's bytes at a time. */
async function download(bytesPerSecond: number, words: string) {
  const clock = stoppedClock();
  const file = async function* () {
    for (let at = 0; at < FILE.length; at += bytesPerSecond) {
      clock.ms += 1000;
      yield FILE.subarray(at, at + bytesPerSecond);
    }
  };
  const send: Send = async ({ url }) => {
    const isFile = !url.startsWith(BASE_URL);
    const length = isFile ? FILE.length : ITEMS.length;
    const type = isFile ? "image/tiff" : "application/json";
    const headers = { "content-type": type, "content-length": String(length) };
    return { status: 200, headers, body: isFile ? file() : items() };
  };
  const env = { SWATH_BASE_URL: BASE_URL, SWATH_API_KEY: "key" };
  return runWords(`order download o-1 --out-dir out --retries 0 ${words}`, { env, home, send, clock });
}

describe("a trickling download", () => {
  it("P14 is ended below 1 kB/s over a minute", async () => {
    const { exitCode, stderr } = await download(20, "");
    expect(exitCode).toBe(10);
    expect(stderr).toContain("trickle");
  });

  it.each([
    ["with --min-rate 0", 20, "--min-rate 0"],
    ["above a lower --min-rate", 20, "--min-rate 10B/s"],
    ["below a --min-rate that --limit-rate disables", 20, "--limit-rate 1kB/s"],
  ])("P14 continues %s", async (_what, rate, words) => {
    expect(await download(rate, words)).toMatchObject({ exitCode: 0 });
  });

  it("P14 is ended below the limit of --min-rate", async () => {
    expect(await download(80, "--min-rate 10B/s")).toMatchObject({ exitCode: 0 });
    const { exitCode, stderr } = await download(80, "--min-rate 100 --overwrite");
    expect(exitCode).toBe(10);
    expect(stderr).toContain("trickle");
  });
});

describe("--min-rate", () => {
  it.each(["order download o-1", "export fetch --type latest", "export sync mirror"])(
    "%s: a misspelt rate is refused before any request",
    async (command) => {
      for (const text of ["fast", "10Mbit/s", "-5", "0.5", "5 files/s", ""]) {
        const { exitCode, requests, stderr } = await runWords([...command.split(" "), `--min-rate=${text}`], {
          home,
        });
        expect({ text, exitCode, requests }).toEqual({ text, exitCode: 2, requests: [] });
        expect(stderr).toContain("must be a rate such as 10kB/s or 500B/s, or 0 to wait for any");
      }
    },
  );

  it.each(["order download o-1", "export fetch --type latest --format gpkg", "export sync mirror"])(
    "%s: a rate above --limit-rate is refused, with a next step",
    async (command) => {
      const words = `${command} --min-rate 10MB/s --limit-rate 5MB/s --sandbox`;
      const { exitCode, requests, stderr } = await runWords(words, { home });
      expect({ exitCode, requests }).toEqual({ exitCode: 2, requests: [] });
      expect(stderr).toContain("--min-rate 10.0 MB/s is above --limit-rate 5.0 MB/s");
      expect(stderr).toContain("Lower --min-rate");
    },
  );
});

/** Odd but usable replies of a data server, and odd links of an order. */
import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { TransportError, type Send } from "../../src/contract/send.ts";
import { errorOf } from "./scripted-service.ts";
import { BASE_URL, runWords, tempHome, type Surroundings } from "./world.ts";

const TIFF = Buffer.from("II*\0 the image");

interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body: Buffer;
}

const whole: Reply = { body: TIFF };

/** An order of these assets, whose data server gives these replies in turn; the last one stays. */
function serviceOf(assets: object, ...replies: (Reply | TransportError)[]): Send {
  let asked = 0;
  const reply = (status: number, headers: Record<string, string>, body: Buffer) => ({
    status,
    headers: { "content-length": String(body.length), ...headers },
    body: (async function* () {
      yield body;
    })(),
  });
  return async ({ url }) => {
    if (url.startsWith(BASE_URL)) {
      const item = { id: "scene", collection: "archive", assets };
      return reply(200, { "content-type": "application/json" }, Buffer.from(JSON.stringify([item])));
    }
    const next = replies[Math.min(asked++, replies.length - 1)]!;
    if (next instanceof TransportError) throw next;
    return reply(next.status ?? 200, next.headers ?? {}, next.body);
  };
}

let home: string;
beforeEach(async () => {
  home = await tempHome();
});
const download = (send: Send, words = "--out-dir out --json", more: Surroundings = {}) =>
  runWords(`order download o-1 ${words}`, {
    env: { SWATH_BASE_URL: BASE_URL, SWATH_API_KEY: "key" },
    home,
    send,
    ...more,
  });
const fromData = ({ requests }: { requests: { url: string }[] }): number =>
  requests.filter(({ url }) => url.startsWith("https://data.example/")).length;

const HH = { href: "https://data.example/HH.tif?sig=s3cret" };

describe("an asset with an unusable link", () => {
  const HREFS = [null, 7, true, ["https://data.example/HV.tif"], { url: "https://data.example/HV.tif" }, ""];
  const words = "order links o-1";
  it.each([...HREFS, undefined, "ftp://data.example/HV.tif", "https://"])(
    "DOWNLOAD-01 P6 href %j: order links reports it, prints the others, and exits with 10",
    async (href) => {
      for (const more of ["--output id", "--asset HV --output id", "--json"]) {
        const run = await runWords(`${words} ${more}`, {
          env: { SWATH_BASE_URL: BASE_URL, SWATH_API_KEY: "key" },
          home,
          send: serviceOf({ HH, HV: { href } }),
        });
        expect(run.exitCode, run.stderr).toBe(10);
        expect(run.stderr).toContain("the service gave no link that can be fetched for HV of scene");
        expect(run.stderr).toContain("add --exclude-asset HV");
        if (more === "--output id") expect(run.stdout).toBe(`${HH.href}\n`);
      }
      const without = await runWords(`${words} --exclude-asset HV --output id`, {
        env: { SWATH_BASE_URL: BASE_URL, SWATH_API_KEY: "key" },
        home,
        send: serviceOf({ HH, HV: { href } }),
      });
      expect([without.exitCode, without.stdout], without.stderr).toEqual([0, `${HH.href}\n`]);
    },
  );

  it.each([...HREFS, undefined])(
    "DOWNLOAD-01 P6 href %j: it is reported, and the exit is 10",
    async (href) => {
      const run = await download(serviceOf({ HH, HV: { href } }, whole));
      expect(run.exitCode, run.stderr).toBe(10);
      expect(errorOf(run)).toMatchObject({
        code: "DOWNLOAD_PARTIAL",
        message: "the service gave no link that can be fetched for HV of scene",
      });
      expect(fromData(run)).toBe(1);
    },
  );
});

describe("the only asset of an order has an unusable link", () => {
  it.each(["file:///etc/passwd", "//x", 7])(
    "DOWNLOAD-01 href %j is reported with exit 10, without waiting for it",
    async (href) => {
      for (const words of ["--out-dir out --json", "--out-dir out --json --wait"]) {
        const run = await download(serviceOf({ HV: { href } }), words);
        expect(run.exitCode, run.stderr).toBe(10);
        expect(errorOf(run).message).toContain("no link that can be fetched for HV of scene");
      }
    },
  );
});

describe("a reply of an unexpected length", () => {
  const assets = { HH: { ...HH, "file:size": TIFF.length } };
  const short: Reply = { body: Buffer.from("busy") };

  it.each(["--out-dir out --json", "--stdout"])("DOWNLOAD-07 %s: the next reply is right", async (words) => {
    const run = await download(serviceOf(assets, short, whole), words);
    expect(run.exitCode, run.stderr).toBe(0);
    expect(fromData(run)).toBe(2);
  });

  it("DOWNLOAD-07 the next reply is wrong as well: exit 10 after two requests", async () => {
    const run = await download(serviceOf(assets, short));
    expect(run.exitCode).toBe(10);
    expect(errorOf(run)).toMatchObject({
      code: "DOWNLOAD_INCOMPLETE",
      message: `scene/HH.tif: the server announces 4 bytes where the item promises ${TIFF.length}`,
    });
    expect(fromData(run)).toBe(2);
  });
});

describe("a 206 without a range request", () => {
  const partial = (range: string, more: object = {}): Reply => ({
    status: 206,
    headers: { "content-range": range, ...more },
    body: TIFF,
  });
  const last = TIFF.length - 1;

  it.each(["--out-dir out --json", "--stdout"])(
    "DOWNLOAD-07 %s: the whole object is stored",
    async (words) => {
      const run = await download(serviceOf({ HH }, partial(`bytes 0-${last}/${TIFF.length}`)), words);
      expect(run.exitCode, run.stderr).toBe(0);
      expect(fromData(run)).toBe(1);
    },
  );

  it.each([
    `bytes 0-${last}/${TIFF.length + 1}`,
    `bytes 1-${last + 1}/${last + 2}`,
    `bytes 0-${last}/*`,
    "0-3",
  ])("DOWNLOAD-07 %s is not the whole object", async (range) => {
    const run = await download(serviceOf({ HH }, partial(range), whole));
    expect(run.exitCode, run.stderr).toBe(0);
    expect(fromData(run)).toBe(2);
  });
});

describe("a reply that is not HTTP", () => {
  const fault = new TransportError("protocol", "maybe", "data.example: the response is not valid HTTP");

  it.each(["--out-dir out --json", "--stdout"])("P6 %s: one of them is retried", async (words) => {
    const run = await download(serviceOf({ HH }, fault, whole), words);
    expect(run.exitCode, run.stderr).toBe(0);
    expect(fromData(run)).toBe(2);
  });

  it.each(["--out-dir out --json", "--stdout"])("P6 %s: it fails in words when all are", async (words) => {
    const run = await download(serviceOf({ HH }, fault), `${words} --retries 1`);
    expect(run.exitCode).not.toBe(0);
    expect(run.stdout + run.stderr).toContain("data.example: the response is not valid HTTP");
    expect(fromData(run)).toBe(2);
  });
});

describe("a body that breaks off, of a server without ETags", () => {
  const date = { "last-modified": "Sat, 21 Nov 2026 00:00:30 GMT" };
  const half = { body: TIFF.subarray(0, 7), headers: { "content-length": String(TIFF.length), ...date } };
  const rest: Reply = {
    status: 206,
    headers: { "content-range": `bytes 7-${TIFF.length - 1}/${TIFF.length}`, ...date },
    body: TIFF.subarray(7),
  };
  const sum = { "file:checksum": `1220${createHash("sha256").update(TIFF).digest("hex")}` };

  it("DOWNLOAD-07 is continued by Last-Modified where the item promises a digest", async () => {
    const run = await download(serviceOf({ HH: { ...HH, ...sum } }, half, rest));
    expect(run.exitCode, run.stderr).toBe(0);
    expect(fromData(run)).toBe(2);
  });

  it("DOWNLOAD-07 begins again where nothing proves the bytes", async () => {
    const run = await download(serviceOf({ HH }, half, whole));
    expect(run.exitCode, run.stderr).toBe(0);
    expect(fromData(run)).toBe(2);
  });
});

describe("verified, or complete", () => {
  const noteOf = (stderr: string): string => /HH\.tif: 14 B, (\w+)/.exec(stderr)?.[1] ?? stderr;
  const sha256 = `1220${createHash("sha256").update(TIFF).digest("hex")}`;

  it.each([
    ["Content-Length alone", {}, {}, "complete"],
    ["a promised size", { "file:size": TIFF.length }, {}, "verified"],
    ["a promised digest", { "file:checksum": sha256 }, {}, "verified"],
    [
      "a digest in the reply",
      {},
      { "content-md5": createHash("md5").update(TIFF).digest("base64") },
      "verified",
    ],
  ])("DOWNLOAD-07 %s", async (_what, promised, headers, word) => {
    const assets = { HH: { ...HH, ...promised } };
    const filed = await download(serviceOf(assets, { body: TIFF, headers }), "--out-dir out --output table");
    expect(filed.exitCode, filed.stderr).toBe(0);
    expect(noteOf(filed.stderr)).toBe(word);
    const streamed = await download(serviceOf(assets, { body: TIFF, headers }), "--stdout");
    expect(noteOf(streamed.stderr)).toBe(word);
  });

  it("DOWNLOAD-07 the list of files shows the state complete", async () => {
    const run = await download(serviceOf({ HH }, whole), "--out-dir out", { stdoutTTY: true, columns: 100 });
    expect(run.stdout).toMatch(/HH\.tif +downloaded +14 B +complete/);
  });
});

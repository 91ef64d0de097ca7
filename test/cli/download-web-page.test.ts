/** A server that answers 200 with a web page, a login form or an XML error in place of the file that was asked for. */
import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Send } from "../../src/contract/send.ts";
import { errorOf } from "./scripted-service.ts";
import { BASE_URL, runWords, tempHome, type Surroundings } from "./world.ts";

const FORM = '<!DOCTYPE html>\n<html><body><form action="/login">Sign in</form></body></html>\n';
const STORE_ERROR = '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code></Error>';
const TIFF = Buffer.from("II*\0 the image");

interface Reply {
  type?: string | undefined;
  body: string | Buffer;
}

/** An order of one asset, whose data server gives these replies in turn; the last one stays. */
function serviceOf(asset: object, ...replies: Reply[]): Send {
  let asked = 0;
  const reply = (type: string | undefined, body: string | Buffer) => ({
    status: 200,
    headers: {
      ...(type !== undefined && { "content-type": type }),
      "content-length": String(Buffer.byteLength(body)),
    },
    body: (async function* () {
      yield Buffer.from(body);
    })(),
  });
  return async ({ url }) => {
    if (url.startsWith(BASE_URL)) {
      const assets = { HH: { href: "https://data.example/HH.tif?sig=s3cret", ...asset } };
      return reply("application/json", JSON.stringify([{ id: "scene", collection: "archive", assets }]));
    }
    const { type, body } = replies[Math.min(asked++, replies.length - 1)]!;
    return reply(type, body);
  };
}

let home: string;
beforeEach(async () => {
  home = await tempHome();
});
const env = { SWATH_BASE_URL: BASE_URL, SWATH_API_KEY: "key" };
const swath = (words: string, more: Surroundings = {}) => runWords(words, { env, home, ...more });
const download = (send: Send, words = "--out-dir out --json") =>
  swath(`order download o-1 ${words}`, { send });
const fromData = ({ requests }: { requests: { url: string }[] }): number =>
  requests.filter(({ url }) => url.startsWith("https://data.example/")).length;
const namesIn = async (folder: string): Promise<string[]> =>
  readdir(join(home, folder), { recursive: true }).catch(() => []);

const IMAGE = { type: "image/tiff; application=geotiff" };
const NAMELESS = { href: "https://data.example/HH?sig=s3cret" };
const PAGES: [string, Reply][] = [
  ["a login form", { type: "text/html; charset=utf-8", body: FORM }],
  ["an XML error", { type: "application/xml", body: STORE_ERROR }],
  ["a page of another spelling", { type: "Application/XHTML+xml", body: "<p>sorry</p>" }],
  ["a page that calls itself an image", { type: "image/tiff", body: FORM }],
  ["an XML error that calls itself bytes", { type: "application/octet-stream", body: STORE_ERROR }],
  ["a page without a type", { body: `\uFEFF\r\n <HTML lang="en"></HTML>` }],
];

describe("a web page in place of an image", () => {
  it.each(PAGES)("DOWNLOAD-07 P6 %s is never stored, nor called verified", async (_what, page) => {
    const run = await download(serviceOf(IMAGE, page));
    expect(run.exitCode, run.stderr).toBe(10);
    expect(errorOf(run)).toMatchObject({
      code: "DOWNLOAD_INCOMPLETE",
      message: expect.stringContaining("the server sent a web page in place of the file") as string,
    });
    expect(fromData(run)).toBeGreaterThan(1);
    expect((await namesIn("out")).filter((name) => /HH|part/.test(name))).toEqual([]);
    expect((await swath("verify out")).exitCode).not.toBe(0);
  });

  it.each(PAGES)("DOWNLOAD-07 P6 %s does not go to stdout either", async (_what, page) => {
    const run = await download(serviceOf(IMAGE, page), "--stdout");
    expect({ exitCode: run.exitCode, stdout: run.stdout }).toEqual({ exitCode: 10, stdout: "" });
    expect(run.stderr).toContain("the server sent a web page in place of the file");
  });

  it.each(PAGES)("DOWNLOAD-07 P6 %s, and then the file: it is tried again", async (_what, page) => {
    const run = await download(serviceOf(IMAGE, page, { type: "image/tiff", body: TIFF }));
    expect(run.exitCode, run.stderr).toBe(0);
    expect(fromData(run)).toBe(2);
    expect((await swath("verify out")).exitCode).toBe(0);
  });

  it("DOWNLOAD-07 P6 without checksums it is refused all the same", async () => {
    const send = serviceOf({ ...IMAGE, "file:size": 4_000_000 }, { type: "text/html", body: FORM });
    const run = await download(send, "--out-dir out --checksum none --json");
    expect([run.exitCode, errorOf(run).message]).toEqual([
      10,
      expect.stringContaining("sent a web page") as string,
    ]);
  });

  it("DOWNLOAD-07 P6 a promised size that differs calls it a page, and tries again", async () => {
    const asset = { ...IMAGE, "file:size": TIFF.length };
    const page: Reply = { type: "text/html", body: FORM };
    const refused = await download(serviceOf(asset, page));
    expect([refused.exitCode, errorOf(refused).message]).toEqual([
      10,
      expect.stringContaining("sent a web page") as string,
    ]);
    const mended = await download(serviceOf(asset, page, { type: "image/tiff", body: TIFF }));
    expect(mended.exitCode, mended.stderr).toBe(0);
  });
});

describe("an asset whose type says nothing, but whose name is that of an image", () => {
  it.each([
    ["no type", {}],
    ["a type for any bytes", { type: "application/octet-stream" }],
  ])("DOWNLOAD-07 %s: a login form is not stored as HH.tif", async (_what, asset) => {
    const run = await download(serviceOf(asset, { type: "text/html", body: FORM }));
    expect(run.exitCode).toBe(10);
    expect(run.stderr).toContain("the server sent a web page");
    expect((await namesIn("out")).filter((name) => name.endsWith(".tif"))).toEqual([]);
  });
});

/** First bytes of files of each kind. */
const STARTS = {
  TIFF,
  BigTIFF: Buffer.from("MM\0+ the image"),
  NITF: Buffer.from("NITF02.10"),
  PNG: Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
  JPEG: Buffer.from("\xff\xd8\xff\xe0", "latin1"),
  HDF5: Buffer.from("\x89HDF\r\n\x1a\n", "latin1"),
  "HDF5 behind a block": Buffer.concat([Buffer.alloc(512), Buffer.from("\x89HDF\r\n\x1a\n", "latin1")]),
  Parquet: Buffer.from("PAR1"),
  ZIP: Buffer.from("PK\x03\x04"),
  "an empty ZIP": Buffer.from("PK\x05\x06"),
  JSON: Buffer.from('\uFEFF {"type":"FeatureCollection"}'),
};
const TYPES = {
  TIFF: ["image/tiff; application=geotiff", "image/TIFF"],
  NITF: ["application/vnd.nitf"],
  PNG: ["image/png"],
  JPEG: ["image/jpeg"],
  HDF5: ["application/x-hdf5"],
  Parquet: ["application/vnd.apache.parquet", "application/x-parquet"],
  ZIP: ["application/zip"],
  JSON: ["application/json", "application/geo+json"],
} as const;
const OWN: Record<keyof typeof TYPES, (keyof typeof STARTS)[]> = {
  TIFF: ["TIFF", "BigTIFF"],
  NITF: ["NITF"],
  PNG: ["PNG"],
  JPEG: ["JPEG"],
  HDF5: ["HDF5", "HDF5 behind a block"],
  Parquet: ["Parquet"],
  ZIP: ["ZIP", "an empty ZIP"],
  JSON: ["JSON"],
};
const FORMATS = Object.keys(TYPES) as (keyof typeof TYPES)[];

describe("bytes of another format than the type of the asset says", () => {
  const stored = async (type: string, body: Buffer, promise: object = {}, words?: string) => {
    home = await tempHome();
    const asset = { ...NAMELESS, type, ...promise };
    return download(serviceOf(asset, { type: "application/octet-stream", body }), words);
  };

  it.each(FORMATS)("DOWNLOAD-07 P6 %s: its own bytes are stored, and those of no other", async (format) => {
    for (const type of TYPES[format])
      for (const [kind, body] of Object.entries(STARTS)) {
        const run = await stored(type, body);
        const isOwn = OWN[format].includes(kind as keyof typeof STARTS);
        expect(run.exitCode, `${kind} as ${type}: ${run.stderr}`).toBe(isOwn ? 0 : 10);
        if (!isOwn) expect(run.stderr).toMatch(/the server sent \S.* in place of an? \w+ file, twice/);
      }
  });

  it("DOWNLOAD-07 P6 an error in JSON, text and nothing at all are named for what they are", async () => {
    for (const [body, what] of [
      ['{"error":{"code":"EXPIRED"}}', "JSON"],
      ["the link has expired\n", "text"],
      ["", "no bytes"],
      ["\0\x01\x02", "other bytes"],
      [STARTS.PNG, "PNG"],
    ] as const) {
      const run = await stored("image/tiff", Buffer.from(body));
      expect(errorOf(run).message).toContain(`the server sent ${what} in place of a TIFF file`);
      expect((await namesIn("out")).filter((name) => /HH|part/.test(name))).toEqual([]);
      const streamed = await stored("image/tiff", Buffer.from(body), {}, "--stdout");
      expect([streamed.exitCode, streamed.stdout]).toEqual([10, ""]);
    }
  });

  it("DOWNLOAD-07 P6 an error, and then the file: it is tried again", async () => {
    const asset = { ...NAMELESS, ...IMAGE };
    const run = await download(serviceOf(asset, { body: '{"error":"busy"}' }, { body: TIFF }));
    expect([run.exitCode, fromData(run)], run.stderr).toEqual([0, 2]);
  });

  const { PNG } = STARTS;
  it.each([
    ["a promised size agrees", "image/tiff", { "file:size": PNG.length }, undefined],
    [
      "a promised digest agrees",
      "image/tiff",
      { "file:checksum": `1220${createHash("sha256").update(PNG).digest("hex")}` },
      undefined,
    ],
    ["its name says what it is", "image/tiff", { href: "https://data.example/HH.png?sig=1" }, undefined],
    ["its type says nothing", "application/octet-stream", {}, undefined],
    ["its type is another one", "application/vnd.example", {}, undefined],
    ["nothing is to be checked", "image/tiff", {}, "--out-dir out --checksum none --json"],
  ])("DOWNLOAD-07 %s: it is stored", async (_what, type, promise, words) => {
    const run = await stored(type, PNG, promise, words);
    expect(run.exitCode, run.stderr).toBe(0);
    expect(fromData(run)).toBe(1);
  });
});

describe("what is no web page in place of a file", () => {
  it.each([
    ["a promised size agrees", { ...IMAGE, "file:size": TIFF.length }, { type: "text/html", body: TIFF }],
    ["the asset is a page itself", { type: "text/html" }, { type: "text/html", body: FORM }],
    [
      "the asset is XML",
      { type: "application/vnd.google-earth.kml+xml" },
      { type: "text/xml", body: "<kml/>" },
    ],
    ["the asset is text", { type: "text/plain" }, { type: "text/html", body: FORM }],
    ["the asset has neither a type nor a telling name", NAMELESS, { type: "text/html", body: FORM }],
    ["the type of the asset is no text", { ...NAMELESS, type: 7 }, { type: "text/html", body: FORM }],
    ["the reply is an image without a type", IMAGE, { body: TIFF }],
    ["the reply is JSON", { type: "application/geo+json" }, { type: "text/plain", body: "{}" }],
  ])("DOWNLOAD-07 %s: it is stored", async (_what, asset, reply) => {
    const run = await download(serviceOf(asset, reply));
    expect(run.exitCode, run.stderr).toBe(0);
    expect(fromData(run)).toBe(1);
  });
});

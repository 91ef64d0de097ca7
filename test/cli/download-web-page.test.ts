/** A server that answers 200 with a web page, a login form or an XML error in place of the requested file. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Send } from "../../src/contract/send.ts";
import { namesBelow } from "../names-below.ts";
import { errorOf } from "./scripted-service.ts";
import { stoppedClock } from "./stopped-clock.ts";
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
const namesIn = async (folder: string): Promise<string[]> => namesBelow(join(home, folder)).catch(() => []);

const IMAGE = { type: "image/tiff; application=geotiff" };
const NAMELESS = { href: "https://data.example/HH?sig=s3cret" };
const PAGES: [string, Reply, string?][] = [
  ["a login form", { type: "text/html; charset=utf-8", body: FORM }],
  ["an XML error", { type: "application/xml", body: STORE_ERROR }, "an XML error"],
  ["XML that is not an error", { type: "text/xml", body: "<note/>" }, "an XML document"],
  ["a page declared as XML", { type: "text/xml", body: FORM }],
  ["a page in another spelling", { type: "Application/XHTML+xml", body: "<p>sorry</p>" }],
  ["a page declared as an image", { type: "image/tiff", body: FORM }],
  ["an XML error declared as bytes", { type: "application/octet-stream", body: STORE_ERROR }, "an XML error"],
  ["a page without a type", { body: `\uFEFF\r\n <HTML lang="en"></HTML>` }],
];

describe("a web page in place of an image", () => {
  it.each(PAGES)(
    "DOWNLOAD-07 P6 %s is never stored, nor called verified",
    async (_what, page, name = "a web page") => {
      const run = await download(serviceOf(IMAGE, page));
      expect(run.exitCode, run.stderr).toBe(10);
      expect(errorOf(run)).toMatchObject({
        code: "DOWNLOAD_INCOMPLETE",
        message: expect.stringContaining(`the server sent ${name} in place of the file`) as string,
      });
      expect(fromData(run)).toBeGreaterThan(1);
      expect((await namesIn("out")).filter((name) => /HH|part/.test(name))).toEqual([]);
      expect((await swath("verify out")).exitCode).not.toBe(0);
    },
  );

  it.each(PAGES)("DOWNLOAD-07 P6 %s is not written to stdout", async (_what, page, name = "a web page") => {
    const run = await download(serviceOf(IMAGE, page), "--stdout");
    expect({ exitCode: run.exitCode, stdout: run.stdout }).toEqual({ exitCode: 10, stdout: "" });
    expect(run.stderr).toContain("code DOWNLOAD_INCOMPLETE");
    expect(run.stderr).toContain(`the server sent ${name}`);
  });

  it.each(PAGES)("DOWNLOAD-07 P6 %s, and then the file: it is retried", async (_what, page) => {
    const run = await download(serviceOf(IMAGE, page, { type: "image/tiff", body: TIFF }));
    expect(run.exitCode, run.stderr).toBe(0);
    expect(fromData(run)).toBe(2);
    expect((await swath("verify out")).exitCode).toBe(0);
  });

  it("DOWNLOAD-07 P8 a page gets 3 requests, each after the first with a fresh link", async () => {
    let [links, data] = [0, 0];
    const pages = serviceOf(IMAGE, { type: "text/html", body: FORM });
    const clock = stoppedClock();
    const startMs = clock.ms;
    const run = await swath("order download o-1 --out-dir out --json", {
      clock,
      send: (request) =>
        clock.during(request.url.startsWith(BASE_URL) ? (links++, pages(request)) : (data++, pages(request))),
    });
    expect([run.exitCode, data, links]).toEqual([10, 3, 3]);
    expect(clock.ms - startMs).toBeLessThan(2000);
    expect(errorOf(run).message).toContain(", 3 times in a row");
  });

  it("DOWNLOAD-07 P6 it is refused without checksums as well", async () => {
    const send = serviceOf({ ...IMAGE, "file:size": 4_000_000 }, { type: "text/html", body: FORM });
    const run = await download(send, "--out-dir out --checksum none --json");
    expect([run.exitCode, errorOf(run).message]).toEqual([
      10,
      expect.stringContaining("sent a web page") as string,
    ]);
  });

  it("DOWNLOAD-07 P6 with a wrong size it is still called a page, and retried", async () => {
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

describe("an asset without a type, but with the name of an image", () => {
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

const JSON_ERROR = '{"error":"expired token"}';
const named = (name: string) => ({ href: `https://data.example/${name}?sig=s3cret` });

describe("an error page in place of a file without a known size, digest and type", () => {
  const [html, json] = [
    { type: "text/html", body: FORM },
    { type: "application/json", body: JSON_ERROR },
  ];
  const xml = { type: "application/xml", body: STORE_ERROR };
  const [bytes, anyXml] = [{ type: "application/octet-stream" }, { type: "application/xml" }];
  it.each<[string, object, Reply, string]>([
    ["x.tif is JSON", named("x.tif"), json, "JSON in place of a TIFF file"],
    ["x.tif of any type is JSON", { ...named("x.tif"), ...bytes }, json, "JSON in place of a TIFF file"],
    ["x.tif called XML is JSON", { ...named("x.tif"), ...anyXml }, json, "JSON in place of a TIFF file"],
    ["x.tif called XML is an XML error", { ...named("x.tif"), ...anyXml }, xml, "an XML error in place of"],
    ["x.tif called XML is a page", { ...named("x.tif"), ...anyXml }, html, "a web page in place of"],
    ["n.ntf is an XML error", named("n.ntf"), xml, "an XML error in place of"],
    [
      "n.ntf is text",
      named("n.ntf"),
      { type: "text/plain", body: "expired" },
      "text in place of a NITF file",
    ],
    ["q.png is a TIFF", named("q.png"), { body: TIFF }, "TIFF in place of a PNG file"],
    ["s.h5 is JSON", named("s.h5"), json, "JSON in place of a HDF5 file"],
    ["t.parquet is a page", named("t.parquet"), { ...html, type: "text/plain" }, "a web page in place of"],
    ["z.zip is JSON", named("z.zip"), json, "JSON in place of a ZIP file"],
    ["m.json is a page", named("m.json"), html, "a web page in place of"],
    ["m.json is a page called JSON", named("m.json"), { ...json, body: FORM }, "a web page in place of"],
    ["m.json is an XML error", named("m.json"), xml, "an XML error in place of"],
    ["JSON is a page", { ...NAMELESS, type: "application/json" }, html, "a web page in place of"],
    ["XML is a page", { ...NAMELESS, ...anyXml }, html, "a web page in place of"],
    [
      "XML is a page called XML",
      { ...NAMELESS, ...anyXml },
      { ...xml, body: FORM },
      "a web page in place of",
    ],
    ["XML is JSON", { ...NAMELESS, ...anyXml }, json, "a JSON error in place of"],
    ["m.xml is a page", named("m.xml"), html, "a web page in place of"],
    ["a file without an ending is a page", NAMELESS, html, "a web page in place of"],
    ["a file whose type is not text is a page", { ...NAMELESS, type: 7 }, html, "a web page in place of"],
    ["a file without an ending is a page called bytes", NAMELESS, { body: FORM }, "a web page in place of"],
    ["a file without an ending is a JSON error", NAMELESS, json, "a JSON error in place of"],
    [
      "a file without an ending is a problem",
      { ...NAMELESS, ...bytes },
      { body: '{"type":"about:blank","title":"Gone","status":410}' },
      "a JSON error in place of",
    ],
    ["a file without an ending is an XML error", NAMELESS, xml, "an XML error in place of"],
  ])("DOWNLOAD-07 P6 %s: it is retried, never stored, exit 10", async (_what, asset, reply, message) => {
    const run = await download(serviceOf(asset, reply));
    expect(run.exitCode, run.stderr).toBe(10);
    expect(errorOf(run)).toMatchObject({
      code: "DOWNLOAD_INCOMPLETE",
      message: expect.stringContaining(`the server sent ${message}`) as string,
    });
    expect(fromData(run)).toBeGreaterThan(1);
    expect((await namesIn("out")).filter((name) => /^scene.|part/.test(name))).toEqual([]);
    expect((await swath("verify out")).exitCode).not.toBe(0);
    const unchecked = await download(serviceOf(NAMELESS, json), "--out-dir any --checksum none --json");
    expect(unchecked.exitCode, unchecked.stderr).toBe(10);
  });
});

/** First bytes of files of each format. */
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

describe("bytes of another format than the asset's type", () => {
  const stored = async (type: string, body: Buffer, promise: object = {}, words?: string) => {
    home = await tempHome();
    const asset = { ...NAMELESS, type, ...promise };
    return download(serviceOf(asset, { type: "application/octet-stream", body }), words);
  };

  it.each(FORMATS)(
    "DOWNLOAD-07 P6 %s: bytes of its format are stored, and others are not",
    async (format) => {
      for (const type of TYPES[format])
        for (const [kind, body] of Object.entries(STARTS)) {
          const run = await stored(type, body);
          const isOwn = OWN[format].includes(kind as keyof typeof STARTS);
          expect(run.exitCode, `${kind} as ${type}: ${run.stderr}`).toBe(isOwn ? 0 : 10);
          if (!isOwn) expect(run.stderr).toMatch(/the server sent \S.* in place of an? \w+ file, twice/);
        }
    },
  );

  it("DOWNLOAD-07 P6 an error in JSON, text, and an empty body are reported as such", async () => {
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

  it("DOWNLOAD-07 P6 an error, and then the file: it is retried", async () => {
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
    ["its name shows its format", "image/tiff", { href: "https://data.example/HH.png?sig=1" }, undefined],
    ["its type is general", "application/octet-stream", {}, undefined],
    ["its type is another one", "application/vnd.example", {}, undefined],
    ["nothing is checked", "image/tiff", {}, "--out-dir out --checksum none --json"],
  ])("DOWNLOAD-07 %s: it is stored", async (_what, type, promise, words) => {
    const run = await stored(type, PNG, promise, words);
    expect(run.exitCode, run.stderr).toBe(0);
    expect(fromData(run)).toBe(1);
  });
});

describe("a body that is not a web page in place of a file", () => {
  it.each([
    ["a promised size agrees", { ...IMAGE, "file:size": TIFF.length }, { type: "text/html", body: TIFF }],
    ["the asset itself is a page", { type: "text/html" }, { type: "text/html", body: FORM }],
    [
      "the asset is XML",
      { type: "application/vnd.google-earth.kml+xml" },
      { type: "text/xml", body: "<kml/>" },
    ],
    ["the asset is text", { type: "text/plain" }, { type: "text/html", body: FORM }],
    ["the asset's name is that of a page", named("a.html"), { type: "text/html", body: FORM }],
    ["the asset's name is that of text", named("a.txt"), { type: "text/html", body: FORM }],
    ["the asset's name is that of XML", named("a.xml"), { type: "application/xml", body: STORE_ERROR }],
    ["the asset's name is that of JSON", named("a.json"), { type: "text/plain", body: JSON_ERROR }],
    ["the asset is JSON", { ...NAMELESS, type: "application/json" }, { body: JSON_ERROR }],
    ["the asset is XML of any kind", { ...NAMELESS, type: "application/xml" }, { body: "<SICD/>" }],
    ["the asset may be XML", NAMELESS, { type: "application/xml", body: "<?xml version='1.0'?><SICD/>" }],
    ["the asset may be JSON", NAMELESS, { type: "application/json", body: '{"look":"left"}' }],
    ["the asset may be an item", NAMELESS, { body: '{"type":"Feature","detail":1}' }],
    ["the asset may be a list", NAMELESS, { body: '[{"error":1}]' }],
    ["the page is of the promised size", { ...NAMELESS, "file:size": FORM.length }, { body: FORM }],
    ["its name has no known extension", named("HH.tif"), { body: Buffer.from([0, 1, 2]) }],
    ["a name with a coding, whose file arrives without it", named("a.json.gz"), { body: '{"look":"left"}' }],
    ["the reply is an image without a type", IMAGE, { body: TIFF }],
    ["the reply is JSON", { type: "application/geo+json" }, { type: "text/plain", body: "{}" }],
  ])("DOWNLOAD-07 %s: it is stored", async (_what, asset, reply) => {
    const run = await download(serviceOf(asset, reply));
    expect(run.exitCode, run.stderr).toBe(0);
    expect(fromData(run)).toBe(1);
  });
});

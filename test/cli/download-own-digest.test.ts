/** Bytes whose headers contradict the item, or carry a content coding that is none: the item and the bytes decide. */
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { Send } from "../../src/contract/send.ts";
import { judgeReply } from "../../src/transfer/reply/judge-reply.ts";
import { errorOf } from "./scripted-service.ts";
import { BASE_URL, runWords, tempHome } from "./world.ts";

const TIFF: Buffer = Buffer.from("II*\0 the image");
const hex = (algorithm: string, bytes: Buffer = TIFF): string =>
  createHash(algorithm).update(bytes).digest("hex");
const base64 = (algorithm: string, bytes: Buffer): string =>
  Buffer.from(hex(algorithm, bytes), "hex").toString("base64");
const OTHER: Buffer = Buffer.from("the stored object");

/** Answers with an order of one asset, and with these bytes and headers for its link. */
const serviceOf =
  (asset: object, headers: Record<string, string>, bytes: Buffer = TIFF): Send =>
  async ({ url }) => {
    const isData = !url.startsWith(BASE_URL);
    const assets = { VV: { href: "https://data.example/scene?sig=1", ...asset } };
    const body = isData ? bytes : Buffer.from(JSON.stringify([{ id: "scene", collection: "c", assets }]));
    return {
      status: 200,
      headers: { "content-length": String(body.length), ...(isData && headers) },
      body: (async function* () {
        yield body;
      })(),
    };
  };

let home: string;
beforeEach(async () => {
  home = await tempHome();
});
const download = (send: Send, words = "--out-dir out") =>
  runWords(`order download o ${words} --json`, {
    env: { SWATH_BASE_URL: BASE_URL, SWATH_API_KEY: "key" },
    home,
    send,
  });

const size = { "file:size": TIFF.length };
const checksum = { "file:checksum": `1220${hex("sha256")}` };
const typed = { type: "image/tiff; application=geotiff" };

describe("an unknown content coding", () => {
  const codings = [
    "aws-chunked",
    "utf-8",
    "none",
    "binary",
    "8bit",
    "identity, identity",
    "gs-chunked, utf-8",
  ];
  it.each(codings)("DOWNLOAD-22 %s: an intact file is kept", async (coding) => {
    for (const asset of [size, checksum, typed, { ...typed, ...size, ...checksum }]) {
      home = await tempHome();
      const run = await download(serviceOf(asset, { "content-encoding": coding }));
      expect(run.exitCode, `${JSON.stringify(asset)}: ${run.stderr}`).toBe(0);
      expect(run.requests).toHaveLength(2);
    }
    home = await tempHome();
    const unchecked = await download(
      serviceOf({}, { "content-encoding": coding }),
      "--out-dir out --checksum none",
    );
    expect(unchecked.exitCode, unchecked.stderr).toBe(0);
    const piped = await download(serviceOf(typed, { "content-encoding": coding }), "--stdout");
    expect([piped.exitCode, piped.stdout], piped.stderr).toEqual([0, TIFF.toString()]);
  });

  it.each<[string, object, Buffer]>([
    ["another size", size, Buffer.concat([TIFF, TIFF])],
    ["another digest", checksum, OTHER],
    ["another format", typed, Buffer.from("400;chunk-signature=1\r\n")],
    ["no format that could show it", {}, TIFF],
    [
      "only a name that could show it",
      { href: "https://data.example/scene.tif" },
      Buffer.from("400;chunk-signature=1\r\n"),
    ],
  ])("P6 DOWNLOAD-22 a file of such a coding with %s is refused", async (_what, asset, bytes) => {
    const run = await download(serviceOf(asset, { "content-encoding": "aws-chunked" }, bytes));
    expect(run.exitCode, run.stderr).toBe(10);
  });

  it.each(["br", "deflate", "zstd", "gzip, br", "gzip, gzip"])(
    "DOWNLOAD-22 the known coding %s is refused, also with a size",
    async (coding) => {
      const run = await download(serviceOf(size, { "content-encoding": coding }));
      expect([run.exitCode, errorOf(run).message], run.stderr).toEqual([
        10,
        expect.stringContaining(`in the coding "${coding}", which was not requested`) as string,
      ]);
    },
  );

  it.each(["gzip", "x-gzip", "identity, gzip", "aws-chunked, gzip"])(
    "DOWNLOAD-22 %s is decoded",
    async (coding) => {
      const run = await download(serviceOf(checksum, { "content-encoding": coding }, gzipSync(TIFF)));
      expect(run.exitCode, run.stderr).toBe(0);
    },
  );

  const GZ = gzipSync(TIFF);
  const gz = { "file:size": GZ.length, "file:checksum": `1220${hex("sha256", GZ)}` };
  const archive = "https://data.example/raw.tar.gz?sig=1";
  it.each<[string, object, Buffer]>([
    ["a file that was never compressed, by its size", size, TIFF],
    ["a file that was never compressed, by size and digest", { ...size, ...checksum }, TIFF],
    ["an archive, by size and digest", { href: archive, ...gz }, GZ],
    ["an archive, by its size", { href: archive, "file:size": GZ.length }, GZ],
    ["an archive, by its type", { href: archive, type: "application/gzip" }, GZ],
    ["a file of unknown type, by size and digest", gz, GZ],
  ])("P6 DOWNLOAD-22 gzip as a label is ignored: %s", async (_what, asset, bytes) => {
    const send = serviceOf(asset, { "content-encoding": "gzip", etag: '"1"' }, bytes);
    const run = await download(send);
    expect(run.exitCode, run.stderr).toBe(0);
    expect((JSON.parse(run.stdout) as { files: { sha256: string }[] }).files).toMatchObject([
      { sha256: hex("sha256", bytes) },
    ]);
  });

  it.each<[string, object]>([
    ["an image", { ...typed, "file:size": GZ.length }],
    ["a text, which may begin in any way", { type: "text/csv", "file:size": GZ.length }],
    ["a file of unknown type", { "file:size": GZ.length }],
  ])(
    "P6 DOWNLOAD-22 %s is not stored compressed where its item has the compressed size",
    async (_what, asset) => {
      const send = serviceOf(asset, { "content-encoding": "gzip" }, GZ);
      const run = await download(send);
      expect(run.exitCode, run.stderr).toBe(10);
      // Without checks, the coding decides.
      const unchecked = await download(send, "--out-dir out --checksum none");
      expect(unchecked.exitCode, unchecked.stderr).toBe(0);
      expect(JSON.parse(unchecked.stdout)).toMatchObject({ files: [{ size: TIFF.length }] });
    },
  );

  it("P6 DOWNLOAD-22 a coding of any words is refused only if one of them is a coding, or nothing shows the bytes", () => {
    const known = fc.constantFrom("br", "deflate", "zstd", "compress");
    const word = fc
      .stringMatching(/^[a-z0-9-]{1,12}$/u)
      .filter((text) => !/gzip|br|deflate|zstd|compress|exi|dc[bz]/u.test(text));
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 3 }),
        fc.option(known),
        fc.boolean(),
        (words, one, isPromised) => {
          const all = one === null ? words : [...words, one];
          const promised = {
            file: isPromised ? { size: 5 } : { mediaType: "application/x-other" },
            digests: [],
          };
          const headers = { "content-encoding": all.join(", "), "content-length": "5" };
          const { kind } = judgeReply({ status: 200, headers }, { from: 0, promised });
          if (one !== null) expect(kind).toBe("refused");
          else if (isPromised) expect(kind).toBe("whole");
        },
      ),
    );
  });
});

describe("a digest of the item and another one in a header", () => {
  const wrong: [string, Record<string, string>][] = [
    ["content-md5", { "content-md5": base64("md5", OTHER) }],
    ["x-amz-checksum-sha256", { "x-amz-checksum-sha256": base64("sha256", OTHER) }],
    ["digest", { digest: `SHA-256=${base64("sha256", OTHER)}` }],
    ["repr-digest", { "repr-digest": `sha-256=:${base64("sha256", OTHER)}:` }],
    ["x-goog-hash", { "x-goog-hash": `md5=${base64("md5", OTHER)}` }],
    ["an ETag", { etag: `"${hex("md5", OTHER)}"` }],
  ];
  it.each(wrong)("DOWNLOAD-23 the item's digest outranks %s", async (_name, headers) => {
    const run = await download(serviceOf(checksum, headers));
    expect(run.exitCode, run.stderr).toBe(0);
    expect((JSON.parse(run.stdout) as { files: object[] }).files).toMatchObject([
      { verified: ["content-length", "file:checksum sha256"] },
    ]);
    const coded = await download(
      serviceOf(checksum, { ...headers, "content-encoding": "gzip" }, gzipSync(TIFF)),
      "--out-dir coded",
    );
    expect(coded.exitCode, coded.stderr).toBe(0);
  });

  it.each(wrong.slice(0, -1))(
    "P6 DOWNLOAD-23 without one, %s decides, and the message has both values",
    async (name, headers) => {
      const run = await download(serviceOf(typed, headers));
      expect(run.exitCode).toBe(10);
      const algorithm = /md5|goog/u.test(name) ? "md5" : "sha256";
      expect(errorOf(run)).toMatchObject({
        message: expect.stringContaining(
          `the ${algorithm} of the bytes differs from the one in ${name}: it is ${hex(algorithm)}, not ${hex(algorithm, OTHER)}`,
        ) as string,
        hint: expect.stringContaining("The server's own header") as string,
      });
    },
  );

  it.each<[string, object, string]>([
    ["file:checksum", { "file:checksum": `1220${hex("sha256", OTHER)}` }, "sha256"],
    ["file:checksum", { "file:checksum": `d50110${hex("md5", OTHER)}` }, "md5"],
    ["checksum:multihash", { "checksum:multihash": `1220${hex("sha256", OTHER)}` }, "sha256"],
    ["md5", { md5: hex("md5", OTHER) }, "md5"],
    ["acme:SHA-256", { "acme:SHA-256": hex("sha256", OTHER).toUpperCase(), md5: hex("md5") }, "sha256"],
    ["sha512", { "file:checksum": "not a digest", sha512: hex("sha512", OTHER) }, "sha512"],
    ["file:checksum", { "file:checksum": hex("md5", OTHER) }, "md5"],
    ["file:checksum", { "file:checksum": hex("sha256", OTHER).toUpperCase() }, "sha256"],
    ["file:checksum", { "file:checksum": `SHA-256:${hex("sha256", OTHER)}` }, "sha256"],
  ])(
    "P6 DOWNLOAD-23 a wrong %s of the item is named with both values, whatever a header has",
    async (name, members, algorithm) => {
      const right = { "content-md5": base64("md5", TIFF), "x-amz-checksum-sha256": base64("sha256", TIFF) };
      const run = await download(serviceOf({ ...typed, ...members }, right));
      expect(run.exitCode, run.stderr).toBe(10);
      expect(errorOf(run)).toMatchObject({
        message: expect.stringContaining(
          `differs from the one in ${name}: it is ${hex(algorithm)}, not ${hex(algorithm, OTHER)}`,
        ) as string,
        hint: "The file on the server does not match its item: ask the data provider",
      });
    },
  );

  it.each<[string, object]>([
    ["checksum:multihash sha256", { "checksum:multihash": `1220${hex("sha256")}` }],
    ["md5 md5", { md5: hex("md5") }],
    ["file:checksum md5", { "file:checksum": hex("md5") }],
    ["file:checksum sha1", { "file:checksum": hex("sha1") }],
    ["file:checksum sha512", { "file:checksum": hex("sha512") }],
    ["file:checksum sha256", { "file:checksum": `sha256:${hex("sha256")}` }],
    ["file:checksum sha256", { ...checksum, md5: hex("md5", OTHER) }],
  ])("DOWNLOAD-23 %s is a proof, also for saved links and a file that is there", async (how, members) => {
    const send = serviceOf(members, {});
    const links = await runWords("order links o --json", {
      env: { SWATH_BASE_URL: BASE_URL, SWATH_API_KEY: "key" },
      home,
      send,
    });
    const options = {
      env: { SWATH_BASE_URL: BASE_URL, SWATH_API_KEY: "key" },
      home,
      send,
      stdin: links.stdout,
    };
    const run = await runWords("order download o --links - --out-dir out --json", options);
    expect(run.exitCode, run.stderr).toBe(0);
    expect((JSON.parse(run.stdout) as { files: object[] }).files).toMatchObject([
      { verified: ["content-length", how] },
    ]);
    expect(JSON.parse((await download(send)).stdout)).toMatchObject({ downloaded: 0, skipped: 1 });
  });

  it("DOWNLOAD-23 x-goog-hash of a gzip object that the store has decoded is not compared", async () => {
    const headers = {
      "x-goog-hash": `md5=${base64("md5", OTHER)}`,
      "x-goog-stored-content-encoding": "gzip",
    };
    const run = await download(serviceOf(typed, headers));
    expect(run.exitCode, run.stderr).toBe(0);
  });
});

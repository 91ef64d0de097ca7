import { createHash } from "node:crypto";
import { readFile, stat, writeFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makePartPaths } from "../../../src/transfer/folder/wanted-file.ts";
import { linkKey } from "../../../src/transfer/transfer-source.ts";
import { testFolder } from "../../new-folder.ts";
import { expectMode, makeLink } from "../../this-system.ts";
import { sceneBytes, sendObject, serve } from "./data-server.ts";
import { filesIn, manifestOf, source, transfer, fingerprint } from "./transfer-world.ts";

const scene = sceneBytes(300_000);
const sha256 = createHash("sha256").update(scene).digest("hex");
const NAME = "TAVEUNI_20261120/scene.tif";

describe("a file in transfer", () => {
  test("DOWNLOAD-07 arrives verified under its name, and leaves nothing else behind", async () => {
    const server = await serve((request, response) => sendObject(request, response, scene));
    const dir = await testFolder();
    const checksum = `1220${sha256}`;
    const href = `${server.origin}/scene.tif?sig=s3cret%2f&x='`;
    const { summary, types } = await transfer(dir, [source(href, { size: scene.length, checksum })], {
      order: "order-7",
      userAgent: "swath/0",
    });

    expect(types).toEqual(["started", "verified", "finished"]);
    expect(summary).toEqual({
      files: [
        {
          path: NAME,
          item: "TAVEUNI_20261120",
          asset: "HH",
          status: "downloaded",
          size: scene.length,
          sha256,
          how: ["content-length", "file:size", "file:checksum sha256"],
        },
      ],
      bytes: scene.length,
      downloaded: 1,
      skipped: 0,
      failed: 0,
    });
    expect(await filesIn(dir)).toEqual({ [NAME]: fingerprint(scene) });
    expect(await manifestOf(dir)).toEqual([
      {
        name: NAME,
        size: scene.length,
        sha256,
        item: "TAVEUNI_20261120",
        asset: "HH",
        order: "order-7",
        verified: ["content-length", "file:size", "file:checksum sha256"],
        time: "2026-03-10T11:47:00.000Z",
      },
    ]);
    // DOWNLOAD-04: the raw query as signed, and no header with our identity.
    expect(server.requests).toEqual([
      {
        url: "/scene.tif?sig=s3cret%2f&x='",
        headers: {
          host: expect.any(String) as string,
          connection: "close",
          "accept-encoding": "identity",
          "user-agent": "swath/0",
        },
      },
    ]);
  });

  test("DOWNLOAD-10 is not requested again once finished, which is reported", async () => {
    const server = await serve((request, response) => sendObject(request, response, scene));
    const dir = await testFolder();
    const sources = [source(`${server.origin}/scene.tif`)];
    await transfer(dir, sources);
    const again = await transfer(dir, sources);
    expect(again.types).toEqual(["skipped"]);
    expect(again.summary.files[0]).toMatchObject({ status: "skipped", sha256, how: ["manifest sha256"] });
    expect(server.requests).toHaveLength(1);
  });

  test("may be empty", async () => {
    const server = await serve((request, response) => sendObject(request, response, Buffer.alloc(0)));
    const dir = await testFolder();
    const { summary } = await transfer(dir, [source(`${server.origin}/scene.tif`)]);
    expect(summary).toMatchObject({ downloaded: 1, bytes: 0 });
    expect(await filesIn(dir)).toEqual({ [NAME]: fingerprint(Buffer.alloc(0)) });
  });

  test("DOWNLOAD-07 is one of at most the requested number at a time", async () => {
    let open = 0;
    let most = 0;
    const server = await serve((request, response) => {
      most = Math.max(most, ++open);
      response.on("close", () => open--);
      setImmediate(() => sendObject(request, response, scene));
    });
    const sources = Array.from({ length: 9 }, (_, index) =>
      source(`${server.origin}/${index}.tif`, { assetKey: `b${index}` }),
    );
    const { summary } = await transfer(await testFolder(), sources, { concurrency: 3 });
    expect(summary.downloaded).toBe(9);
    expect(most).toBeLessThanOrEqual(3);
  });
});

describe("existing files", () => {
  async function prepared(bytes: Buffer) {
    const server = await serve((request, response) => sendObject(request, response, scene));
    const dir = await testFolder();
    await mkdir(join(dir, "TAVEUNI_20261120"));
    await writeFile(join(dir, NAME), bytes);
    return { server, dir, sources: [source(`${server.origin}/scene.tif`)] };
  }

  test.each([
    ["other bytes", Buffer.from("mine")],
    ["the same bytes without proof", scene],
  ])("DOWNLOAD-07 %s under the name are refused and unchanged", async (_, bytes) => {
    const { dir, server, sources } = await prepared(bytes);
    const { summary } = await transfer(dir, sources);
    expect(summary.files[0]?.error).toMatchObject({ code: "FILE_EXISTS", exitCode: 10 });
    expect(await filesIn(dir)).toEqual({ [NAME]: fingerprint(bytes) });
    expect(server.requests).toHaveLength(0);
  });

  test("a file with the promised checksum is accepted without a request", async () => {
    const { dir, server, sources } = await prepared(scene);
    const promised = sources.map((entry) => ({ ...entry, checksum: `1220${sha256}` }));
    const { summary } = await transfer(dir, promised);
    expect(summary.files[0]).toMatchObject({ status: "skipped", how: ["file:checksum sha256"] });
    expect(server.requests).toHaveLength(0);
    expect(await manifestOf(dir)).toMatchObject([{ name: NAME, sha256 }]);
  });

  test("a finished file that was changed since is not called complete", async () => {
    const server = await serve((request, response) => sendObject(request, response, scene));
    const dir = await testFolder();
    const sources = [source(`${server.origin}/scene.tif`)];
    await transfer(dir, sources);
    const edited = Buffer.from(scene);
    edited[7] = 0;
    await writeFile(join(dir, NAME), edited);
    const { summary } = await transfer(dir, sources);
    expect(summary.files[0]?.error?.message).toContain("its bytes differ from the ones in the manifest");
  });

  test("--overwrite replaces, --skip-existing trusts the name", async () => {
    const skipping = await prepared(Buffer.from("mine"));
    const skipped = await transfer(skipping.dir, skipping.sources, { policy: "skip-existing" });
    expect(skipped.summary.files[0]).toMatchObject({ status: "skipped", size: 4, how: ["exists"] });
    expect(skipping.server.requests).toHaveLength(0);

    const replacing = await prepared(Buffer.from("mine"));
    const { summary } = await transfer(replacing.dir, replacing.sources, { policy: "overwrite" });
    expect(summary.downloaded).toBe(1);
    expect(await filesIn(replacing.dir)).toEqual({ [NAME]: fingerprint(scene) });
  });

  test("DOWNLOAD-07 a file that appears under the name during the download is kept", async () => {
    const dir = await testFolder();
    const server = await serve((request, response) => {
      void writeFile(join(dir, NAME), "somebody else's").then(() => sendObject(request, response, scene));
    });
    const { summary } = await transfer(dir, [source(`${server.origin}/scene.tif`)]);
    expect(summary.files[0]?.error).toMatchObject({ code: "FILE_EXISTS" });
    expect(await readFile(join(dir, NAME), "utf8")).toBe("somebody else's");
  });
});

describe("planted paths", () => {
  test("DOWNLOAD-08 a folder that is a symlink out of the output folder is refused", async () => {
    const server = await serve((request, response) => sendObject(request, response, scene));
    const [dir, outside] = [await testFolder(), await testFolder()];
    makeLink(outside, join(dir, "TAVEUNI_20261120"));
    const { summary } = await transfer(dir, [source(`${server.origin}/scene.tif`)]);
    expect(summary.files[0]?.error).toMatchObject({ code: "PATH_UNSAFE" });
    expect(await filesIn(outside)).toEqual({});
  });

  test("DOWNLOAD-08 a part file that is a symlink is not written through", async () => {
    const dir = await testFolder();
    const victim = join(await testFolder(), "victim");
    await writeFile(victim, "precious");
    await mkdir(join(dir, "TAVEUNI_20261120"));
    const server = await serve((request, response) => sendObject(request, response, scene));
    const sources = [source(`${server.origin}/scene.tif`)];
    const { part } = makePartPaths(join(dir, NAME), linkKey({ item: "TAVEUNI_20261120", asset: "HH" }));
    makeLink(victim, part);
    const { summary } = await transfer(dir, sources);
    expect(summary.downloaded).toBe(1);
    expect(await readFile(victim, "utf8")).toBe("precious");
    expect((await stat(join(dir, NAME))).isFile()).toBe(true);
  });
});

test("the sidecar is readable by its owner only and contains no URL; the data file has the usual mode", async () => {
  const dir = await testFolder();
  let cut: () => void = () => undefined;
  const server = await serve((_, response) => {
    response.writeHead(200, { "content-length": scene.length, etag: '"v1"' });
    response.write(scene.subarray(0, 100_000));
    cut = () => response.destroy();
  });
  await transfer(dir, [source(`${server.origin}/scene.tif?sig=s3cret`)], {
    retries: 0,
    // Not before they are stored: newer Node drops undelivered bytes when a connection breaks.
    onEvent: (event) => {
      if (event.type === "progress" && event.done === 100_000) cut();
    },
  });
  const files = await filesIn(dir);
  const sidecar = Object.keys(files).find((name) => name.endsWith(".part.json")) as string;
  expectMode(join(dir, sidecar), 0o600);
  expect(await readFile(join(dir, sidecar), "utf8")).not.toMatch(/s3cret|http/u);
  expect(Object.keys(files)).toHaveLength(2);
});

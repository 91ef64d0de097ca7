import { describe, expect, test } from "vitest";
import { AppError } from "../../../src/errors.ts";
import type { TransferEvent } from "../../../src/transfer/events.ts";
import { toLinks } from "../../../src/transfer/transfer-source.ts";
import { testFolder } from "../../new-folder.ts";
import { sceneBytes, sendObject, serve } from "./data-server.ts";
import { filesIn, fingerprint, source, transfer } from "./transfer-world.ts";

const scene = sceneBytes(50_000);
const three = (origin: string, signature: string) =>
  ["HH", "HV", "metadata"].map((assetKey) =>
    source(`${origin}/${assetKey}.tif?sig=${signature}`, { assetKey }),
  );

/** Serves only links signed "fresh"; counts renewals. */
async function expiringStore(status = 403, page = "<Message>Request has expired</Message>") {
  let renewals = 0;
  const server = await serve((request, response) => {
    if (request.url?.endsWith("sig=fresh") === true) sendObject(request, response, scene);
    else response.writeHead(status).end(page);
  });
  return {
    server,
    sources: three(server.origin, "old"),
    count: () => renewals,
    renewTo: (signature: string) => async () => {
      renewals++;
      return toLinks(three(server.origin, signature));
    },
  };
}

describe("expiring links", () => {
  test.each([401, 403, 400, 410])("DOWNLOAD-09 after %i all files share one renewal", async (status) => {
    const store = await expiringStore(status);
    const renew = store.renewTo("fresh");
    const { summary, types } = await transfer(await testFolder(), store.sources, {
      // Answers when all three have met the expired link.
      renew: async () => {
        const links = renew();
        while (store.server.requests.length < 3) await new Promise((resolve) => setImmediate(resolve));
        return links;
      },
    });
    expect(summary).toMatchObject({ downloaded: 3, failed: 0 });
    expect(store.count()).toBe(1);
    expect(types.filter((type) => type === "renewed")).toHaveLength(3);
  });

  test("DOWNLOAD-09 links that have expired by their source are renewed before any request", async () => {
    const store = await expiringStore();
    const { summary, types } = await transfer(await testFolder(), store.sources, {
      isExpired: (href) => href.endsWith("sig=old"),
      renew: store.renewTo("fresh"),
    });
    expect(summary).toMatchObject({ downloaded: 3, failed: 0 });
    expect(store.count()).toBe(1);
    expect(store.server.requests.map(({ url }) => url?.endsWith("sig=fresh"))).toEqual([true, true, true]);
    expect(types.filter((type) => type === "renewed")).toHaveLength(3);
  });

  test("DOWNLOAD-09 a link that has expired by its source fails without a request if it cannot be renewed", async () => {
    const store = await expiringStore();
    const { summary } = await transfer(await testFolder(), store.sources.slice(0, 1), {
      isExpired: () => true,
    });
    const [{ error } = {}] = summary.files;
    expect(error).toMatchObject({ code: "SIGNED_URL_EXPIRED", message: "the signed link has expired" });
    expect(store.server.requests).toEqual([]);
  });

  test("DOWNLOAD-09 a link that is refused after another file's renewal is not renewed again", async () => {
    let refuse = (): void => undefined;
    const server = await serve((request, response) => {
      const answer = () => response.writeHead(403).end("Request has expired");
      if (request.url?.endsWith("sig=fresh") === true) sendObject(request, response, scene);
      else if (request.url?.startsWith("/HV") === true) refuse = answer;
      else answer();
    });
    let renewals = 0;
    const { summary, types } = await transfer(await testFolder(), three(server.origin, "old").slice(0, 2), {
      renew: async () => {
        renewals++;
        while (server.requests.length < 2) await new Promise((resolve) => setImmediate(resolve));
        return toLinks(three(server.origin, "fresh"));
      },
      onEvent: (event) => {
        if (event.type === "renewed" && event.file.asset === "HH") refuse();
      },
    });
    expect(summary).toMatchObject({ downloaded: 2, failed: 0 });
    expect(renewals).toBe(1);
    expect(types.filter((type) => type === "renewed")).toHaveLength(2);
  });

  test("DOWNLOAD-09 a link that expires in mid-file is renewed and the file continued at the same byte", async () => {
    let stored = 0;
    const server = await serve((request, response, count) => {
      if (count === 1) {
        response
          .writeHead(200, { "content-length": scene.length, etag: '"v1"' })
          .write(scene.subarray(0, 20_000));
        const cutWhenStored = (): void => {
          if (stored === 20_000) response.destroy();
          else setImmediate(cutWhenStored);
        };
        cutWhenStored();
      } else if (request.url?.endsWith("fresh") === true) sendObject(request, response, scene);
      else response.writeHead(403).end();
    });
    const { summary, types } = await transfer(await testFolder(), [source(`${server.origin}/a.tif?old`)], {
      renew: async () => toLinks([source(`${server.origin}/a.tif?fresh`)]),
      onEvent: (event) => {
        if (event.type === "progress") stored = event.done;
      },
    });
    expect(summary.downloaded).toBe(1);
    expect(types).toEqual(["started", "retried", "renewed", "resumed", "verified", "finished"]);
    expect(server.requests.map(({ headers }) => headers.range)).toEqual([
      undefined,
      "bytes=20000-",
      "bytes=20000-",
    ]);
  });

  test("DOWNLOAD-07 DOWNLOAD-09 a server that refuses ranges like an expired link sends the whole file again", async () => {
    let [stored, isBroken] = [0, false];
    const server = await serve((request, response) => {
      if (request.headers.range !== undefined) return response.writeHead(403).end("no ranges");
      response.writeHead(200, { "content-length": scene.length, etag: '"v1"' });
      if (isBroken) return response.end(scene);
      isBroken = true;
      response.write(scene.subarray(0, 20_000));
      const cutWhenStored = (): void => {
        if (stored === 20_000) response.destroy();
        else setImmediate(cutWhenStored);
      };
      cutWhenStored();
    });
    const onEvent = (event: TransferEvent): void => {
      if (event.type === "progress") stored = event.done;
    };
    const dir = await testFolder();
    const { summary } = await transfer(dir, [source(`${server.origin}/a.tif`)], { onEvent });
    expect(summary).toMatchObject({ downloaded: 1, failed: 0 });
    expect(Object.values(await filesIn(dir))).toEqual([fingerprint(scene)]);
    expect(server.requests.map(({ headers }) => headers.range)).toEqual([
      undefined,
      "bytes=20000-",
      undefined,
    ]);
  });

  test("DOWNLOAD-09 bytes of a link that is refused with and without a range are kept", async () => {
    let stored = 0;
    const server = await serve((_request, response, count) => {
      if (count > 1) return response.writeHead(403).end("Request has expired");
      response.writeHead(200, { "content-length": scene.length, etag: '"v1"' });
      response.write(scene.subarray(0, 20_000));
      const cutWhenStored = (): void => {
        if (stored === 20_000) response.destroy();
        else setImmediate(cutWhenStored);
      };
      cutWhenStored();
    });
    const onEvent = (event: TransferEvent): void => {
      if (event.type === "progress") stored = event.done;
    };
    const dir = await testFolder();
    const refused = await transfer(dir, [source(`${server.origin}/a.tif`)], { onEvent });
    expect(refused.summary).toMatchObject({ downloaded: 0, failed: 1 });
    expect(server.requests.map(({ headers }) => headers.range)).toEqual([
      undefined,
      "bytes=20000-",
      undefined,
    ]);
    const fresh = await serve((request, response) => sendObject(request, response, scene));
    const { summary } = await transfer(dir, [source(`${fresh.origin}/a.tif`)]);
    expect(summary).toMatchObject({ downloaded: 1, failed: 0 });
    expect(fresh.requests.map(({ headers }) => headers.range)).toEqual(["bytes=20000-"]);
  });

  test("DOWNLOAD-09 links that each allow 10 kB are renewed as often as necessary", async () => {
    let [renewals, stored] = [0, 0];
    const server = await serve((request, response) => {
      const start = Number(/\d+/u.exec(request.headers.range ?? "")?.[0] ?? 0);
      if (request.url !== `/a.tif?${start / 10_000}`) return response.writeHead(403).end();
      if (start === 40_000) return sendObject(request, response, scene);
      response.writeHead(start === 0 ? 200 : 206, {
        etag: '"v1"',
        "content-length": scene.length - start,
        ...(start === 0 ? {} : { "content-range": `bytes ${start}-49999/50000` }),
      });
      response.write(scene.subarray(start, start + 10_000));
      const cutWhenStored = (): void => {
        if (stored === start + 10_000) response.destroy();
        else setImmediate(cutWhenStored);
      };
      return cutWhenStored();
    });
    const { summary } = await transfer(await testFolder(), [source(`${server.origin}/a.tif?0`)], {
      renew: async () => toLinks([source(`${server.origin}/a.tif?${++renewals}`)]),
      onEvent: (event) => {
        if (event.type === "progress") stored = event.done;
      },
    });
    expect(summary.downloaded).toBe(1);
    expect(renewals).toBe(4);
  });

  test.each([
    [403, "<Code>AccessDenied</Code><Message>Request has expired</Message>", "SIGNED_URL_EXPIRED"],
    [403, "<Code>SignatureDoesNotMatch</Code>", "SIGNATURE_INVALID"],
    [410, "Signature", "SIGNED_URL_EXPIRED"],
    [403, "", "SIGNED_URL_EXPIRED"],
  ])("DOWNLOAD-09 %i %s every time ends as %s, after limited attempts", async (status, page, code) => {
    const store = await expiringStore(status, page);
    const { summary } = await transfer(await testFolder(), store.sources, { renew: store.renewTo("old") });
    expect(summary.files.map(({ error }) => error?.code)).toEqual([code, code, code]);
    expect(store.count()).toBeLessThanOrEqual(5);
    expect(store.server.requests.length).toBeLessThanOrEqual(9);
  });

  test("DOWNLOAD-05 the answer of the renewal is the reason of the files that needed it", async () => {
    const store = await expiringStore();
    const { summary } = await transfer(await testFolder(), store.sources, {
      renew: async () => Promise.reject(new AppError("service", "ORDER_EXPIRED", "the order has expired")),
    });
    expect(summary.files.map(({ error }) => error?.code)).toEqual(Array(3).fill("ORDER_EXPIRED"));
  });

  test("DOWNLOAD-10 one bad asset never stops the others", async () => {
    const server = await serve((request, response) => {
      if (request.url?.startsWith("/HV") === true) response.writeHead(404).end();
      else sendObject(request, response, scene);
    });
    const dir = await testFolder();
    const { summary } = await transfer(dir, three(server.origin, "x"));
    expect(summary.files.map(({ status, error }) => error?.code ?? status)).toEqual([
      "downloaded",
      "NOT_FOUND",
      "downloaded",
    ]);
    expect(Object.keys(await filesIn(dir)).sort()).toEqual([
      "TAVEUNI_20261120/HH.tif",
      "TAVEUNI_20261120/metadata.tif",
    ]);
  });
});

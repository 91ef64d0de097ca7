import { describe, expect, test } from "vitest";
import { AppError } from "../../../src/errors.ts";
import { TransportError } from "../../../src/contract/send.ts";
import { linkFault } from "../../../src/transfer/link-safety.ts";
import { linksOf } from "../../../src/transfer/transfer-source.ts";
import { sceneBytes, sendObject, serve } from "./data-server.ts";
import { socketSend } from "./socket-send.ts";
import { emptyDir, filesIn, source, transfer } from "./transfer-world.ts";

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
      return linksOf(three(server.origin, signature));
    },
  };
}

describe("links that expire", () => {
  test.each([401, 403, 400, 410])("DOWNLOAD-09 after %i all files share one renewal", async (status) => {
    const store = await expiringStore(status);
    const { summary, types } = await transfer(await emptyDir(), store.sources, {
      renew: store.renewTo("fresh"),
    });
    expect(summary).toMatchObject({ downloaded: 3, failed: 0 });
    expect(store.count()).toBe(1);
    expect(types.filter((type) => type === "renewed")).toHaveLength(3);
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
    const { summary, types } = await transfer(await emptyDir(), [source(`${server.origin}/a.tif?old`)], {
      renew: async () => linksOf([source(`${server.origin}/a.tif?fresh`)]),
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

  test.each([
    [403, "<Code>AccessDenied</Code><Message>Request has expired</Message>", "SIGNED_URL_EXPIRED"],
    [403, "<Code>SignatureDoesNotMatch</Code>", "SIGNATURE_INVALID"],
    [410, "Signature", "SIGNED_URL_EXPIRED"],
    [403, "", "SIGNED_URL_EXPIRED"],
  ])("DOWNLOAD-09 %i %s for ever ends as %s, boundedly", async (status, page, code) => {
    const store = await expiringStore(status, page);
    const { summary } = await transfer(await emptyDir(), store.sources, { renew: store.renewTo("old") });
    expect(summary.files.map(({ error }) => error?.code)).toEqual([code, code, code]);
    expect(store.count()).toBeLessThanOrEqual(5);
    expect(store.server.requests.length).toBeLessThanOrEqual(9);
  });

  test("DOWNLOAD-05 what the renewal answers is the reason of the files that needed it", async () => {
    const store = await expiringStore();
    const { summary } = await transfer(await emptyDir(), store.sources, {
      renew: async () => Promise.reject(new AppError("service", "ORDER_EXPIRED", "the order has expired")),
    });
    expect(summary.files.map(({ error }) => error?.code)).toEqual(Array(3).fill("ORDER_EXPIRED"));
  });

  test("DOWNLOAD-10 one bad asset never stops the others", async () => {
    const server = await serve((request, response) => {
      if (request.url?.startsWith("/HV") === true) response.writeHead(404).end();
      else sendObject(request, response, scene);
    });
    const dir = await emptyDir();
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

describe("a server that is busy", () => {
  test("Retry-After is waited for, by everybody who asks the same host", async () => {
    const server = await serve((request, response, count) => {
      if (count <= 1) response.writeHead(429, { "retry-after": "7" }).end();
      else sendObject(request, response, scene);
    });
    const { summary, clock } = await transfer(await emptyDir(), three(server.origin, "x"), {
      concurrency: 1,
    });
    expect(summary.downloaded).toBe(3);
    expect(clock.slept[0]).toBe(7000);
  });

  test("a Retry-After beyond our patience ends the file instead of ignoring the wish", async () => {
    const server = await serve((_, response) => response.writeHead(429, { "retry-after": "86400" }).end());
    const { summary } = await transfer(await emptyDir(), [source(`${server.origin}/a`)]);
    expect(summary.files[0]?.error).toMatchObject({ code: "RATE_LIMITED", status: 429 });
    expect(summary.files[0]?.error?.message).toContain("86400 s");
    expect(server.requests).toHaveLength(1);
  });

  test("500s are tried again with full jitter under a doubling ceiling, then given up", async () => {
    const server = await serve((_, response) => response.writeHead(502).end("<html>"));
    const { summary, clock } = await transfer(await emptyDir(), [source(`${server.origin}/a`)], {
      retries: 4,
      random: () => 0.5,
    });
    expect(summary.files[0]?.error).toMatchObject({ code: "SERVICE_ERROR", status: 502 });
    expect(clock.slept).toEqual([250, 500, 1000, 2000]);
  });

  test("silence is ended by the idle timeout and the file continued", async () => {
    const server = await serve((request, response, count) => {
      if (count > 1) sendObject(request, response, scene);
      else
        response
          .writeHead(200, { "content-length": scene.length, etag: '"v1"' })
          .write(scene.subarray(0, 999));
    });
    const { summary, types } = await transfer(await emptyDir(), [source(`${server.origin}/a`)], {
      idleTimeoutMs: 50,
    });
    expect(summary.downloaded).toBe(1);
    expect(types).toContain("resumed");
  });

  test("headers that never come are a timeout", async () => {
    const server = await serve(() => undefined);
    const { summary } = await transfer(await emptyDir(), [source(`${server.origin}/a`)], {
      headersTimeoutMs: 30,
      retries: 1,
    });
    expect(summary.files[0]?.error).toMatchObject({ code: "TIMEOUT" });
    expect(server.requests).toHaveLength(2);
  });

  test("a trickle is given up although it never falls silent", async () => {
    // One byte every ten seconds of the run's clock, from a body that has all day.
    let nowMs = 0;
    const clock = { now: () => nowMs, sleep: async () => undefined };
    let calls = 0;
    const { summary, types } = await transfer(await emptyDir(), [source("http://127.0.0.1:1/a")], {
      clock,
      retries: 0,
      send: async () => {
        calls++;
        return {
          status: 200,
          headers: { "content-length": "1000", etag: '"v1"' },
          body: (async function* () {
            for (let index = 0; index < 1000; index++) {
              nowMs += 10_000;
              yield scene.subarray(index, index + 1);
            }
          })(),
        };
      },
    });
    expect(summary.files[0]?.error?.message).toContain("trickle");
    expect(types).toEqual(["started", "failed"]);
    expect(calls).toBe(1);
  });

  test("a refused certificate is not tried again", async () => {
    let calls = 0;
    const { summary } = await transfer(await emptyDir(), [source("https://data.example.com/a")], {
      send: async () => {
        calls++;
        throw new TransportError("tls", "no", "self-signed https://data.example.com/a?sig=s3cret");
      },
    });
    expect(summary.files[0]?.error).toMatchObject({ code: "NETWORK" });
    expect(JSON.stringify(summary) + String(summary.files[0]?.error)).not.toContain("s3cret");
    expect(calls).toBe(1);
  });
});

describe("redirects", () => {
  test("DOWNLOAD-04 a redirect is followed with nothing of ours, the query byte for byte", async () => {
    const target = await serve((request, response) => sendObject(request, response, scene));
    const server = await serve((_, response) =>
      response
        .writeHead(307, { location: `${target.origin}/b.tif?sig=%2f%20'x`, "set-cookie": "id=1" })
        .end(),
    );
    const { summary } = await transfer(await emptyDir(), [source(`${server.origin}/a.tif?sig=1`)]);
    expect(summary.downloaded).toBe(1);
    expect(target.requests).toEqual([
      {
        url: "/b.tif?sig=%2f%20'x",
        headers: { host: expect.any(String) as string, connection: "close", "accept-encoding": "identity" },
      },
    ]);
  });

  test("a relative redirect stays on its host", async () => {
    const server = await serve((request, response) => {
      if (request.url === "/real/b?x=%2F") sendObject(request, response, scene);
      else response.writeHead(302, { location: "/real/b?x=%2F" }).end();
    });
    const { summary } = await transfer(await emptyDir(), [source(`${server.origin}/a`)]);
    expect(summary.downloaded).toBe(1);
  });

  test.each([
    ["file:///etc/passwd", "scheme"],
    ["ftp://127.0.0.1/x", "scheme"],
    ["http://user:pw@127.0.0.1/x", "user name"],
    ["http://169.254.169.254/latest/meta-data/", "metadata"],
    ["http://[::ffff:a9fe:a9fe]/", "metadata"],
    ["http://2852039166/", "metadata"],
    ["LOOP", "more than 5 times"],
  ])("a redirect to %s is refused at once", async (location, words) => {
    const server = await serve((request, response) =>
      response
        .writeHead(302, { location: location === "LOOP" ? `http://${request.headers.host}/a` : location })
        .end(),
    );
    const { summary } = await transfer(await emptyDir(), [source(`${server.origin}/a`)]);
    expect(summary.files[0]?.error).toMatchObject({ code: "REDIRECT_REFUSED" });
    expect(summary.files[0]?.error?.message).toContain(words);
    expect(server.requests.length).toBe(location === "LOOP" ? 6 : 1);
  });

  test("https is never left for http, even where http is allowed", async () => {
    const seen: string[] = [];
    const { summary } = await transfer(await emptyDir(), [source("https://data.example.com/a")], {
      send: async ({ url }) => {
        seen.push(url);
        return {
          status: 302,
          headers: { location: "http://data.example.com/a" },
          body: (async function* () {})(),
        };
      },
    });
    expect(summary.files[0]?.error?.code).toBe("REDIRECT_REFUSED");
    expect(seen).toHaveLength(1);
  });

  test("plain http is refused before any request unless the base URL is loopback", async () => {
    let calls = 0;
    const { summary } = await transfer(await emptyDir(), [source("http://data.example.com/a")], {
      allowHttp: false,
      send: async (request) => {
        calls++;
        return socketSend(request);
      },
    });
    expect(summary.files[0]?.error).toMatchObject({ code: "REDIRECT_REFUSED" });
    expect(calls).toBe(0);
  });
});

test.each([
  ["https://data.example.com/a?b=c", undefined],
  ["https://data.example.com:8443/a", undefined],
  ["https://[2001:db8::1]/a", undefined],
  ["https://metadata.google.internal/x", "metadata"],
  ["https://metadata.google.internal./x", "metadata"],
  ["https://0xA9FEA9FE/x", "metadata"],
  ["https://[fd00:ec2::254]/x", "metadata"],
  ["https://[64:ff9b::a9fe:a9fe]/x", "metadata"],
  ["https://[fe80::1]/x", "metadata"],
  ["https://100.100.100.200/x", "metadata"],
  ["https://good.example\\@169.254.169.254/x", "not a valid"],
  ["https://good.example\t.evil/x", "not a valid"],
  ["https://@good.example/x", "user name"],
  ["data:text/plain,hello", "not a valid"],
])("the link %s: %s", (href, fault) => {
  if (fault === undefined) expect(linkFault(href, false)).toBeUndefined();
  else expect(linkFault(href, false)).toContain(fault);
});

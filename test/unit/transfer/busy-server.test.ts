import { describe, expect, test } from "vitest";
import { TransportError } from "../../../src/contract/send.ts";
import { testFolder } from "../../new-folder.ts";
import { sceneBytes, sendObject, serve } from "./data-server.ts";
import { source, transfer } from "./transfer-world.ts";

const scene = sceneBytes(50_000);
const three = (origin: string, signature: string) =>
  ["HH", "HV", "metadata"].map((assetKey) =>
    source(`${origin}/${assetKey}.tif?sig=${signature}`, { assetKey }),
  );

describe("a busy server", () => {
  test("P15 LIMITS-14 Retry-After is waited for by all requests to that host", async () => {
    const server = await serve((request, response, count) => {
      if (count <= 1) response.writeHead(429, { "retry-after": "7" }).end();
      else sendObject(request, response, scene);
    });
    // A clock that stands still, so that the pause never ends and every request meets it.
    const slept: number[] = [];
    const { summary } = await transfer(await testFolder(), three(server.origin, "x"), {
      concurrency: 1,
      clock: { now: () => 0, sleep: async (ms) => void slept.push(ms) },
    });
    expect(summary.downloaded).toBe(3);
    expect(slept).toEqual([7000, 7000, 7000, 7000]);
  });

  test("P15 LIMITS-14 a Retry-After above our limit ends the file instead of being ignored", async () => {
    const server = await serve((_, response) => response.writeHead(429, { "retry-after": "86400" }).end());
    const { summary } = await transfer(await testFolder(), [source(`${server.origin}/a`)]);
    expect(summary.files[0]?.error).toMatchObject({ code: "RATE_LIMITED", status: 429 });
    expect(summary.files[0]?.error?.message).toContain("86400 s");
    expect(server.requests).toHaveLength(1);
  });

  test("P15 a 500 is retried with full jitter under a doubling limit, then reported", async () => {
    const server = await serve((_, response) => response.writeHead(502).end("<html>"));
    const { summary, clock } = await transfer(await testFolder(), [source(`${server.origin}/a`)], {
      retries: 4,
      random: () => 0.5,
    });
    expect(summary.files[0]?.error).toMatchObject({ code: "SERVICE_ERROR", status: 502 });
    expect(clock.slept).toEqual([250, 500, 1000, 2000]);
  });

  test("P14 a silent connection ends with the idle timeout, and the file is continued", async () => {
    const server = await serve((request, response, count) => {
      if (count > 1) sendObject(request, response, scene);
      else
        response
          .writeHead(200, { "content-length": scene.length, etag: '"v1"' })
          .write(scene.subarray(0, 999));
    });
    const { summary, types } = await transfer(await testFolder(), [source(`${server.origin}/a`)], {
      idleTimeoutMs: 50,
    });
    expect(summary.downloaded).toBe(1);
    expect(types).toContain("resumed");
  });

  test("P14 missing headers are a timeout", async () => {
    const server = await serve(() => undefined);
    const { summary } = await transfer(await testFolder(), [source(`${server.origin}/a`)], {
      headersTimeoutMs: 30,
      retries: 1,
    });
    expect(summary.files[0]?.error).toMatchObject({ code: "TIMEOUT" });
    expect(server.requests).toHaveLength(2);
  });

  test("P14 a trickle is ended although it never falls silent", async () => {
    // One byte every ten seconds of the run's clock, from an endless body.
    let nowMs = 0;
    const clock = { now: () => nowMs, sleep: async () => undefined };
    let calls = 0;
    const { summary, types } = await transfer(await testFolder(), [source("http://127.0.0.1:1/a")], {
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

  test("P19 a refused certificate is not retried", async () => {
    let calls = 0;
    const { summary } = await transfer(await testFolder(), [source("https://data.example.com/a")], {
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

import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { listen, type Listening } from "../../../../src/sandbox/listen.ts";
import { openBench, type Bench } from "./open.ts";

const open: Listening[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close(AbortSignal.abort())));
});

async function serve(prefix?: string): Promise<Bench & { server: Listening }> {
  const bench = await openBench();
  const server = await listen(bench.sandbox, { port: 0, prefix });
  open.push(server);
  return { ...bench, server };
}

/** One request over a raw socket; resolves with the complete reply. */
function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    let got = "";
    socket.on("data", (chunk) => {
      got += chunk.toString("latin1");
    });
    socket.on("close", () => resolve(got));
    // A reset after the reply is the end of a connection too.
    socket.on("error", (error) => (got === "" ? reject(error) : resolve(got)));
  });
}

const get = (path: string, host: string) =>
  `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;

describe("over a socket", () => {
  it("SBX-10 listens on loopback only, on a free port, before any part of the archive is built", async () => {
    // An archive of a negative size cannot be built: the first request that reads it fails, and no earlier step.
    const { sandbox, member } = await openBench({ archiveSize: -400 });
    const server = await listen(sandbox, { port: 0 });
    open.push(server);
    expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
    expect((await fetch(`${server.url}/_sandbox/status`)).status).toBe(200);
    const headers = { authorization: `ApiKey ${member.apiKey}`, "content-type": "application/json" };
    const search = await fetch(`${server.url}/catalog/search`, { method: "POST", headers, body: "{}" });
    expect([search.status, await search.text()]).toEqual([500, expect.stringContaining("RangeError")]);
  });

  it("P22 answers 421 to a Host that is not a loopback name, as a rebound web page would send", async () => {
    const { server } = await serve();
    for (const host of ["sandbox.example", "127.0.0.1.example", "localhost.example:80", "10.0.0.1"]) {
      expect(await raw(server.port, get("/_sandbox/users", host))).toMatch(/^HTTP\/1.1 421 /);
    }
    for (const host of ["localhost", `localhost:${server.port}`, "[::1]:80", "127.0.0.1"]) {
      expect(await raw(server.port, get("/_sandbox/status", host))).toMatch(/^HTTP\/1.1 200 /);
    }
  });

  it("P22 the control plane refuses web pages", async () => {
    const { ask } = await openBench();
    const { status } = await ask("POST", "/_sandbox/reset", {
      as: "nobody",
      headers: { origin: "http://localhost:3000" },
    });
    expect(status).toBe(403);
    const simple = await ask("POST", "/_sandbox/reset", {
      as: "nobody",
      body: Buffer.from("{}"),
      headers: { "content-type": "text/plain" },
    });
    expect(simple.status).toBe(415);
  });

  it("GEN-02 serves below a path prefix and nowhere else", async () => {
    const { server, member } = await serve("/v1/");
    expect(server.url).toMatch(/\/v1$/);
    const headers = { authorization: `ApiKey ${member.apiKey}` };
    const inside = await fetch(`${server.url}/orders/7/download`, { headers });
    expect(await inside.json()).toMatchObject({ error: { code: "ORDER_NOT_FOUND" } });
    const outside = await fetch(`http://127.0.0.1:${server.port}/orders/7/download`, { headers });
    expect(await outside.text()).toContain("this sandbox is served below /v1/");
  });

  it("SBX-04 the Date header is the virtual clock's", async () => {
    const { server } = await serve();
    const response = await fetch(`${server.url}/_sandbox/status`);
    expect(response.headers.get("date")).toBe("Tue, 10 Mar 2026 11:47:00 GMT");
  });

  it("LIMITS-14 a body that is too large gets its 413 while it is still being sent", async () => {
    const { server, member } = await serve();
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { authorization: `ApiKey ${member.apiKey}`, "content-type": "application/json" };
      const outgoing = httpRequest(`${server.url}/orders`, { method: "POST", headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      outgoing.on("error", reject);
      // After the reply only we listen to the socket, and bytes in transit may be reset.
      outgoing.on("socket", (socket) => socket.on("error", () => undefined));
      for (let sent = 0; sent < 8; sent += 1) outgoing.write(Buffer.alloc(1024 * 1024, 32));
      outgoing.end();
    });
    expect(status).toBe(413);
  });

  it("ERRORS-12 bytes that are not a request, and too large headers, also get our error shape", async () => {
    const { server } = await serve();
    const garbage = await raw(server.port, "hello\r\n\r\n");
    expect(garbage).toMatch(/^HTTP\/1.1 400 [\s\S]*SERVICE_REJECTED/);
    const large = await raw(
      server.port,
      `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${"x".repeat(20_000)}\r\n\r\n`,
    );
    expect(large).toMatch(/^HTTP\/1.1 431 [\s\S]*SERVICE_REJECTED/);
  });

  it("P22 a sender of two megabytes of header can read its refusal, and is cut off if it never ends", async () => {
    const { server } = await serve();
    const socket = connect(server.port, "127.0.0.1");
    await once(socket, "connect");
    const closed = new Promise((resolve) => socket.on("error", () => undefined).once("close", resolve));
    socket.write(`GET / HTTP/1.1\r\nHost: localhost\r\nX: ${"x".repeat(20_000)}`);
    const [said] = (await once(socket, "data")) as [Buffer];
    expect(said.toString()).toMatch(/^HTTP\/1.1 431 /);
    // Bytes after its refusal may be reset at any moment.
    const pour = (): void => {
      if (socket.writable) socket.write("x".repeat(32_000), pour);
    };
    pour();
    await closed;
    expect((await fetch(`${server.url}/_sandbox/status`)).status).toBe(200);
  });

  it("a fault cuts the connection before the reply, and inside it", async () => {
    const { server } = await serve();
    const plant = (fault: object) =>
      fetch(`${server.url}/_sandbox/faults`, {
        method: "POST",
        body: JSON.stringify(fault),
        headers: { "content-type": "application/json" },
      });
    await plant({ route: "getOrderDownload", reset: true, count: 1 });
    await expect(fetch(`${server.url}/orders/7/download`)).rejects.toThrow("fetch failed");
    await plant({ route: "getOrderDownload", truncate: 10, count: 1 });
    const cut = await fetch(`${server.url}/orders/7/download`);
    expect(cut.status).toBe(401);
    await expect(cut.text()).rejects.toThrow();
    expect((await fetch(`${server.url}/orders/7/download`)).status).toBe(401);
  });

  it("close lets a request in flight end", async () => {
    const { server, sandbox } = await serve();
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = await listen(
      {
        ...sandbox,
        handle: async () => {
          await gate;
          return { status: 200, headers: {}, body: Buffer.from("done") };
        },
      },
      { port: 0 },
    );
    const answer = fetch(`${slow.url}/x`).then((response) => response.text());
    await fetch(`${server.url}/_sandbox/status`);
    const closed = slow.close();
    release();
    expect(await answer).toBe("done");
    await closed;
    await expect(fetch(`${slow.url}/x`)).rejects.toThrow();
  });
});

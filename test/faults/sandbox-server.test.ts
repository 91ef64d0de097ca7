/** P22 the sandbox as a server: it survives bad clients. `test/e2e/sandbox.test.ts` kills it. */
import { connect, type Socket } from "node:net";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSwath, swath, type Running } from "../e2e/swath.ts";
import { homeFolder } from "./matrix.ts";

let home: string;
let url: string;
let running: Running;
let key: string;

async function start(): Promise<void> {
  running = startSwath(["sandbox", "start", "--port", "0"], { home });
  const said = await Promise.race([
    running.until("stdout", /http:\/\/\S+\s/),
    running.until("stderr", /http:\/\/\S+\s/),
  ]);
  url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)![0];
}

beforeAll(async () => {
  home = await homeFolder();
  await start();
  const users = await swath(["sandbox", "users", "--json"], { home });
  key = /"apiKey": "([^"]+)"/.exec(users.stdout)![1]!;
});

afterAll(async () => {
  running.child.kill("SIGTERM");
  await running.ended;
});

const port = (): number => Number(new URL(url).port);

async function open(text: string): Promise<Socket> {
  const socket = connect(port(), "127.0.0.1");
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write(text);
  return socket;
}

const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(url + path, {
    ...init,
    headers: { authorization: `ApiKey ${key}`, "content-type": "application/json" },
  });

const isWell = async (): Promise<boolean> => (await ask("/collectiontypes")).status === 200;

describe("P22 a sandbox continues to serve", () => {
  it("while 1,000 connections send their headers one byte at a time, or nothing", async () => {
    const sockets = await Promise.all(
      Array.from({ length: 1000 }, (_, index) => open(index % 2 === 0 ? "GET / HTTP/1.1\r\nx" : "")),
    );
    expect(await isWell()).toBe(true);
    for (const socket of sockets) socket.destroy();
    expect(await isWell()).toBe(true);
  });

  it("and refuses an upload of 1 GiB before it arrives", async () => {
    const head = `POST /orders HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: ApiKey ${key}\r\ncontent-type: application/json\r\ncontent-length: 1073741824\r\n\r\n{`;
    const socket = await open(head);
    const [said] = (await once(socket, "data")) as [Buffer];
    expect(said.toString()).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
    expect(await isWell()).toBe(true);
  });

  it("and stops an upload without a length long before its 1 GiB arrives", async () => {
    const head = `POST /orders HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: ApiKey ${key}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`;
    const socket = await open(head);
    const piece = `100000\r\n${" ".repeat(0x100000)}\r\n`;
    let sent = 0;
    const pour = (): void => {
      if (!socket.writable || sent >= 1024) return;
      sent += 1;
      socket.write(piece, pour);
    };
    pour();
    const [said] = (await once(socket, "data")) as [Buffer];
    expect(said.toString()).toMatch(/^HTTP\/1\.1 413 /);
    expect(sent).toBeLessThan(64);
    socket.destroy();
    expect(await isWell()).toBe(true);
  });

  it("and disconnects clients that send a header too slowly", async () => {
    const loris = await open("GET / HTTP/1.1\r\nx");
    const drip = setInterval(() => loris.write("x"), 500);
    const [said] = (await once(loris, "data")) as [Buffer];
    clearInterval(drip);
    expect(said.toString()).toMatch(/^HTTP\/1\.1 408 /);
    expect(await isWell()).toBe(true);
  });

  it.each([
    '{"__proto__":{"items":[{"x":1}],"polluted":true}}',
    '{"constructor":{"prototype":{"polluted":true}}}',
    '{"items":[{"__proto__":{"collectionId":"a","granuleId":"b"}}]}',
    "[".repeat(200),
  ])("and refuses %s", async (body) => {
    const { status } = await ask("/orders", { method: "POST", body });
    expect([400, 422]).toContain(status);
    expect(await isWell()).toBe(true);
  });

  it.each([
    "/assets/../../../../etc/passwd",
    "/assets/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
    "/assets/..%5c..%5cetc%5cpasswd",
    "//etc/passwd",
    "/assets/a%00b",
  ])("and discloses nothing for %s", async (path) => {
    const socket = await open(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`);
    let text = "";
    for await (const chunk of socket) text += String(chunk);
    expect(text).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(text).not.toContain("root:");
  });

  it("and refuses a Host other than this machine", async () => {
    const socket = await open(
      "GET /collectiontypes HTTP/1.1\r\nhost: evil.test\r\nconnection: close\r\n\r\n",
    );
    const [said] = (await once(socket, "data")) as [Buffer];
    expect(said.toString()).toMatch(/^HTTP\/1\.1 421 /);
  });
});

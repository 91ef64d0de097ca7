/** P12 a planted key, password, token and signature are afterwards in no output and in no file. */
import { chmod, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSwath, swath } from "../e2e/swath.ts";
import { firstly, itemOf, ordered, sendObject, SIGNATURE, signed } from "./data-host.ts";
import { hostileServer, type HostileServer, type Misbehave } from "./hostile-server.ts";
import { homeFolder } from "./matrix.ts";
import { bytesOf, json, say, silence } from "./reply.ts";
import { runHere } from "./run-here.ts";

const KEY = "k3y/pl4nted+9aF7==";
const PASSWORD = "p4ssword-pl4nted";
const TOKEN = "eyJ0b2tlbiI6InBsNG50ZWQifQ.c2ln";
const SECRETS = [
  KEY,
  encodeURIComponent(KEY),
  Buffer.from(KEY).toString("base64"),
  PASSWORD,
  Buffer.from(`me:${PASSWORD}`).toString("base64"),
  TOKEN,
  SIGNATURE,
];

let server: HostileServer;
let home: string;
const said: string[] = [];

/** Answers correctly, and repeats everything it received in body and headers. */
const echo: Misbehave = (socket, asked, count) => {
  const all = JSON.stringify({ ...asked.headers, body: asked.body });
  const { path, origin, headers } = asked;
  if (path.startsWith("/data/")) return firstly(say({ status: 503 }), sendObject())(socket, asked, count);
  if (path === "/token") return socket.write(bytesOf(json({ accessToken: TOKEN, expiresIn: 3600 })));
  if (path.includes("/download"))
    return ordered((at) => [itemOf({ HH: { href: signed(at) } })], silence)(socket, asked, count);
  if (path === "/orders")
    return socket.write(bytesOf(json({ orderId: "o-1", items: [], echo: all, href: signed(origin) }, 201)));
  const status = path.includes("nope") ? 403 : 200;
  const body = {
    message: all,
    error: all,
    features: [{ id: "a", collection: "c", links: [{ href: signed(origin) }] }],
  };
  socket.write(
    bytesOf({ status, body: JSON.stringify(body), headers: { "x-echo": headers["authorization"] ?? "-" } }),
  );
};

const SESSION: readonly (readonly [words: string, input?: string])[] = [
  ["auth login --api-key-stdin --no-check", KEY],
  ["auth login --no-input", KEY],
  ["auth status"],
  ["auth status --json"],
  ["auth token --username me --password-stdin", PASSWORD],
  ["config list --show-origin"],
  ["doctor"],
  ["doctor --json"],
  ["catalog search --point -9.14,38.71"],
  ["catalog search --point -9.14,38.71 --json"],
  ["task get nope"],
  ["task get nope --json"],
  ["order place --item c/a --yes"],
  ["order place --item c/b --yes --json"],
  ["order links o-1"],
  ["order download o-1 --out-dir out"],
  ["order download o-1 --out-dir out2 --json"],
  ["order history --json"],
  ["journal list --json"],
  ["api GET /task/nope"],
  ["api POST /token --data {}"],
  ["catalog search --dry-run"],
  ["order place --item c/x --dry-run --json"],
  ["__complete order wait x"],
  ["catalog search --api-key-file key.txt"],
  ["catalog search --api-key-file nope.txt"],
];

const LINKS = /^(?:order links|order place|catalog search .*--json)/;

async function runOne(
  words: string,
  input?: string,
  { runs = swath, ...more }: { runs?: typeof swath; SWATH_API_KEY?: string; SWATH_TOKEN?: string } = {},
): Promise<void> {
  const env = { SWATH_BASE_URL: server.url, SWATH_API_KEY: KEY, ...more };
  const ended = await runs(words.split(" "), { home, env, ...(input !== undefined && { input }) });
  // Signed links are the result of these commands.
  const result = LINKS.test(words) ? ended.stdout.replaceAll(SIGNATURE, "") : ended.stdout;
  said.push(`$ ${words}\n${result}${ended.stderr}`);
  expect(ended.code, `${words}\n${ended.stderr}`).not.toBe(1);
}

beforeAll(async () => {
  server = await hostileServer(echo);
  home = await homeFolder();
  await writeFile(join(home, "key.txt"), `${KEY}\n`, { mode: 0o600 });
  for (const [words, input] of SESSION) {
    // The same code without the time that a process costs.
    await runOne(words, input, { runs: runHere });
    await runOne(`${words} --debug --log-file run.log`, input);
  }
  await runOne("catalog search --debug", undefined, {
    SWATH_API_KEY: "",
    SWATH_TOKEN: TOKEN,
  });
});

afterAll(() => server[Symbol.asyncDispose]());

async function filesBelow(dir: string): Promise<{ path: string; text: string; mode: number }[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    paths.map(async (path) => ({
      path,
      text: await readFile(path, "latin1"),
      mode: (await stat(path)).mode & 0o777,
    })),
  );
}

describe("P12 after a session of many commands", () => {
  it.each(SECRETS)("%s is never printed", (secret) => {
    for (const text of said) expect(text).not.toContain(secret);
  });

  it("is only in files that were given or store it, and those are readable by the owner only", async () => {
    for (const { path, text, mode } of await filesBelow(home)) {
      if (path.endsWith("credentials.json")) expect(mode & 0o077, path).toBe(0);
      else if (!path.endsWith("key.txt"))
        for (const secret of SECRETS) expect(text, path).not.toContain(secret);
    }
  });

  it("shows every exchange with --debug", () => {
    const shown = said.join("\n");
    expect(shown.match(/^\* > [A-Z]+ http:\/\/127\.0\.0\.1:\d+\//gm)?.length).toBeGreaterThan(10);
    expect(shown).toMatch(/^\* > authorization: \*\*\*$/m);
    expect(shown.match(/^\* < \d{3}$/gm)?.length).toBeGreaterThan(10);
  });
});

describe("P12 the secret is not on the command line or in the title of the process", () => {
  it.runIf(process.platform === "linux")("while a request is under way", async () => {
    const here = await homeFolder();
    await using hanging = await hostileServer(silence);
    const env = { SWATH_BASE_URL: hanging.url };
    const run = startSwath(["task", "get", "t", "--api-key-file", "-", "--verbose"], {
      home: here,
      env,
      input: KEY,
    });
    await run.until("stderr", /^\* [A-Z]+ \//m);
    const proc = `/proc/${run.child.pid}`;
    for (const name of ["cmdline", "comm", "environ"])
      expect(await readFile(join(proc, name), "latin1")).not.toContain(KEY);
    run.child.kill("SIGKILL");
    await run.ended;
  });
});

describe("P12 stores that others can read", () => {
  it("are refused with the command that repairs them", async () => {
    const here = await homeFolder();
    const env = { SWATH_BASE_URL: server.url };
    await swath(["auth", "login", "--api-key-stdin", "--no-check"], { home: here, env, input: KEY });
    const folder = join(here, ".config/swath");
    await mkdir(folder, { recursive: true });
    const store = join(folder, "credentials.json");
    await writeFile(
      store,
      JSON.stringify({ version: 1, origins: { [server.url]: { default: { apiKey: KEY } } } }),
    );
    await chmod(store, 0o644);
    const { code, stderr } = await swath(["task", "get", "t"], { home: here, env });
    expect(code).toBe(4);
    expect(stderr).toContain(`chmod 600 ${store}`);
    expect(stderr).not.toContain(KEY);
  });
});

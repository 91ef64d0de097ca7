/** Keys and tokens through the front door: storage, precedence, and no secret in any output. */
import { chmod, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Send } from "../../src/contract/send.ts";
import { systemClock } from "../../src/time/clock.ts";
import { expectMode, needModes } from "../this-system.ts";
import { openBench, type Bench } from "./bench.ts";
import { BASE_URL, runWords, tempHome, type Run, type Surroundings } from "./world.ts";

const bench: Bench = await openBench({ archiveSize: 50 });
const KEY = "k-3f0c-planted-secret-9z8y";
const AT = ["--base-url", "https://api.sar.example/v1"];

let home: string;
beforeEach(async () => {
  home = await tempHome();
});
afterEach(() => rm(home, { recursive: true, force: true }));

const swath = (argv: string | readonly string[], given: Surroundings = {}): Promise<Run> =>
  runWords(argv, { home, ...given });
const file = (name: string): string => join(home, ".config", "swath", name);
const stored = async (): Promise<unknown> => JSON.parse(await readFile(file("credentials.json"), "utf8"));

/** A service that knows one key (or any bearer token), and one answer. */
const service =
  (key: string): Send =>
  async ({ headers }) => {
    const knows =
      headers["authorization"] === `ApiKey ${key}` || headers["authorization"]?.startsWith("Bearer ");
    const reply = Buffer.from(knows === true ? '[{"name":"spotlight"}]' : '{"message":"who are you?"}');
    return {
      status: knows === true ? 200 : 401,
      headers: { "content-type": "application/json" },
      body: (async function* () {
        yield reply;
      })(),
    };
  };

/** The complete output of a run, to search it for a planted key. */
const said = ({ stdout, stderr }: Run): string => stdout + stderr;

async function logIn(words: readonly string[] = AT, key = KEY): Promise<Run> {
  const run = await swath(["auth", "login", "--api-key-stdin", "--no-check", ...words], {
    stdin: `${key}\n`,
  });
  expect(run.stderr).not.toContain("Error");
  return run;
}

describe("auth login", () => {
  it("AUTH-01 stores the key from stdin for the origin of the base URL, and the base URL in the profile", async () => {
    const run = await logIn();
    expect(run.exitCode).toBe(0);
    expect(run.requests).toEqual([]);
    expect(run.stderr).toContain("Nothing was sent");
    expect(await stored()).toEqual({
      version: 1,
      origins: { "https://api.sar.example": { default: { apiKey: KEY } } },
    });
    expect(JSON.parse(await readFile(file("config.json"), "utf8"))).toEqual({
      profiles: { default: { baseUrl: "https://api.sar.example/v1" } },
    });
  });

  it("AUTH-12 files are 0600 in a folder 0700, and only the key's last characters are shown", async () => {
    const run = await logIn();
    expectMode(file("credentials.json"), 0o600);
    expectMode(file("config.json"), 0o600);
    expectMode(join(home, ".config", "swath"), 0o700);
    expect(said(run)).not.toContain(KEY);
    expect(run.stdout).toContain("***9z8y");
  });

  it("no part of a short key is shown", async () => {
    expect((await logIn(AT, "short-key-12")).stdout).toMatch(/API key: +\*\*\*\n/);
  });

  it("asks for base URL and key on a terminal", async () => {
    const asked: string[] = [];
    const run = await swath("auth login", {
      stdinTTY: true,
      send: service(KEY),
      ask: async ({ kind, message }) => {
        asked.push(`${kind}: ${message}`);
        return kind === "password" ? KEY : "https://api.sar.example/";
      },
    });
    expect(run.exitCode).toBe(0);
    expect(asked).toEqual([
      "input: Base URL of the service (https://...)",
      "password: API key for https://api.sar.example",
    ]);
    expect(await readFile(file("config.json"), "utf8")).toContain('"https://api.sar.example"');
  });

  it("reports the flag to use when stdin is not a terminal", async () => {
    const run = await swath(["auth", "login", ...AT]);
    expect(run.exitCode).toBe(2);
    expect(run.stderr).toContain("--api-key-stdin");
    const noUrl = await swath("auth login --api-key-stdin", { stdin: KEY });
    expect(noUrl.exitCode).toBe(2);
    expect(noUrl.stderr).toContain("--base-url");
    expect(noUrl.stderr).toContain("CONFIG_MISSING_BASE_URL");
  });

  it.each([
    ["a space inside", "k-3f0c planted"],
    ["a line break inside", "k-3f0c\nplanted"],
    ["a letter beyond ASCII", "k-3f0c-plänted"],
    ["nothing", ""],
  ])("AUTH-12 a key with %s is refused without being repeated", async (_what, key) => {
    const run = await swath(["auth", "login", "--api-key-stdin", ...AT], { stdin: key });
    expect(run.exitCode).toBe(4);
    expect(run.stderr).toContain("KEY_INVALID");
    if (key !== "") expect(said(run)).not.toContain(key);
    await expect(stored()).rejects.toThrow("ENOENT");
  });

  it.each([[[KEY]], [["--api-key", KEY]], [[`--api-key=${KEY}`]]])(
    "AUTH-12 a key on the command line is refused and not repeated (%#)",
    async (words) => {
      const run = await swath(["auth", "login", ...AT, ...words]);
      expect(run.exitCode).toBe(2);
      expect(said(run)).not.toContain(KEY);
    },
  );

  it("a sandbox key is refused for a real host, a real key for the sandbox", async () => {
    const foreign = await swath(["auth", "login", "--api-key-stdin", ...AT], {
      stdin: bench.member.apiKey,
    });
    expect([foreign.exitCode, foreign.stderr]).toEqual([4, expect.stringContaining("key of the sandbox")]);
    const real = await swath("auth login --api-key-stdin --base-url http://127.0.0.1:7717", { stdin: KEY });
    expect([real.exitCode, real.stderr]).toEqual([4, expect.stringContaining("not one of its keys")]);
    const own = await swath("auth login --api-key-stdin --no-check --base-url http://127.0.0.1:7717", {
      stdin: bench.member.apiKey,
    });
    expect(own.exitCode).toBe(0);
    const none = await swath("auth login --sandbox --api-key-stdin", { stdin: KEY });
    expect([none.exitCode, none.stderr]).toEqual([2, expect.stringContaining("needs no login")]);
  });

  it("the key is tested with one read, stored after it succeeds, and the forms of the service are looked up", async () => {
    const words = ["auth", "login", "--api-key-stdin", ...AT];
    const bad = await swath(words, { stdin: "k-unknown-to-the-service", send: service(KEY) });
    expect([bad.exitCode, bad.stderr]).toEqual([4, expect.stringContaining("NOT_AUTHENTICATED")]);
    const other = { SWATH_API_KEY: KEY };
    const beside = await swath(words, { stdin: "k-unknown-to-the-service", send: service(KEY), env: other });
    expect(beside.stderr).not.toContain("SWATH_API_KEY");
    await expect(stored()).rejects.toThrow("ENOENT");
    const good = await swath([...words, "--json"], { stdin: KEY, send: service(KEY) });
    expect(JSON.parse(good.stdout)).toMatchObject({ checked: true });
    expect(good.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "GET https://api.sar.example/v1/collectiontypes",
      "POST https://api.sar.example/v1/catalog/search",
      "POST https://api.sar.example/v1/tasks/search",
      "POST https://api.sar.example/v1/repeat-requests/search",
    ]);
    expect(await stored()).toMatchObject({
      origins: { "https://api.sar.example": { default: { apiKey: KEY } } },
    });
  });

  it("--api-key-file reads the key, but not together with --api-key-stdin", async () => {
    await writeFile(join(home, "key"), `${KEY}\r\n`);
    const both = await swath(["auth", "login", ...AT, "--api-key-file", "key", "--api-key-stdin"]);
    expect([both.exitCode, both.stderr]).toEqual([2, expect.stringContaining("INPUT_AMBIGUOUS")]);
    const run = await swath(["auth", "login", ...AT, "--api-key-file", "key", "--profile", "work"], {
      send: service(KEY),
    });
    expect(run.exitCode).toBe(0);
    expect(await stored()).toMatchObject({
      origins: { "https://api.sar.example": { work: { apiKey: KEY } } },
    });
  });

  it("simultaneous logins lose nothing", async () => {
    const names = Array.from({ length: 8 }, (_, index) => `p${index}`);
    const runs = names.map((name) =>
      swath(["auth", "login", "--api-key-stdin", "--no-check", "--profile", name, ...AT], {
        stdin: KEY,
        clock: systemClock,
      }),
    );
    expect((await Promise.all(runs)).map(({ exitCode }) => exitCode)).toEqual(names.map(() => 0));
    const { origins } = (await stored()) as { origins: Record<string, object> };
    expect(Object.keys(origins["https://api.sar.example"] ?? {}).sort()).toEqual(names);
    const { profiles } = JSON.parse(await readFile(file("config.json"), "utf8")) as { profiles: object };
    expect(Object.keys(profiles).sort()).toEqual(names);
  });

  it("--dry-run stores nothing", async () => {
    const run = await swath(["auth", "login", "--api-key-stdin", "--dry-run", ...AT], { stdin: KEY });
    expect(run.exitCode).toBe(0);
    await expect(stored()).rejects.toThrow("ENOENT");
  });
});

describe("auth status", () => {
  it("AUTH-01 exits 4 without a key, and still prints the rest", async () => {
    const run = await swath(["auth", "status", "--json", ...AT]);
    expect(run.exitCode).toBe(4);
    expect(JSON.parse(run.stdout)).toEqual({
      profile: "default",
      baseUrl: "https://api.sar.example/v1",
      baseUrlOrigin: "flag",
      baseUrlSource: "--base-url",
      credential: null,
      unused: [],
    });
    expect(JSON.parse(run.stderr)).toMatchObject({ error: { code: "AUTH_MISSING", exitCode: 4 } });
  });

  it("AUTH-08 a flag overrides the environment, the environment stored keys, and a key a token", async () => {
    await logIn();
    await writeFile(join(home, "key"), "key-of-the-file-abcd\n");
    const env = { SWATH_API_KEY: "key-of-the-environment", SWATH_TOKEN: "token-of-the-environment" };
    const words = ["auth", "status", "--json"];
    const sources = async (more: readonly string[], given: Surroundings): Promise<unknown> => {
      const { credential, unused } = JSON.parse((await swath([...words, ...more], given)).stdout);
      return [credential.source, credential.masked, ...unused];
    };
    expect(await sources(["--api-key-file", join(home, "key")], { env })).toEqual([
      `--api-key-file ${join(home, "key")}`,
      "***abcd",
      "SWATH_API_KEY",
      "SWATH_TOKEN",
      "stored key of profile default",
    ]);
    expect(await sources([], { env })).toEqual([
      "SWATH_API_KEY",
      "***ment",
      "SWATH_TOKEN",
      "stored key of profile default",
    ]);
    expect(await sources([], {})).toEqual(["stored key of profile default", "***9z8y"]);
  });

  it("AUTH-12 a key is used for the exact origin it was stored for", async () => {
    await logIn();
    expect((await swath("auth status")).exitCode).toBe(0);
    for (const other of ["https://api.sar.example:8443", "https://sar.example", "http://127.0.0.1:9"]) {
      expect((await swath(["auth", "status", "--base-url", other])).exitCode).toBe(4);
    }
  });

  it("AUTH-12 a key store that others can read is refused, with the command that repairs it", async () => {
    needModes();
    await logIn();
    await chmod(file("credentials.json"), 0o640);
    const run = await swath("auth status");
    expect(run.exitCode).toBe(4);
    expect(run.stderr).toContain("STORE_PERMISSIONS");
    expect(run.stderr).toContain(`chmod 600 ${file("credentials.json")}`);
  });

  it("AUTH-15 a key that the system keyring fails to return is distinguished from a missing key", async () => {
    await mkdir(join(home, ".config", "swath"), { recursive: true });
    const origins = { "https://keyring.sar.example": { default: { keyring: true } } };
    await writeFile(file("credentials.json"), JSON.stringify({ version: 1, origins }), { mode: 0o600 });
    const run = await swath("auth status --base-url https://keyring.sar.example");
    expect(run.exitCode).toBe(4);
    expect(run.stderr).toContain("system keyring");
    // The keyring, if there is one, has lost the key.
    expect(run.stderr).toMatch(/code (?:KEYRING_UNAVAILABLE|AUTH_MISSING), exit 4/);
  });

  it("--check asks the service, and a refusal fails the run", async () => {
    const words = ["auth", "status", "--check", "--json", ...AT];
    const good = await swath(words, { env: { SWATH_API_KEY: KEY }, send: service(KEY) });
    expect(good.exitCode).toBe(0);
    expect(JSON.parse(good.stdout)).toMatchObject({ check: "accepted" });
    const bad = await swath(words, { env: { SWATH_API_KEY: KEY }, send: service("k-another") });
    expect(bad.exitCode).toBe(4);
    expect(JSON.parse(bad.stdout)).toMatchObject({ check: "NOT_AUTHENTICATED" });
    expect(said(bad)).not.toContain(KEY);
  });

  it("--sandbox shows the sandbox user, and needs no key", async () => {
    const run = await swath("auth status --sandbox --sandbox-user manager --json");
    expect(run.exitCode).toBe(0);
    expect(JSON.parse(run.stdout)).toMatchObject({
      profile: "sandbox",
      sandboxUser: "manager",
      credential: { source: "sandbox user manager" },
    });
  });
});

describe("auth token", () => {
  const words = ["auth", "token", "--base-url", BASE_URL, "--username", bench.member.username];

  it("AUTH-03 AUTH-04 AUTH-05 sends an empty form with Basic credentials, and warns each time", async () => {
    const run = await swath([...words, "--password-stdin", "--json"], {
      stdin: `${bench.member.password}\n`,
      send: bench.send,
    });
    expect(run.exitCode).toBe(0);
    expect(run.stderr).toContain("The service deprecates user name and password");
    const basic = Buffer.from(`${bench.member.username}:${bench.member.password}`).toString("base64");
    expect(run.requests).toMatchObject([
      {
        method: "POST",
        path: "/token",
        headers: { "content-type": "application/x-www-form-urlencoded", authorization: `Basic ${basic}` },
        body: "",
      },
    ]);
  });

  it("AUTH-06 stores the token and its expiry, and shows the token only with --show", async () => {
    const env = { SWATH_PASSWORD: bench.member.password };
    const run = await swath([...words, "--json"], { env, send: bench.send });
    const report = JSON.parse(run.stdout);
    expect(report).toEqual({
      profile: "default",
      baseUrl: BASE_URL,
      tokenType: "Bearer",
      expiresIn: 3600,
      expiresAt: new Date(bench.clock.ms + 3_600_000).toISOString().replace(".000Z", "Z"),
      storedIn: file("credentials.json"),
    });
    const text = await readFile(file("credentials.json"), "utf8");
    const accessToken = /"accessToken": "(ey[^"]+)"/.exec(text)?.[1] ?? "none is stored";
    expect(text).toContain(accessToken);
    expect(said(run)).not.toContain(accessToken);
    const shown = await swath([...words, "--show", "--json"], { env, send: bench.send });
    expect(JSON.parse(shown.stdout).accessToken).toMatch(/^ey.+\..+\..+$/);
  });

  it("AUTH-07 AUTH-08 the stored token is sent as Bearer, and refused locally a minute before its expiry", async () => {
    const env = { SWATH_PASSWORD: bench.member.password };
    await swath(words, { env, send: bench.send, clock: bench.clock });
    const check = ["auth", "status", "--check", "--base-url", BASE_URL, "--json"];
    const used = await swath(check, { send: service(KEY), clock: bench.clock });
    expect(used.exitCode).toBe(0);
    expect(used.requests[0]?.headers["authorization"]).toMatch(/^Bearer ey/);
    bench.clock.ms += 3_541_000;
    const late = await swath(check, { send: service(KEY), clock: bench.clock });
    expect(late.exitCode).toBe(4);
    expect(late.requests).toEqual([]);
    expect(late.stderr).toContain("AUTH_EXPIRED");
    expect(JSON.parse(late.stdout)).toMatchObject({ credential: { kind: "token", expired: true } });
  });

  it("prompts for the password, which has no flag, and reports the flags to use when stdin is not a terminal", async () => {
    const run = await swath(words, {
      stdinTTY: true,
      send: bench.send,
      ask: async ({ kind }) => (kind === "password" ? bench.member.password : ""),
    });
    expect(run.exitCode).toBe(0);
    const alone = await swath(words);
    expect([alone.exitCode, alone.stderr]).toEqual([2, expect.stringContaining("--password-stdin")]);
  });

  it("AUTH-05 a wrong password is refused, never shown, and nothing is stored; a key is not to be corrected", async () => {
    const run = await swath([...words, "--password-stdin"], {
      stdin: "wrong-planted-word",
      env: { SWATH_API_KEY: "kept" },
      send: bench.send,
    });
    expect([run.exitCode, run.stderr]).toEqual([
      4,
      expect.stringContaining("\n  Correct the user name or the password\n"),
    ]);
    expect(said(run)).not.toContain("wrong-planted-word");
    await expect(stored()).rejects.toThrow("ENOENT");
  });

  it("--dry-run shows the request with the password masked", async () => {
    const run = await swath([...words, "--dry-run", "--json"], {
      env: { SWATH_PASSWORD: bench.member.password },
    });
    expect(run.exitCode).toBe(0);
    expect(JSON.parse(run.stdout)).toMatchObject({ method: "POST", headers: { authorization: "Basic ***" } });
  });
});

describe("auth logout", () => {
  it("removes the profile's credentials for this origin, and keeps the others", async () => {
    await logIn();
    await logIn([...AT, "--profile", "work"]);
    const run = await swath("auth logout --json");
    expect(JSON.parse(run.stdout)).toEqual([
      { profile: "default", origin: "https://api.sar.example", removed: ["apiKey"] },
    ]);
    expect((await swath("auth status")).exitCode).toBe(4);
    expect((await swath("auth status --profile work")).exitCode).toBe(0);
    const again = await swath("auth logout");
    expect(again.exitCode).toBe(0);
    expect(again.stderr).toContain("Nothing is stored for profile default at https://api.sar.example");
  });

  it("--all removes everything, and reports what the environment still contains", async () => {
    await logIn();
    await logIn(["--base-url", "https://other.sar.example", "--profile", "work"]);
    const run = await swath("auth logout --all --output json", { env: { SWATH_API_KEY: KEY } });
    expect(JSON.parse(run.stdout)).toHaveLength(2);
    expect(run.stderr).toContain("SWATH_API_KEY is still set");
    expect(await stored()).toEqual({ version: 1, origins: {} });
  });
});

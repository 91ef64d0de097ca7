/** The doctor through the front door: every check alone, and exit codes for a CI job. */
import { chmod, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TransportError, type Send } from "../../src/contract/send.ts";
import { needModes } from "../this-system.ts";
import { stoppedClock, NOW } from "./stopped-clock.ts";
import { BASE_URL, runWords, tempHome, type Run, type Surroundings } from "./world.ts";

const KEY = "k-3f0c-planted-secret-9z8y";
const READY = { SWATH_BASE_URL: BASE_URL, SWATH_API_KEY: KEY };

let home: string;
beforeEach(async () => {
  home = await tempHome();
});
afterEach(() => rm(home, { recursive: true, force: true }));

/** A service that sends its time. */
const service =
  (dateMs: number, status = 200): Send =>
  async () => ({
    status,
    headers: { "content-type": "application/json", date: new Date(dateMs).toUTCString() },
    body: (async function* () {
      yield Buffer.from('[{"name":"spotlight"}]');
    })(),
  });

interface Check {
  check: string;
  status: string;
  detail: string;
  hint: string | null;
}

const swath = (argv: string, given: Surroundings = {}): Promise<Run> =>
  runWords(`doctor ${argv}`, { home, ...given });

async function examined(argv: string, given: Surroundings = {}) {
  const run = await swath(`${argv} --json`, given);
  const checks = JSON.parse(run.stdout) as Check[];
  const find = (name: string): Check | undefined => checks.find(({ check }) => check === name);
  return { ...run, checks, find };
}

describe("doctor", () => {
  it("a healthy setup: exit 0, two free requests, and no secret", async () => {
    const run = await examined("", { env: READY, send: service(NOW) });
    expect(run.exitCode).toBe(0);
    expect(run.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /collectiontypes",
      "POST /catalog/search",
    ]);
    expect(run.checks.filter(({ status }) => status === "fail")).toEqual([]);
    expect(run.find("credential")).toEqual({
      check: "credential",
      status: "ok",
      detail: "API key ***9z8y from SWATH_API_KEY",
      hint: null,
    });
    expect(run.stdout + run.stderr).not.toContain(KEY);
    expect(run.checks.map(({ check }) => check).join(", ")).toBe(
      "program, node, keyring, settings, base URL, proxy, certificates, key store, credential, " +
        "state folder, cache folder, room for the journal, room for downloads here, service, clock, deployment",
    );
  });

  it.each([500, 503])(
    "the hints of doctor do not suggest doctor: a service that answers %i",
    async (status) => {
      const { stdout, stderr } = await swath("--json --retries 0", {
        env: READY,
        send: service(NOW, status),
      });
      expect(stdout + stderr).toContain("Try again later");
      expect(stdout + stderr).not.toContain("swath doctor");
    },
  );

  it("--offline sends nothing", async () => {
    const run = await examined("--offline", { env: READY });
    expect([run.exitCode, run.requests]).toEqual([0, []]);
    expect(run.find("service")?.status).toBe("skip");
  });

  it("without a base URL it shows the command to type, and exits with the code of that failure", async () => {
    const run = await examined("");
    expect([run.exitCode, run.requests]).toEqual([2, []]);
    expect(run.find("base URL")).toMatchObject({
      status: "fail",
      hint: expect.stringContaining("swath auth login"),
    });
    expect(JSON.parse(run.stderr)).toMatchObject({ error: { code: "CONFIG_MISSING_BASE_URL", exitCode: 2 } });
  });

  it("AUTH-01 without a key it exits 4 and sends nothing", async () => {
    const run = await examined("", { env: { SWATH_BASE_URL: BASE_URL } });
    expect([run.exitCode, run.requests]).toEqual([4, []]);
    expect(run.find("credential")?.hint).toBe("Log in: swath auth login");
  });

  it("an unsendable key is found before a request", async () => {
    const run = await examined("", { env: { ...READY, SWATH_API_KEY: "two words-planted" } });
    expect([run.exitCode, run.requests]).toEqual([4, []]);
    expect(run.stdout + run.stderr).not.toContain("words-planted");
  });

  it("invalid settings are a finding, and the checks continue", async () => {
    await mkdir(join(home, ".config", "swath"), { recursive: true });
    await writeFile(join(home, ".config", "swath", "config.json"), "{");
    const run = await examined("", { env: READY });
    expect(run.exitCode).toBe(2);
    expect(run.find("settings")).toMatchObject({
      status: "fail",
      detail: expect.stringContaining("config.json"),
    });
    expect(run.find("node")?.status).toBe("ok");
    await rm(join(home, ".config"), { recursive: true });
    const typo = await examined("--profile wrok", { env: READY });
    expect(typo.find("settings")).toMatchObject({ status: "fail", detail: expect.stringContaining("wrok") });
    const variable = await examined("", { env: { ...READY, SWATH_TIMEOUT: "soon" } });
    expect(variable.find("settings")?.detail).toContain("SWATH_TIMEOUT");
  });

  it("AUTH-12 a key store that others can read fails; a folder that others can write to is a warning", async () => {
    needModes();
    const folder = join(home, ".config", "swath");
    await runWords(["auth", "login", "--api-key-stdin", "--no-check", "--base-url", BASE_URL], {
      home,
      stdin: KEY,
    });
    await chmod(folder, 0o777);
    const open = await examined("--offline");
    expect(open.find("key store")).toMatchObject({ status: "warn", hint: `Type: chmod 700 ${folder}` });
    await chmod(join(folder, "credentials.json"), 0o644);
    const readable = await examined("--offline");
    expect(readable.exitCode).toBe(4);
    expect(readable.find("key store")).toMatchObject({ status: "fail" });
  });

  it("a proxy is shown without its user name and password", async () => {
    const env = { ...READY, HTTPS_PROXY: "http://ada:planted@proxy.example:3128" };
    const run = await examined("--offline", { env });
    expect(run.find("proxy")?.detail).toBe("http://proxy.example:3128 with user name and password");
    expect(run.stdout).not.toContain("planted");
    const bypassed = await examined("--offline", { env: { ...env, NO_PROXY: "sar.example" } });
    expect(bypassed.find("proxy")?.detail).toBe("none for this base URL");
    const bad = await examined("--offline", { env: { ...READY, HTTPS_PROXY: "socks5://ada:planted@h" } });
    expect([bad.exitCode, bad.find("proxy")?.status]).toEqual([2, "fail"]);
    expect(bad.stdout).not.toContain("planted");
  });

  it.each([
    [0, "ok", "within"],
    [-50_000, "ok", "within"],
    [-3_600_000, "warn", "1h ahead of"],
    [7_200_000, "warn", "2h behind"],
  ])("a clock that is %i ms off is %s", async (offsetMs, status, words) => {
    const run = await examined("", { env: READY, clock: stoppedClock(), send: service(NOW + offsetMs) });
    expect(run.find("clock")).toMatchObject({ status, detail: expect.stringContaining(words) });
    expect(run.exitCode).toBe(0);
  });

  it.each([
    ["the network", async () => Promise.reject(new TransportError("dns", "no", "no such host")), 9],
    ["a refusal of the service", service(NOW, 401), 4],
    ["a failing service", service(NOW, 503), 9],
  ])("%s fails the run", async (_what, send: Send, exitCode) => {
    const run = await examined("--retries 0", { env: READY, send });
    expect(run.exitCode).toBe(exitCode);
    expect(run.find("service")?.status).toBe("fail");
  });

  it("a state folder that cannot be created is reported, since it would stop every spending request", async () => {
    await writeFile(join(home, "file"), "");
    const env = { ...READY, XDG_STATE_HOME: join(home, "file") };
    const run = await examined("--offline", { env });
    expect(run.exitCode).toBe(14);
    expect(run.find("state folder")?.detail).toContain("journal");
  });

  it("people get words, aligned, with hints below", async () => {
    const run = await swath("--offline", { stdoutTTY: true, env: { NO_COLOR: "1" } });
    expect(run.stdout).toMatch(/^ok {4}node +22\.19\.0$/m);
    expect(run.stdout).toMatch(/^fail {2}base URL +none is set\n +Log in: swath auth login/m);
  });
});

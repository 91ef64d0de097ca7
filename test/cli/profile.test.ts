/** Profiles through the front door: listed, chosen, shown, deleted; and a login that continues after a bad answer. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { TransportError, type Send } from "../../src/contract/send.ts";
import { openBench } from "./bench.ts";
import { errorOf } from "./scripted-service.ts";
import { BASE_URL, tempHome, type Surroundings } from "./world.ts";

const bench = await openBench({ archiveSize: 200 });
const env = { SWATH_BASE_URL: undefined, SWATH_API_KEY: undefined };

const KEY = "k-3f0c-planted-secret-9z8y";

/** The sandbox as a service of its own, which knows this key as its member's. */
const send: Send = (request) => {
  const { authorization = "" } = request.headers;
  const key = authorization === `ApiKey ${KEY}` ? bench.member.apiKey : "sbx_unknown";
  return bench.send({ ...request, headers: { ...request.headers, authorization: `ApiKey ${key}` } });
};

/** A machine with the profile `work`, which has a base URL and a stored key. */
async function machine() {
  const home = await tempHome();
  const swath = (argv: string | readonly string[], given: Surroundings = {}) =>
    bench.swath(argv, { home, env, send, ...given });
  const login = await swath(`auth login --profile work --base-url ${BASE_URL} --api-key-stdin`, {
    stdin: KEY,
  });
  expect(login.exitCode).toBe(0);
  return { home, swath };
}

describe("profile", () => {
  it("list shows every profile with its base URL and its kinds of credentials, never a key", async () => {
    const { swath } = await machine();
    const { stdout } = await swath("profile list --json");
    expect(JSON.parse(stdout)).toEqual([
      { profile: "default", default: true, baseUrl: null, credentials: [], settings: 0 },
      { profile: "sandbox", default: false, baseUrl: null, credentials: [], settings: 0 },
      { profile: "work", default: false, baseUrl: BASE_URL, credentials: ["API key"], settings: 1 },
    ]);
    expect((await swath("profile list --output id")).stdout).toBe("default\nsandbox\nwork\n");
  });

  it("AUTH-13 use stores the default, which doctor shows and which flags and environment override", async () => {
    const { swath } = await machine();
    expect(JSON.parse((await swath("profile use work --json")).stdout)).toEqual({
      profile: "work",
      previous: "default",
    });
    expect((await swath("catalog search --limit 1 --output id")).exitCode).toBe(0);
    expect((await swath("doctor --offline")).stdout).toContain("profile work (the stored default)");
    expect((await swath("auth status --profile default")).exitCode).toBe(4);
    expect((await swath("auth status", { env: { ...env, SWATH_PROFILE: "default" } })).exitCode).toBe(4);
    expect(JSON.parse((await swath("profile show --json")).stdout)).toEqual({
      profile: "work",
      default: true,
      baseUrl: BASE_URL,
      credentials: [{ origin: new URL(BASE_URL).origin, stored: ["API key"] }],
      settings: { baseUrl: BASE_URL },
      learned: {},
    });
  });

  it("a question about money shows a profile that was not typed", async () => {
    const { swath } = await machine();
    await swath("profile use work");
    const granule = (await swath("catalog search --product-type GEO --limit 1 --output id")).stdout.trim();
    const asked: string[] = [];
    const ask: Surroundings["ask"] = async ({ message }) => {
      asked.push(message);
      return false;
    };
    const place = `order place --item vendor-archive/${granule}`;
    await swath(place, { stdinTTY: true, stdoutTTY: true, ask });
    await swath(`${place} --profile work`, { stdinTTY: true, stdoutTTY: true, ask });
    expect(asked[0]).toMatch(/^\[profile work\] Order /);
    expect(asked[1]).toMatch(/^Order /);
  });

  it("delete asks, then removes settings and keys, and default becomes the default again", async () => {
    const { home, swath } = await machine();
    await swath("profile use work");
    const refused = await swath("profile delete work --json");
    expect([refused.exitCode, errorOf(refused)]).toEqual([
      12,
      expect.objectContaining({
        code: "CONFIRMATION_REQUIRED",
        hint: "Add --yes to agree",
      }),
    ]);
    const deleted = await swath("profile delete work --yes --json");
    expect(JSON.parse(deleted.stdout)).toEqual({ profile: "work", settings: 1, credentials: 1 });
    expect(deleted.stderr).toContain("Runs that choose no profile use default again");
    const stored = await readFile(join(home, ".config", "swath", "credentials.json"), "utf8");
    expect(stored).not.toContain(KEY);
    expect((await swath("profile list --output id")).stdout).toBe("default\nsandbox\n");
  });

  it("an unknown name gets the nearest name, and the command that creates it", async () => {
    const { swath } = await machine();
    const { hint } = errorOf(await swath("profile use wrok --json"));
    expect(hint).toBe("Did you mean work?");
    for (const verb of ["show", "delete"])
      expect(errorOf(await swath(`profile ${verb} nosuch --json`)).message).toContain(
        "(known: default, sandbox, work)",
      );
    // A default that was removed by hand can be replaced.
    await swath("profile use work");
    await swath("profile delete work --yes");
    expect((await swath("profile use sandbox")).exitCode).toBe(0);
  });

  it("--profile <Tab> completes the names, and ids of the stored default", async () => {
    const { home, swath } = await machine();
    expect((await swath("__complete task list --profile wo")).stdout).toBe(
      "words \ndefault\nsandbox\nwork\n",
    );
    await swath("profile use work");
    await swath("catalog search --limit 1");
    const kept = await readFile(join(home, ".cache", "swath", "ids", "work", "item"), "utf8");
    expect((await swath("__complete catalog search --id x")).stdout).toBe(`words \n${kept}`);
  });
});

describe("auth login", () => {
  it("AUTH-14 asks again after an invalid answer: the next typed key does not reach the shell", async () => {
    const { swath } = await machine();
    const answers = ["htp:/slip", BASE_URL, "a key with blanks", "k-not-the-one-of-it", KEY];
    const run = await swath("auth login --profile third", {
      stdinTTY: true,
      stdoutTTY: true,
      ask: async () => answers.shift() ?? "",
    });
    expect([run.exitCode, answers]).toEqual([0, []]);
    expect(run.stderr.match(/Try again, or end with Ctrl-C/g)).toHaveLength(3);
    expect(run.stderr + run.stdout).not.toContain("a key with blanks");
    expect(run.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /collectiontypes",
      "GET /collectiontypes",
      "POST /catalog/search",
      "POST /tasks/search",
      "POST /repeat-requests/search",
    ]);
  });

  it("a key that could not be checked is stored only with consent, or with --no-check", async () => {
    const { swath } = await machine();
    const down: Send = async () => {
      throw new TransportError("refused", "no", "connection refused");
    };
    const line = `auth login --profile late --base-url ${BASE_URL} --api-key-stdin`;
    const script = await swath(`${line} --json --retries 0`, { stdin: "k-1234567890", send: down });
    expect([script.exitCode, errorOf(script).hint]).toEqual([
      9,
      "To store the key without this check, add --no-check",
    ]);
    const kept = await swath(`${line} --no-check`, { stdin: "k-1234567890" });
    expect([kept.exitCode, kept.requests]).toEqual([0, []]);
  });

  it("swath login suggests swath auth login", async () => {
    const hint = async (line: string) => errorOf(await bench.swath(`${line} --json`)).hint;
    expect(await hint("login")).toBe("Did you mean swath auth login?");
    expect(await hint("download")).toBe("Did you mean swath order download?");
    expect(await hint("approve")).toBe(
      "Did you mean swath task approve, swath repeat approve, swath approvals approve?",
    );
  });
});

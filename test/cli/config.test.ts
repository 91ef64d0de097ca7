/** Settings through the front door: stored, read by every command, and shown with their source. */
import { mkdir, readFile, readlink, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { rootCertificates } from "node:tls";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DIALECT_KEYS } from "../../src/contract/dialect.ts";
import { expectMode, makeLink } from "../this-system.ts";
import { runWords, tempHome, type Run, type Surroundings } from "./world.ts";

let home: string;
beforeEach(async () => {
  home = await tempHome();
});
afterEach(() => rm(home, { recursive: true, force: true }));

const swath = (argv: string | readonly string[], given: Surroundings = {}): Promise<Run> =>
  runWords(argv, { home, ...given });
const configFile = (): string => join(home, ".config", "swath", "config.json");
const profiles = async (): Promise<unknown> => JSON.parse(await readFile(configFile(), "utf8")).profiles;
const json = async <T = unknown>(argv: string, given: Surroundings = {}): Promise<T> =>
  JSON.parse((await swath(`${argv} --json`, given)).stdout);
interface Planned {
  url: string;
  headers: Record<string, string>;
  body: { query: object };
}

async function handWritten(profile: object): Promise<void> {
  await mkdir(join(home, ".config", "swath"), { recursive: true });
  await writeFile(configFile(), JSON.stringify({ profiles: { default: profile } }));
}

describe("config set and get", () => {
  it("the next run uses a value that was set", async () => {
    expect((await swath("config set baseUrl https://api.sar.example/v1/")).exitCode).toBe(0);
    expect((await swath("config get baseUrl")).stdout).toBe("https://api.sar.example/v1\n");
    const planned = await json<Planned>("catalog search --limit 1 --dry-run");
    expect(planned.url).toBe("https://api.sar.example/v1/catalog/search");
    expectMode(configFile(), 0o600);
  });

  it("a settings file that is a symbolic link remains one, and keeps its other entries", async () => {
    const elsewhere = join(home, "dotfiles.json");
    await writeFile(elsewhere, '{"note":"mine","profiles":{"second":{"timeout":"5s"}}}');
    await mkdir(join(home, ".config", "swath"), { recursive: true });
    makeLink(elsewhere, configFile());
    expect((await swath("config set retries 1 --profile second")).exitCode).toBe(0);
    expect((await swath("config set retries 2 --profile constructor")).exitCode).toBe(0);
    expect(await readlink(configFile())).toBe(elsewhere);
    expect(JSON.parse(await readFile(elsewhere, "utf8"))).toEqual({
      note: "mine",
      profiles: { second: { timeout: "5s", retries: 1 }, constructor: { retries: 2 } },
    });
  });

  it("DESK-12 P25 --config with the settings file instead of its folder is refused, and not ignored", async () => {
    await handWritten({ retries: 2 });
    const run = await swath(["config", "get", "retries", "--config", configFile()]);
    expect([run.exitCode, run.stdout]).toEqual([2, ""]);
    expect(run.stderr).toContain("CONFIG_INVALID");
    expect(run.stderr).toContain(`${configFile()} is a file, not the folder of the settings`);
    // A folder that does not exist has no settings.
    const missing = await swath(["config", "get", "retries", "--config", join(home, "missing")]);
    expect(missing.stderr).not.toContain("CONFIG_INVALID");
  });

  it("settings that begin with a byte-order mark are read and written", async () => {
    await mkdir(join(home, ".config", "swath"), { recursive: true });
    await writeFile(configFile(), '\uFEFF{"profiles":{"default":{"retries":2}}}');
    expect((await swath("config get retries")).stdout).toBe("2\n");
    expect((await swath("config set timeout 5s")).exitCode).toBe(0);
    expect((await swath("config get retries")).stdout).toBe("2\n");
    expect((await swath("doctor --json")).stdout).not.toContain("CONFIG_INVALID");
  });

  it.each([
    ['{"profile":{"default":{"budget":"5/month"}}}', '"profiles" must be an object in it'],
    ['{"profiles":[]}', '"profiles" must be an object in it'],
    ['{"profiles":{},}', "JSON at position 15"],
  ])("invalid settings are refused, with the reason: %s", async (text, why) => {
    await mkdir(join(home, ".config", "swath"), { recursive: true });
    await writeFile(configFile(), text);
    const run = await swath("config list");
    expect([run.exitCode, run.stdout]).toEqual([2, ""]);
    expect(run.stderr).toContain(`config.json is not valid: `);
    expect(run.stderr).toContain(why);
  });

  it("GEN-02 a base URL that is not https is refused, and nothing is written", async () => {
    for (const bad of ["ftp://sar.example", "http://sar.example", "sar.example", "https://a:b@sar.example"]) {
      const run = await swath(["config", "set", "baseUrl", bad]);
      expect([run.exitCode, run.stderr]).toEqual([2, expect.stringContaining("CONFIG_INVALID")]);
    }
    await expect(profiles()).rejects.toThrow("ENOENT");
  });

  it.each([
    ["baseURL", "Did you mean baseUrl?"],
    ["time-out", "Did you mean timeout?"],
    ["placment", "Did you mean dialect.placement?"],
    ["auth.header", "Did you mean dialect.auth.header?"],
    ["dialect.auth.heder", "Did you mean dialect.auth.header?"],
    ["color", "Give it as --color"],
    ["apiKey", "swath auth login"],
    ["zebra", "swath config list"],
  ])("an unknown key %s suggests: %s", async (key, hint) => {
    for (const verb of [["get"], ["unset"], ["set", "x"]]) {
      const [name = "", ...value] = verb;
      const run = await swath(["config", name, key, ...value]);
      expect([run.exitCode, run.stderr]).toEqual([2, expect.stringContaining(hint)]);
      expect(run.stdout).toBe("");
    }
  });

  it.each([
    ["concurrency", "0", "from 1 to 256"],
    ["timeout", "30", "has no unit"],
    ["output", "tabel", "Did you mean table?"],
    ["dialect.placement", "botth", "Did you mean both?"],
    ["dialect.retaskAnglesAsString", "yes", "true or false"],
    ["dialect.auth.header", "X API Key", "the name of a header for a key"],
    ["dialect.auth.header", "Host", "the name of a header for a key"],
    ["dialect.paths.orders", "/../orders", "without empty or dot segments"],
    ["dialect.vendorPrefix", "a".repeat(65), "at most 64"],
    ["dialect.vendorPrefix", "1st", "starting with a letter"],
    ["dialect.vendorPrefix", "a:b", "letters, digits"],
  ])("%s %s is refused: %s", async (key, value, rule) => {
    const run = await swath(["config", "set", key, value]);
    expect([run.exitCode, run.stderr]).toEqual([2, expect.stringContaining(rule)]);
    await expect(profiles()).rejects.toThrow("ENOENT");
  });

  it("set accepts every value that get prints", async () => {
    await swath("config set timeout 90s");
    expect((await swath("config get timeout")).stdout).toBe("90s\n");
    expect((await swath("config get timeout --timeout 2s")).stdout).toBe("2s\n");
    const rows: { key: string; value: string | null }[] = await json("config list --all");
    expect(rows.map(({ key }) => key)).toEqual(
      expect.arrayContaining(Object.keys(DIALECT_KEYS).map((key) => `dialect.${key}`)),
    );
    for (const { key, value } of rows.filter(({ value }) => value !== null)) {
      const run = await swath(["config", "set", key, String(value)]);
      expect([key, run.exitCode]).toEqual([key, 0]);
    }
    const again: unknown[] = await json("config list --all");
    expect(again).toEqual(
      rows.map((row) =>
        row.value === null ? row : { ...row, origin: "profile", source: "profile default" },
      ),
    );
  });

  it("AUTH-02 dialect keys, whose names contain dots, are read back by the requests they change", async () => {
    await swath("config set dialect.auth.header X-API-Key");
    await swath(["config", "set", "dialect.auth.scheme", ""]);
    await swath("config set dialect.vendorPrefix umbrella");
    await swath("config set dialect.retaskAnglesAsString true");
    expect(await profiles()).toEqual({
      default: {
        dialect: {
          "auth.header": "X-API-Key",
          "auth.scheme": "",
          vendorPrefix: "umbrella",
          retaskAnglesAsString: true,
        },
      },
    });
    const env = { SWATH_API_KEY: "k-planted-0123456789", SWATH_BASE_URL: "https://api.sar.example" };
    const planned = await json<Planned>("catalog search --where vendor:squint_angle>10 --dry-run", { env });
    expect(planned.headers).toMatchObject({ "x-api-key": "***" });
    expect(planned.headers).not.toHaveProperty("authorization");
    expect(Object.keys(planned.body.query)).toEqual(["umbrella:squint_angle"]);
  });

  it("a dialect written as nested objects is read, replaced and removed", async () => {
    await handWritten({ dialect: { auth: { header: "X-Old", scheme: "Key" } } });
    expect((await swath("config get dialect.auth.header")).stdout).toBe("X-Old\n");
    await swath("config set dialect.auth.header X-New");
    expect((await swath("config get dialect.auth.header")).stdout).toBe("X-New\n");
    expect(await profiles()).toEqual({
      default: { dialect: { auth: { scheme: "Key" }, "auth.header": "X-New" } },
    });
    await swath("config unset dialect.auth.header");
    await swath("config unset dialect.auth.scheme");
    expect(await profiles()).toEqual({ default: {} });
  });

  it("only config set --profile creates a profile", async () => {
    expect((await swath("config set baseUrl https://work.sar.example --profile work")).exitCode).toBe(0);
    expect((await swath("config get baseUrl --profile work")).stdout).toBe("https://work.sar.example\n");
    for (const words of ["config get baseUrl", "config unset baseUrl", "config list"]) {
      const run = await swath(`${words} --profile wrok`);
      expect([run.exitCode, run.stderr]).toEqual([2, expect.stringContaining("work")]);
    }
    const bad = await swath(["config", "set", "timeout", "5s", "--profile", "../x"]);
    expect(bad.exitCode).toBe(2);
    expect(await profiles()).toEqual({ work: { baseUrl: "https://work.sar.example" } });
  });

  it("the sandbox profile refuses a base URL", async () => {
    const run = await swath("config set baseUrl https://sar.example --sandbox");
    expect([run.exitCode, run.stderr]).toEqual([2, expect.stringContaining("the sandbox on this machine")]);
  });

  it("warns when a variable overrides the stored value", async () => {
    const run = await swath("config set timeout 5s", { env: { SWATH_TIMEOUT: "9s" } });
    expect(run.stderr).toContain("SWATH_TIMEOUT overrides");
  });

  it("a certificate file is stored with its absolute path", async () => {
    await writeFile(join(home, "ca.pem"), rootCertificates[0]!);
    await swath("config set caFile ca.pem");
    expect(await profiles()).toEqual({ default: { caFile: join(home, "ca.pem") } });
  });

  it("--dry-run writes nothing", async () => {
    expect((await swath("config set timeout 5s --dry-run")).exitCode).toBe(0);
    await expect(profiles()).rejects.toThrow("ENOENT");
  });
});

describe("invalid settings", () => {
  it("an unknown key stops every command, is reported without its value, and can be removed", async () => {
    await handWritten({ baseURL: "https://sar.example", apiKey: "k-planted-secret" });
    const run = await swath("catalog search --limit 1");
    expect(run.exitCode).toBe(2);
    expect(run.stderr).toContain("did you mean baseUrl?");
    expect(run.stderr).not.toContain("k-planted-secret");
    expect((await swath("config unset baseURL")).exitCode).toBe(0);
    expect((await swath("config unset apiKey")).exitCode).toBe(0);
    expect((await swath("config list")).exitCode).toBe(0);
  });

  it("an invalid value is repaired by set and by unset", async () => {
    await handWritten({ timeout: "soon", dialect: { placement: "nowhere" } });
    expect((await swath("config list")).exitCode).toBe(2);
    expect((await swath("config set timeout 5s")).exitCode).toBe(0);
    expect((await swath("config unset dialect.placement")).exitCode).toBe(0);
    expect((await swath("config list")).exitCode).toBe(0);
  });

  it("a damaged file is reported with its path, not overwritten", async () => {
    await handWritten({});
    await writeFile(configFile(), '{"profiles":');
    const run = await swath("config set timeout 5s");
    expect([run.exitCode, run.stderr]).toEqual([2, expect.stringContaining(configFile())]);
    expect(await readFile(configFile(), "utf8")).toBe('{"profiles":');
    expect((await swath("config path")).exitCode).toBe(0);
  });

  it("AUTH-12 a user name in a base URL is not repeated", async () => {
    const run = await swath("catalog search", { env: { SWATH_BASE_URL: "https://ada:planted@sar.example" } });
    expect(run.exitCode).toBe(2);
    expect(run.stderr).not.toContain("planted");
  });
});

describe("config list and path", () => {
  it("flag > environment > profile > default, each with its source", async () => {
    await swath("config set retries 7");
    const origins = async (words: string, given: Surroundings): Promise<unknown> => {
      const rows: { key: string }[] = await json(`config list --show-origin ${words}`, given);
      return rows.filter(({ key }) => key === "retries").map(({ key: _key, ...row }) => row);
    };
    const env = { SWATH_RETRIES: "8" };
    const all = [
      { value: 9, origin: "flag", source: "--retries" },
      { value: 8, origin: "environment", source: "SWATH_RETRIES" },
      { value: 7, origin: "profile", source: "profile default" },
      { value: 3, origin: "default", source: "" },
    ];
    expect(await origins("--retries 9", { env })).toEqual(all);
    expect(await origins("", { env })).toEqual(all.slice(1));
    expect(await origins("", {})).toEqual(all.slice(2));
  });

  it("a pipe gets one line per key", async () => {
    const { stdout } = await swath("config list");
    expect(stdout).toContain("concurrency\t4\tdefault\t\n");
    expect(stdout).toContain("baseUrl\t\t\t\n");
  });

  it("AUTH-12 settings never contain a key", async () => {
    const run = await swath("config list --show-origin", { env: { SWATH_API_KEY: "k-planted-secret" } });
    expect(run.stdout + run.stderr).not.toContain("k-planted-secret");
  });

  it("path follows XDG and --config", async () => {
    const state = resolve("/var/tmp/state");
    const env = { XDG_STATE_HOME: state, XDG_CACHE_HOME: "relative/is/ignored" };
    expect(await json(`config path --config ${home}/elsewhere`, { env })).toEqual({
      config: join(home, "elsewhere", "config.json"),
      credentials: join(home, "elsewhere", "credentials.json"),
      journal: join(state, "swath", "journal"),
      state: join(state, "swath"),
      cache: join(home, ".cache", "swath"),
      data: join(home, ".local", "share", "swath"),
    });
  });
});

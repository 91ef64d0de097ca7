/** flag > environment > profile > default, observed in a run; and the base URL. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Send } from "../../src/contract/send.ts";
import { runWords, tempHome, type Run } from "./world.ts";

/** A home whose profile has this. */
async function homeWith(profile: object): Promise<string> {
  const home = await tempHome();
  const dir = join(home, ".config", "swath");
  await mkdir(dir, { recursive: true, mode: 0o700 });
  await writeFile(join(dir, "config.json"), JSON.stringify({ profiles: { default: profile } }));
  return home;
}

const reply = (body: unknown, status = 200): Awaited<ReturnType<Send>> => ({
  status,
  headers: { "content-type": "application/json" },
  body: [Buffer.from(JSON.stringify(body))] as never,
});

const page = {
  type: "FeatureCollection",
  features: [{ type: "Feature", id: "g", collection: "c", properties: {} }],
};
const serving: Send = async () => reply(page);
const failing: Send = async () => reply({}, 503);
const silent: Send = () => new Promise(() => undefined);

interface Setting {
  flag: string;
  env: string;
  profile: object;
  /** The setting as the run shows it. */
  seen: (run: Run) => unknown;
  /** The values of flag, environment, profile and default, as `seen` returns them. */
  values: readonly [flag: unknown, env: unknown, profile: unknown, preset: unknown];
  send?: Send;
}

const origin = ({ requests }: Run): unknown => requests[0] && new URL(requests[0].url).host;

const SETTINGS: Readonly<Record<string, Setting>> = {
  baseUrl: {
    flag: "--base-url https://flag.example",
    env: "SWATH_BASE_URL=https://env.example",
    profile: { baseUrl: "https://profile.example" },
    seen: origin,
    values: ["flag.example", "env.example", "profile.example", undefined],
  },
  output: {
    flag: "--output id",
    env: "SWATH_OUTPUT=csv",
    profile: { output: "ndjson" },
    seen: ({ stdout }) => stdout.slice(0, 2),
    values: ["g\n", "id", '{"', "g\t"],
  },
  vendorPrefix: {
    flag: "--vendor-prefix one",
    env: "SWATH_VENDOR_PREFIX=two",
    profile: { dialect: { vendorPrefix: "three" } },
    seen: ({ requests }) => Object.keys((requests[0]!.body as { query: object }).query)[0],
    values: ["one:collect_id", "two:collect_id", "three:collect_id", "vendor:collect_id"],
  },
  retries: {
    flag: "--retries 0",
    env: "SWATH_RETRIES=1",
    profile: { retries: 2 },
    seen: ({ requests }) => requests.length,
    values: [1, 2, 3, 4],
    send: failing,
  },
  timeout: {
    flag: "--timeout 1s --retries 0",
    env: "SWATH_TIMEOUT=2s",
    profile: { timeout: "3s" },
    seen: ({ stderr }) => /within (\d+) s/.exec(stderr)?.[1],
    values: ["1", "2", "3", "60"],
    send: silent,
  },
};

describe.each(Object.entries(SETTINGS))(
  "GEN-02 %s",
  (name, { flag, env, profile, seen, values, send = serving }) => {
    const places = ["flag", "environment", "profile", "default"] as const;
    // Every pair of sources, and each alone: the first of the two applies.
    const cases = places.flatMap((winner, at) => places.slice(at).map((other) => [winner, other] as const));

    it.each(cases)("the %s overrides the %s", async (winner, other) => {
      const given = new Set([winner, other]);
      const [variable = "", value = ""] = env.split("=");
      const always = name === "baseUrl" ? {} : { SWATH_BASE_URL: "https://sar.example/v1" };
      const run = await runWords(`catalog search --collect-id c1 ${given.has("flag") ? flag : ""}`, {
        home: await homeWith(given.has("profile") ? profile : {}),
        env: { ...always, SWATH_API_KEY: "k", ...(given.has("environment") && { [variable]: value }) },
        send,
      });
      expect(seen(run)).toEqual(values[places.indexOf(winner)]);
    });
  },
);

describe("the base URL", () => {
  it("GEN-02 has no built-in value: nothing is sent, and the error has the next step", async () => {
    const run = await runWords("catalog search", {});
    expect(run).toMatchObject({ exitCode: 2, stdout: "", requests: [] });
    expect(run.stderr).toMatchInlineSnapshot(`
      "Error: no base URL is set, so there is nowhere to send this
        Add --sandbox to try it without an account, or log in: swath auth login --base-url https://...
        code CONFIG_MISSING_BASE_URL, exit 2
      "
    `);
  });

  it.each([
    ["https://h.example", "https://h.example/catalog/search"],
    ["https://h.example/", "https://h.example/catalog/search"],
    ["https://h.example/v1", "https://h.example/v1/catalog/search"],
    ["https://h.example/a/b//", "https://h.example/a/b/catalog/search"],
    ["https://h.example:8443/v1/", "https://h.example:8443/v1/catalog/search"],
    ["http://127.0.0.1:7717", "http://127.0.0.1:7717/catalog/search"],
  ])("GEN-02 %s keeps its prefix", async (baseUrl, url) => {
    const run = await runWords("catalog search", {
      env: { SWATH_BASE_URL: baseUrl, SWATH_API_KEY: "k" },
      send: serving,
    });
    expect(run.requests.map((request) => request.url)).toEqual([url]);
  });

  it.each(["http://h.example", "ftp://h.example", "h.example", "https://user:pass@h.example", "https://"])(
    "GEN-02 %s is refused",
    async (baseUrl) => {
      const run = await runWords(["catalog", "search", "--base-url", baseUrl], {});
      expect(run).toMatchObject({ exitCode: 2, stdout: "", requests: [] });
      expect(run.stderr).toContain("--base-url");
      expect(run.stderr).not.toContain("pass@");
    },
  );

  it("GEN-03 a body is JSON, and the request accepts JSON", async () => {
    const run = await runWords("catalog search", {
      env: { SWATH_BASE_URL: "https://h.example", SWATH_API_KEY: "k" },
      send: serving,
    });
    expect(run.requests[0]?.headers).toMatchObject({
      "content-type": "application/json",
      accept: "application/json",
    });
    const read = await runWords("order links x", {
      env: { SWATH_BASE_URL: "https://h.example", SWATH_API_KEY: "k" },
      send: serving,
    });
    expect(read.requests[0]?.headers).not.toHaveProperty("content-type");
  });

  it("a misspelt SWATH_ variable is reported", async () => {
    const run = await runWords("order history", { env: { SWATH_BASEURL: "https://h.example" } });
    expect(run.stderr).toMatchInlineSnapshot(`
      "Warning: SWATH_BASEURL is not a setting; did you mean SWATH_BASE_URL?
      Nothing found
      "
    `);
    expect(run.exitCode).toBe(0);
  });
});

describe("--no-validate and --strict", () => {
  const env = { SWATH_BASE_URL: "https://h.example", SWATH_API_KEY: "k" };

  it("--no-validate turns faults into warnings, and sends", async () => {
    const run = await runWords("catalog search --bbox 1,2,3 --orbit-state ascnding --no-validate", {
      env,
      send: serving,
    });
    expect(run.requests[0]?.body).toEqual({
      bbox: [1, 2, 3],
      query: { "sat:orbit_state": { eq: "ascnding" } },
    });
    expect(run.stderr).toMatchInlineSnapshot(`
      "Warning: "ascnding" is not a known orbit state (ascending, descending) [ENUM_INVALID]; sent anyway (--no-validate)
      Warning: bbox [1,2,3] has 3 numbers, not 4 or 6 [BBOX_INVALID]; sent anyway (--no-validate)
      "
    `);
  });

  it("--no-validate cannot send unreadable input", async () => {
    const run = await runWords("catalog search --bbox 1,2,x --data {x --no-validate", {
      env,
      send: serving,
    });
    expect(run).toMatchObject({ exitCode: 2, requests: [] });
  });

  it("--strict turns warnings into faults, and sends nothing", async () => {
    const line = "catalog search --where eo:cloud_cover=0";
    expect((await runWords(line, { env, send: serving })).requests).toHaveLength(1);
    const run = await runWords(`${line} --strict`, { env, send: serving });
    expect(run).toMatchObject({ exitCode: 3, stdout: "", requests: [] });
    expect(run.stderr).toMatchInlineSnapshot(`
      "Error: --where: "eo:cloud_cover" is not a queryable property that the interface lists
        For example: --where 'view:incidence_angle<30'
        code ENUM_INVALID at query.eo:cloud_cover, exit 3
      "
    `);
  });
});

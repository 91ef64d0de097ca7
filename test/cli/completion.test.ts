/** Ids that are remembered for completion, and those in the journal and the settings. */
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { expectMode } from "../this-system.ts";
import { openBench } from "./bench.ts";
import { runWords, tempHome } from "./world.ts";

const { swath } = await openBench({ archiveSize: 3000 });
const AREA = "--bbox -180,-80,180,80";

async function home(): Promise<string> {
  const dir = await tempHome();
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

const idsDir = (dir: string, profile = "default"): string => join(dir, ".cache/swath/ids", profile);
const kept = async (dir: string, kind: string): Promise<string[]> =>
  (await readFile(join(idsDir(dir), kind), "utf8")).trimEnd().split("\n");

describe("ids of results are remembered", () => {
  it.each(["", "--json", "--output ndjson", "--output csv", "--quiet"])(
    "catalog search %s keeps items, granules, collects and collections",
    async (flags) => {
      const dir = await home();
      const { stdout } = await swath(`catalog search ${AREA} --limit 3 --output id`, {});
      const shown = stdout.trim().split("\n");
      expect((await swath(`catalog search ${AREA} --limit 3 ${flags}`, { home: dir })).exitCode).toBe(0);
      expect(await kept(dir, "item")).toEqual(shown);
      expect((await kept(dir, "granule")).map((each) => each.split("/")[1])).toEqual(shown);
      expect((await kept(dir, "collection")).length).toBeGreaterThan(0);
      expect((await kept(dir, "collect")).length).toBeGreaterThan(0);
    },
  );

  it("only their owner can read them, and they contain only ids", async () => {
    const dir = await home();
    await swath(`catalog search ${AREA} --limit 50`, { home: dir });
    expectMode(idsDir(dir), 0o700);
    for (const name of await readdir(idsDir(dir))) {
      expectMode(join(idsDir(dir), name), 0o600);
      for (const id of await kept(dir, name)) expect(id).toMatch(/^[A-Za-z0-9][\w.:-]*(\/[\w.:-]+)?$/);
    }
  });

  it("the newest come first, without duplicates, at most 200", async () => {
    const dir = await home();
    for (const page of ["GEO", "GEC", "SLC", "SICD"]) {
      await swath(`catalog search ${AREA} --product-type ${page} --limit 100`, { home: dir });
    }
    const before = await kept(dir, "item");
    expect(before.length).toBe(200);
    expect(before[0]).toContain("_SICD_");
    const last = before.at(-1)!;
    await swath(["catalog", "search", "--id", last], { home: dir });
    const after = await kept(dir, "item");
    expect(after[0]).toBe(last);
    expect(new Set(after).size).toBe(200);
  });

  it("SWATH_NO_ID_CACHE, a failure, a dry run and help store none", async () => {
    const dir = await home();
    await swath(`catalog search ${AREA}`, { home: dir, env: { SWATH_NO_ID_CACHE: "1" } });
    await swath(`catalog search ${AREA} --limit x`, { home: dir });
    await swath(`catalog search ${AREA} --dry-run`, { home: dir });
    await swath("catalog search --help", { home: dir });
    await expect(stat(join(dir, ".cache/swath/ids"))).rejects.toThrow("ENOENT");
  });

  it("an unusable cache folder changes nothing", async () => {
    const dir = await home();
    await writeFile(join(dir, "file"), "");
    const env = { XDG_CACHE_HOME: join(dir, "file") };
    const { exitCode, stderr } = await swath(`catalog search ${AREA} --limit 1 --output id`, {
      home: dir,
      env,
    });
    expect({ exitCode, stderr: stderr.replace(/^showing.*\n/, "") }).toEqual({ exitCode: 0, stderr: "" });
  });
});

describe("swath __complete", () => {
  const proposed = async (dir: string, ...words: string[]): Promise<string[]> => {
    const { exitCode, stdout, stderr, requests } = await runWords(["__complete", ...words], { home: dir });
    expect({ exitCode, stderr, requests }).toEqual({ exitCode: 0, stderr: "", requests: [] });
    return stdout.split("\n").slice(0, -1);
  };

  it("completes orders of the journal, newest first, of the typed profile", async () => {
    const dir = await home();
    const { stdout } = await swath(`catalog search ${AREA} --product-type GEO --limit 2 --json`, {});
    const items = JSON.parse(stdout) as { id: string; collection: string }[];
    const orders: string[] = [];
    for (const { id, collection } of items) {
      const placed = await swath(`order place --item ${collection}/${id} --yes --json`, { home: dir });
      expect(placed.exitCode).toBe(0);
      orders.unshift((JSON.parse(placed.stdout) as { orderId: string }).orderId);
    }
    const [kind, ...ids] = await proposed(dir, "order", "wait", "");
    expect([kind, ids.toSorted()]).toEqual(["words ", orders.toSorted()]);
    expect(await proposed(dir, "order", "wait", "--profile", "other", "")).toEqual(["words "]);
    expect(await proposed(dir, "--sandbox", "order", "wait", "")).toEqual(["words "]);
    expect(await proposed(dir, "journal", "show", "")).toHaveLength(3);
  });

  it("completes names of tasks and series before their ids, up to the first character that a shell reads", async () => {
    const dir = await home();
    const create = "--point -9.1,38.7 --window-open +1d --window 7d --tier standard --type spotlight --name";
    for (const name of ["harbour", "Tagus week 2", "$(touch x)"])
      expect(
        (await swath(["task", "create", ...create.split(" "), name, "--yes"], { home: dir })).exitCode,
      ).toBe(0);
    expect((await swath("task list", { home: dir })).exitCode).toBe(0);
    const [kind, ...words] = await proposed(dir, "task", "get", "");
    expect([kind, words.slice(0, 2).toSorted()]).toEqual(["words ", ["Tagus", "harbour"]]);
    expect(words).toHaveLength(5);
    expect((await swath("task get Tagus", { home: dir })).stdout).toContain("Tagus week 2");
  });

  it("completes places in the case of the typed text, without a blank that needs quotes", async () => {
    const dir = await home();
    expect(await proposed(dir, "catalog", "search", "--place", "Lisb")).toContain("Lisbon");
    expect(await proposed(dir, "catalog", "search", "--place=lisb")).toEqual(
      expect.arrayContaining(["words --place=", "lisbon"]),
    );
    const [, ...words] = await proposed(dir, "task", "create", "--place", "new-y");
    expect(words).toContain("new-york-City");
    expect(await proposed(dir, "passes", "--place", "zzzz")).toEqual(["words "]);
    for (const word of await proposed(dir, "catalog", "search", "--place", "s"))
      expect(word).toMatch(/^[\w -]*$/);
  });

  it("completes the profiles of the typed folder", async () => {
    const dir = await home();
    await mkdir(join(dir, "settings"));
    await writeFile(
      join(dir, "settings/config.json"),
      JSON.stringify({ profiles: { north: {}, "a b": {} } }),
    );
    expect(await proposed(dir, "--profile", "")).toEqual(["words ", "default", "sandbox"]);
    expect(await proposed(dir, "--config", join(dir, "settings"), "--profile=")).toEqual([
      "words --profile=",
      "default",
      "sandbox",
      "north",
    ]);
  });

  it("completes no id that a shell could run, whatever its source", async () => {
    const dir = await home();
    await mkdir(idsDir(dir), { recursive: true });
    const hostile = [
      "$(touch x)",
      "`touch x`",
      "a;touch x",
      "a b",
      "-rf",
      "a'b",
      'a"b',
      "a\\b",
      "é",
      "a\u001B[2J",
    ];
    await writeFile(join(idsDir(dir), "item"), `${[...hostile, "good-1"].join("\n")}\n`);
    expect(await proposed(dir, "catalog", "search", "--id", "")).toEqual(["words ", "good-1"]);
  });

  it("describes commands and flags, and reports when a shell completes files", async () => {
    const dir = await home();
    expect(await proposed(dir, "order", "pl")).toContain(
      "place\tPlace an order after its price is confirmed",
    );
    expect(await proposed(dir, "order", "place", "--")).toContain(
      "--dry-run\tprint the request without sending it",
    );
    expect(await proposed(dir, "task", "create", "-f", "x")).toEqual(["files "]);
    expect(await proposed(dir, "order", "place", "--data=@x")).toEqual(["files --data=@"]);
    expect(await proposed(dir, "order", "place", "--data", "x")).toEqual(["words "]);
    expect(await proposed(dir, "config", "list", "--config", "")).toEqual(["folders "]);
  });

  it("GEN-19 completes the settings without the keys of the dialect, which can still be set", async () => {
    const dir = await home();
    const keys = await proposed(dir, "config", "set", "");
    expect(keys).toEqual(expect.arrayContaining(["words ", "baseUrl", "budget", "timeout"]));
    expect(keys.filter((key) => key.startsWith("dialect."))).toEqual([]);
    const set = await swath("config set dialect.vendorPrefix acme", { home: dir });
    expect([set.exitCode, set.stdout]).toEqual([0, "dialect.vendorPrefix = acme (profile default)\n"]);
  });

  it("is silent after an error", async () => {
    const dir = await home();
    await mkdir(join(dir, ".local/state/swath/journal"), { recursive: true });
    await writeFile(join(dir, ".local/state/swath/journal/0123456789abcdef-1.json"), "{");
    await mkdir(join(dir, ".config/swath"), { recursive: true });
    await writeFile(join(dir, ".config/swath/config.json"), "no JSON");
    await chmod(join(dir, ".config/swath/config.json"), 0o600);
    for (const line of ["order wait", "journal show", "--profile", "catalog search --id"])
      expect((await proposed(dir, ...line.split(" "), "")).slice(1)).toEqual([]);
    for (const line of ["nonsense", "toString", "order constructor", "-- --"])
      expect((await proposed(dir, ...line.split(" "), "--x=")).slice(1)).toEqual([]);
  });
});

describe("swath completion", () => {
  it("an unknown shell is a usage error with the known ones", async () => {
    const { exitCode, stderr } = await runWords(["completion", "bsh"], {});
    expect(exitCode).toBe(2);
    expect(stderr).toContain("must be one of bash, zsh, fish, powershell");
    expect(stderr).toContain("Did you mean bash?");
  });

  it.each(["bash", "zsh", "fish", "ps1"])("prints the committed swath.%s", async (ending) => {
    const shell = ending === "ps1" ? "powershell" : ending;
    const committed = await readFile(new URL(`../../completions/swath.${ending}`, import.meta.url), "utf8");
    const { exitCode, stdout } = await runWords(["completion", shell], {});
    expect(exitCode).toBe(0);
    expect(stdout === committed, `completions/swath.${ending} is stale: npm run docs`).toBe(true);
  });

  it("swath version shows the build", async () => {
    expect((await runWords(["version"], {})).stdout).toMatch(/^swath \S+ \(Node 22\.19\.0, linux\)\n$/);
    const { stdout } = await runWords(["version", "--json"], {});
    expect(JSON.parse(stdout)).toEqual({
      version: expect.any(String),
      commit: null, // these are sources, not a build
      node: "22.19.0",
      platform: "linux",
      installedAs: "npm-global",
    });
  });
});

/** The folders of the program, by the system. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { resolveDirectories } from "../../src/settings/environment.ts";
import { openBench } from "./bench.ts";
import { runWords, type Surroundings, tempHome } from "./world.ts";

const KEY = "sk-live-0123456789";
const { swath } = await openBench({ archiveSize: 20 });

const home = await tempHome();
const roaming = join(home, "Roaming");
const local = join(home, "Local");
const WINDOWS = { APPDATA: roaming, LOCALAPPDATA: local };

/** The folders that `config path` prints. */
async function readFolders(platform: string, env: Surroundings["env"] = {}): Promise<unknown> {
  const run = await runWords("config path --json", { home, platform, env });
  expect(run.exitCode).toBe(0);
  return JSON.parse(run.stdout);
}

const listFolders = (config: string, cache: string, state: string, data: string): object => ({
  config: join(config, "config.json"),
  credentials: join(config, "credentials.json"),
  journal: join(state, "journal"),
  state,
  cache,
  data,
});

const inWindows = (roams: string, stays: string): object =>
  listFolders(
    join(roams, "swath"),
    join(stays, "swath", "Cache"),
    join(stays, "swath", "State"),
    join(stays, "swath", "Data"),
  );

describe("DESK-30 P25 the folders", () => {
  it("on Windows are in APPDATA and LOCALAPPDATA", async () => {
    expect(await readFolders("win32", WINDOWS)).toEqual(inWindows(roaming, local));
  });

  it.each([
    ["are missing", {}],
    ["are relative", { APPDATA: "Roaming", LOCALAPPDATA: "." }],
    ["are empty", { APPDATA: "", LOCALAPPDATA: "" }],
  ])("on Windows are below the home folder where the variables %s", async (_, env) => {
    const folder = join(home, "AppData");
    expect(await readFolders("win32", env)).toEqual(
      inWindows(join(folder, "Roaming"), join(folder, "Local")),
    );
  });

  it("on Windows follow XDG variables first", async () => {
    const env = { ...WINDOWS, XDG_STATE_HOME: join(home, "state"), XDG_CONFIG_HOME: "relative" };
    expect(await readFolders("win32", env)).toEqual(
      listFolders(
        join(roaming, "swath"),
        join(local, "swath", "Cache"),
        join(home, "state", "swath"),
        join(local, "swath", "Data"),
      ),
    );
  });

  it.each(["linux", "darwin"])(
    "on %s are those of XDG, whatever Windows' variables contain",
    async (platform) => {
      expect(await readFolders(platform, WINDOWS)).toEqual(
        listFolders(
          join(home, ".config", "swath"),
          join(home, ".cache", "swath"),
          join(home, ".local", "state", "swath"),
          join(home, ".local", "share", "swath"),
        ),
      );
    },
  );

  it("AUTH-12 P12 on Windows a key is stored with the settings, and found again", async () => {
    const own = await tempHome();
    const given = {
      home: own,
      platform: "win32",
      env: { SWATH_API_KEY: undefined, APPDATA: join(own, "Roaming"), LOCALAPPDATA: join(own, "Local") },
    };
    const login = "auth login --api-key-stdin --no-check";
    expect((await swath(login, { ...given, stdin: KEY })).exitCode).toBe(0);
    expect(await readdir(own)).toEqual(["Roaming"]);
    expect(await readFile(join(own, "Roaming", "swath", "credentials.json"), "utf8")).toContain(KEY);
    const { requests } = await swath("catalog search --limit 1", given);
    expect(requests[0]?.headers["authorization"]).toBe(`ApiKey ${KEY}`);
  });

  it("without a home are asked for by the names of the system's variables", () => {
    const nobody = { homeDir: "", platform: "win32" };
    expect(() => resolveDirectories({}, nobody)).toThrow(
      /^neither USERPROFILE nor APPDATA is an absolute path/,
    );
    expect(() => resolveDirectories({ APPDATA: roaming }, nobody)).toThrow(
      /^neither USERPROFILE nor LOCALAPPDATA /,
    );
    expect(resolveDirectories(WINDOWS, nobody).config).toBe(join(roaming, "swath"));
  });
});

/** Paths of flags, arguments, variables and settings: one rule for all of them. */
import { Command, type Option } from "@commander-js/extra-typings";
import { readdir } from "node:fs/promises";
import { join, posix, resolve, win32 } from "node:path";
import { describe, expect, it } from "vitest";
import { readFlag } from "../../src/cli/flags/flag.ts";
import { addGlobalFlags } from "../../src/cli/flags/global-flags.ts";
import { NOUNS, SINGLES } from "../../src/commands/index.ts";
import { readNewPath } from "../../src/domain/readers.ts";
import { isFullPath } from "../../src/disk/user-folders.ts";
import { resolveDirectories } from "../../src/settings/environment.ts";
import { readS3Settings } from "../../src/transfer/s3-settings.ts";
import { openBench } from "./bench.ts";
import { BASE_URL, runWords, tempHome } from "./world.ts";

const { swath } = await openBench();
const KEY = "sk-live-0123456789";

/** Paths of another kind: of a body, and of a URL. */
const NO_FILES = new Set(["--set", "--prefix"]);

/** Returns the flags of every command that take a file or a folder. */
async function listFileFlags(): Promise<Option[]> {
  const loads = [
    ...NOUNS.flatMap(({ verbs, own }) => [...Object.values(verbs), ...(own === undefined ? [] : [own])]),
    ...SINGLES.map(({ load }) => load),
  ];
  const definitions = await Promise.all(loads.map((load) => load()));
  return definitions
    .flatMap(({ syntax }) => addGlobalFlags(syntax(new Command())).options)
    .filter(({ flags, long }) => /<(?:path|file|dir)>/.test(flags) && !NO_FILES.has(long ?? ""));
}

describe("P10 P17 a ~ that the shell left is refused", () => {
  it("in every flag of a file or a folder, of every command", async () => {
    const tried = new Set<string>();
    for (const option of await listFileFlags()) {
      for (const path of ["~", "~/x.html", "~ida/x.html", "a\nb.html"])
        expect(readFlag(option, [path], "linux").faults, option.flags).toHaveLength(1);
      tried.add(option.long ?? "");
    }
    const common = [
      "--out-dir",
      "--map",
      "--save",
      "--file",
      "--log-file",
      "--config",
      "--download",
      "--state",
    ];
    expect([...tried]).toEqual(expect.arrayContaining(common));
  });

  it.each([
    "order download o-1 --out-dir=~/imagery",
    "order download o-1 --out-dir ~",
    "order place --item c/a --yes --max-cost 5000 --download=~ida/x",
    "catalog search --log-file=~/log",
    "catalog search --map=~/map.html",
    "catalog search --file=~/area.json",
    "catalog search --file ~/area.json",
    "api POST /catalog/search --data @~/body.json",
    "order review --items=~/items.json --save quote.json",
    "order review --item c/a --save=~/quote.json",
    "catalog search --api-key-file=~/key",
    "verify ~/imagery",
    "gallery ~/imagery",
    "deliveries catalog ~/imagery",
    "deliveries list ~/imagery",
    "export sync ~/mirror --type latest --format geojson",
    "export query ~/x.parquet --bbox 0,0,1,1",
    "catalog stacks ~/x.parquet --bbox 0,0,1,1",
    "journal export ~/journal",
    "journal import ~/journal",
    "watch ~/sites.geojson",
    "quote show ~/quote.json",
    "config set caFile ~/ca.pem",
    "config set elements ~/elements.txt",
    "mcp --output-root=~/x",
  ])("%s", async (line) => {
    const home = await tempHome();
    const run = await swath(line, { home });
    expect(run.stderr).toContain("begins with ~, which the shell did not replace");
    expect(run.stderr).toContain('"$HOME/');
    expect({ exitCode: run.exitCode, requests: run.requests }).toEqual({ exitCode: 2, requests: [] });
    expect((await readdir(home)).filter((name) => !name.startsWith("."))).toEqual([]);
  });

  it.each(["SWATH_ELEMENTS", "SWATH_LOG_FILE", "SWATH_CA_FILE"])("in %s", async (name) => {
    const run = await swath("passes --point 0,0", { env: { [name]: "~/x" } });
    expect(run.stderr).toContain(`${name} "~/x": begins with ~`);
    expect({ exitCode: run.exitCode, requests: run.requests }).toEqual({ exitCode: 2, requests: [] });
  });

  it("but a name that begins with ~ can be given as ./~name", async () => {
    const home = await tempHome();
    const run = await swath("catalog search --limit 1 --log-file ./~log --verbose", { home });
    expect(run.exitCode).toBe(0);
    expect(await readdir(home)).toContain("~log");
  });
});

describe("AUTH-12 P12 a key is never stored in the current folder", () => {
  it.each([
    ["--config rel", {}, "--config"],
    ["--config .", {}, "--config"],
    ["--config=~/cfg", {}, "--config"],
    ["", { SWATH_CONFIG_DIR: "~/cfg" }, "SWATH_CONFIG_DIR"],
    ["", { SWATH_CONFIG_DIR: "rel" }, "SWATH_CONFIG_DIR"],
    ["", { SWATH_CONFIG_DIR: "./rel" }, "SWATH_CONFIG_DIR"],
  ])("by auth login %s with %o", async (flags, env, source) => {
    const home = await tempHome();
    const run = await runWords(`auth login --api-key-stdin --no-check ${flags}`, {
      home,
      stdin: KEY,
      env: { SWATH_BASE_URL: BASE_URL, ...env },
    });
    expect(run.exitCode).toBe(2);
    expect(run.stderr).toContain(source);
    expect(run.stderr).toMatch(/\n {2}Write the path in full/);
    expect(await readdir(home)).toEqual([]);
  });

  it("an empty variable counts as none, and completion finds nothing", async () => {
    const home = await tempHome();
    const env = { SWATH_BASE_URL: BASE_URL, SWATH_CONFIG_DIR: "" };
    const words = "auth login --api-key-stdin --no-check";
    expect((await runWords(words, { home, stdin: KEY, env })).exitCode).toBe(0);
    expect(await readdir(home)).toEqual([".config"]);
    const run = await runWords("__complete profile use x", { home, env: { SWATH_CONFIG_DIR: "rel" } });
    expect({ exitCode: run.exitCode, stderr: run.stderr }).toEqual({ exitCode: 0, stderr: "" });
  });

  it.each(["XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "SWATH_CONFIG_DIR"])(
    "a folder with control characters in %s is refused",
    async (name) => {
      const home = await tempHome();
      const run = await swath("catalog search --limit 1", { home, env: { [name]: join(home, "a\nb") } });
      expect({ exitCode: run.exitCode, requests: run.requests }).toEqual({ exitCode: 2, requests: [] });
      expect(run.stderr).toContain("control characters");
      expect(await readdir(home)).toEqual([]);
    },
  );

  it("DESK-30 P25 on Windows, a folder without a drive is one of the current drive", () => {
    for (const path of ["\\swath", "/swath", "C:swath", "swath"]) expect(isFullPath(path, win32)).toBe(false);
    for (const path of ["C:\\swath", "c:/swath", "\\\\server\\share", "\\\\?\\C:\\swath"])
      expect(isFullPath(path, win32)).toBe(true);
    expect(["/swath", "//swath", "\\swath"].map((path) => isFullPath(path, posix))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("without a home nothing is read or written below the current folder", async () => {
    const [cache, state, data, key] = ["/c", "/s", "/d", "/k"].map((path) => resolve(path)) as [
      string,
      string,
      string,
      string,
    ];
    const xdg = { XDG_CACHE_HOME: cache, XDG_STATE_HOME: state, XDG_DATA_HOME: data };
    const nobody = { homeDir: "", platform: "linux" };
    expect(() => resolveDirectories(xdg, nobody)).toThrow(
      "neither HOME nor XDG_CONFIG_HOME is an absolute path",
    );
    expect(resolveDirectories({ ...xdg, SWATH_CONFIG_DIR: key }, nobody)).toEqual({
      config: key,
      cache: join(cache, "swath"),
      state: join(state, "swath"),
      data: join(data, "swath"),
    });
    await expect(readS3Settings({ AWS_PROFILE: "default" }, "")).rejects.toThrow("there is no profile");
  });
});

describe("DESK-04 P25 on Windows, a file or a folder with a name that other programs cannot open is not made", () => {
  /** Flags of files and folders that are only read. */
  const READ = new Set(
    "--api-key-file --token-file --ca-file --file --elements --items --links --deployment --exports --input-root".split(
      " ",
    ),
  );

  it("by every flag of a file or a folder to make", async () => {
    const made = new Set<string>();
    for (const option of await listFileFlags()) {
      const name = option.long ?? "";
      if (READ.has(name)) continue;
      for (const path of ["CON.html", "aux\\x.html", "out.\\x.html"]) {
        expect(readFlag(option, [path], "win32").faults, option.flags).toHaveLength(1);
        expect(readFlag(option, [path], "linux").faults, option.flags).toEqual([]);
      }
      made.add(name);
    }
    const all = "--config --download --log-file --map --out --out-dir --output-root --save --state";
    expect([...made].toSorted()).toEqual(all.split(" "));
  });

  it.each([
    ["CON", "has the name CON, which Windows reserves for a device"],
    ["aux\\x", "has the name aux, which Windows reserves for a device"],
    ["C:/work/com1.tif", "has the name com1.tif, which Windows reserves for a device"],
    ["\\\\?\\C:\\work\\LPT9", "has the name LPT9, which Windows reserves for a device"],
    ["out.", "has a name that ends with a dot or a space, which Windows removes"],
    ["out \\x", "has a name that ends with a dot or a space, which Windows removes"],
    ["out:b", "has : in a name, which Windows does not allow"],
    ["what?", "has ? in a name, which Windows does not allow"],
    ['a"b', 'has " in a name, which Windows does not allow'],
  ])("%s: %s", (path, rule) => {
    expect(readNewPath(path, "win32")).toEqual({ ok: false, rule, next: "Choose another name" });
    for (const platform of ["linux", "darwin"]) expect(readNewPath(path, platform).ok).toBe(true);
  });

  const PLAIN = [
    "out",
    ".",
    "..",
    "..\\out",
    "./out/",
    ".hidden",
    "console",
    "nul1",
    "C:",
    "C:\\",
    "C:out",
    "c:/out\\x",
  ];
  const OTHERS = [
    "\\\\server\\share\\out",
    "\\\\?\\C:\\out",
    "s3://bucket/a?b",
    "-",
    "out.tif",
    "Ana Müller\\out",
  ];
  it.each(PLAIN.concat(OTHERS))("%s is a name like any other", (path) => {
    expect(readNewPath(path, "win32")).toEqual({ ok: true, value: path });
  });

  it("a variable that the shell left is no part of a name", () => {
    const rule = "begins with %IMAGERY%, which the shell did not replace";
    expect(readNewPath("%IMAGERY%\\new", "win32")).toMatchObject({ ok: false, rule });
    for (const path of ["100%", "%a", "a%b%c"]) expect(readNewPath(path, "win32").ok).toBe(true);
    expect(readNewPath("%IMAGERY%/new", "linux").ok).toBe(true);
  });

  it.each(['C:\\my imagery"', 'C:\\my imagery" --yes --max-cost 5000'])(
    "a backslash before the last quote: the next step has the folder without it (%s)",
    async (path) => {
      const { exitCode, stderr, requests } = await runWords(["order", "download", "o-1", "--out-dir", path], {
        platform: "win32",
        env: { PSModulePath: "C:\\a;C:\\b" },
      });
      expect({ exitCode, requests }).toEqual({ exitCode: 2, requests: [] });
      expect(stderr).toContain('without its last backslash: "C:\\my imagery"\n');
    },
  );

  it.each([
    "order download o-1 --out-dir CON",
    "export sync aux\\mirror",
    "journal export out.",
    "order review --item c/a --save nul",
  ])("%s: nothing is sent or made", async (line) => {
    const home = await tempHome();
    const { exitCode, stderr, requests } = await swath(line, { home, platform: "win32" });
    expect(exitCode).toBe(2);
    expect(stderr).toContain("Choose another name");
    expect(requests).toEqual([]);
    expect(await readdir(home)).toEqual([]);
  });
});

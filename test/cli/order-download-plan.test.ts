/** `order download --plan` and `--exec`: the plan, and the programs afterwards. */
import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { readCommandWords } from "../../src/domain/readers.ts";
import type { Send } from "../../src/contract/send.ts";
import { namesBelow, withSlashes } from "../names-below.ts";
import { runProgram } from "./run-program.ts";
import { openOrderedBench } from "./ordered-bench.ts";

const { swath, member, send, granule, freshOrder } = await openOrderedBench();

let home: string;
let id: string;
beforeEach(async () => {
  ({ home, id } = await freshOrder());
});

const run = (words: readonly string[] = [], options: Parameters<typeof swath>[1] = {}) =>
  swath(["order", "download", id, "--out-dir", "out", ...words], { home, runProgram, ...options });
const named = (text: string): string =>
  text.replaceAll(granule, "<granule>").replaceAll(/\b[\d.]+ [kMGT]B free/g, "<size> free");
const everything = async (): Promise<string[]> =>
  (await namesBelow(join(home, "out")).catch(() => [])).sort((a, b) => (a < b ? -1 : 1));

describe("--plan", () => {
  it("shows files, sizes and free space; requests only the links; writes nothing", async () => {
    const result = await run(["--plan"], { stdoutTTY: true, columns: 120 });
    expect(result.exitCode).toBe(0);
    expect(named(result.stdout)).toMatchInlineSnapshot(`
      "[1m<granule>/[22m
      <granule>_HH.tif         fetch  296.4 kB
      <granule>_metadata.json  fetch    5.2 kB
      <granule>_thumbnail.png  fetch   43.9 kB
      <granule>_preview.png    fetch   98.4 kB
      4 to fetch (443.8 kB), 0 already there, <size> free, in out
      "
    `);
    expect(result.requests.map(({ path }) => path)).toEqual([`/orders/${id}/download`]);
    expect(await everything()).toEqual([]);
    expect(result.stdout + JSON.stringify(await run(["--plan", "--json"]))).not.toContain("/assets/");
  });

  it("lists verified files, files to resume, and files in the way", async () => {
    await run(["--asset", "thumbnail"]);
    await writeFile(join(home, "out", granule, `${granule}_metadata.json`), "mine");
    const cutting: Send = async (request) => {
      const reply = await send(request);
      return request.url.includes(".tif") ? { ...reply, body: cut(reply.body) } : reply;
    };
    await run(["--asset", "HH", "--retries", "0"], { send: cutting });
    const before = await everything();
    const { stdout } = await run(["--plan", "--json"]);
    const { files, bytesToFetch } = JSON.parse(stdout) as {
      files: { asset: string; status: string; size: number; done?: number; reason?: string }[];
      bytesToFetch: number;
    };
    const status = Object.fromEntries(files.map(({ asset, status, reason }) => [asset, [status, reason]]));
    expect(status).toMatchObject({
      thumbnail: ["there", "manifest sha256"],
      metadata: ["conflict", expect.stringContaining("it has 4 bytes") as string],
      HH: ["continue", undefined],
      preview: ["fetch", undefined],
    });
    const of = (asset: string) => files.find((file) => file.asset === asset)!;
    expect(of("HH").done).toBeGreaterThan(0);
    expect(bytesToFetch).toBe(of("HH").size - of("HH").done! + of("preview").size);
    expect(await everything()).toEqual(before);
  });

  it("--dry-run sends nothing", async () => {
    expect(await run(["--plan", "--dry-run"])).toMatchObject({ exitCode: 0, requests: [] });
    const { stderr, requests } = await run(["--dry-run"]);
    expect({ stderr, requests }).toEqual({
      stderr: expect.stringContaining("--plan sends it and shows the files") as string,
      requests: [],
    });
  });
});

describe("--links", () => {
  const linksFile = async (): Promise<string> => {
    await mkdir(home, { recursive: true });
    const path = join(home, "links.json");
    await writeFile(path, (await swath(["order", "links", id, "--json"], { home })).stdout);
    return path;
  };

  it("--dry-run plans with them, and sends nothing", async () => {
    const planned = await run(["--plan", "--json"]);
    const dry = await run(["--dry-run", "--links", await linksFile(), "--json"]);
    expect(dry.exitCode, dry.stderr).toBe(0);
    expect(dry.requests).toEqual([]);
    const { freeBytes: _some, ...plan } = JSON.parse(planned.stdout) as Record<string, unknown>;
    expect(JSON.parse(dry.stdout)).toMatchObject(plan);
    expect(dry.stdout).not.toContain("/assets/");
    expect(await everything()).toEqual([]);
  });

  it("DOWNLOAD-07 a download with them requests no others, and recognises its files afterwards", async () => {
    const links = await linksFile();
    const done = await run(["--links", links, "--role", "metadata", "--json"]);
    expect(done.exitCode, done.stderr).toBe(0);
    expect(done.requests.filter(({ path }) => path.startsWith("/orders/"))).toEqual([]);
    expect(JSON.parse(done.stdout)).toMatchObject({ downloaded: 1, failed: 0 });
    const after = await run([
      "--dry-run",
      "--links",
      links,
      "--output",
      "json",
      "--query",
      "files[?status=='there'].asset",
    ]);
    expect(JSON.parse(after.stdout)).toEqual(["metadata"]);
  });

  it("the service's own answer is accepted", async () => {
    const answer = await swath(["api", "GET", `/orders/${id}/download`], { home });
    const dry = await run(["--dry-run", "--links", "-", "--json"], { stdin: answer.stdout });
    expect(dry.requests).toEqual([]);
    expect((JSON.parse(dry.stdout) as { files: object[] }).files).toHaveLength(4);
  });

  it.each([
    ["an empty list", "{}", "has no links"],
    ["no links", "[]", "has no links"],
    [
      "an item whose assets are not objects",
      '[{"id":"a","assets":{"b":{"href":"https://x/y"}}},{"id":"c","assets":{"d":"https://x/z"}}]',
      "1 of its 2 items have assets that are not objects",
    ],
    [
      "something else among them",
      '[{"item":"a","assetKey":"b","href":"https://x/y"},{"item":7}]',
      "1 of its 2",
    ],
  ])("%s is refused, and nothing is sent", async (_title, stdin, said) => {
    const { exitCode, stderr, requests } = await run(["--links", "-"], { stdin });
    expect({ exitCode, stderr, requests }).toEqual({
      exitCode: 2,
      stderr: expect.stringContaining(said) as string,
      requests: [],
    });
  });

  it("with --wait, or for a bucket with --dry-run, it is refused", async () => {
    const bucket = { env: { AWS_ACCESS_KEY_ID: "k", AWS_SECRET_ACCESS_KEY: "s" } };
    expect((await run(["--links", "x", "--wait"])).stderr).toContain("--links and --wait contradict");
    const words = ["--links", "x", "--dry-run", "--out-dir", "s3://imagery/a"];
    expect((await run(words, bucket)).stderr).toContain("only the server knows the content");
  });
});

it("a shard without files is reported as empty", async () => {
  const shards = ["1/999983", "2/999983"];
  const runs = await Promise.all(shards.map((shard) => run(["--shard", shard, "--asset", "HH"])));
  for (const { exitCode, stderr } of runs) {
    expect(exitCode).toBe(0);
    expect(stderr).toContain("none of 1 file is in this part");
    expect(stderr).not.toContain("into");
  }
});

/** The first chunk of a body, and then a broken line. */
async function* cut(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of body) {
    yield chunk.subarray(0, 1000);
    break;
  }
}

describe("--exec", () => {
  /** A program that records its arguments and the environment that it gets from us. */
  async function recorder(exitFor = "nothing"): Promise<string> {
    await mkdir(home, { recursive: true });
    const path = join(home, "my recorder.cjs");
    await writeFile(
      path,
      `const { appendFileSync, existsSync } = require("node:fs");
       const args = process.argv.slice(2);
       const line = { args, isThere: args.some((arg) => existsSync(arg)), key: process.env.SWATH_API_KEY };
       appendFileSync(${JSON.stringify(join(home, "seen.ndjson"))}, JSON.stringify(line) + "\\n");
       console.log("said by the program");
       process.exit(args.some((arg) => arg.includes(${JSON.stringify(exitFor)})) ? 3 : 0);`,
    );
    return `'${process.execPath}' '${path}'`;
  }
  const seen = async () =>
    (await readFile(join(home, "seen.ndjson"), "utf8"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { args: string[]; isThere: boolean; key?: string });

  it("runs for each verified file under its final name, with the path as an argument", async () => {
    const result = await run(["--exec", await recorder(), "--json"]);
    expect(result.exitCode).toBe(0);
    const runs = await seen();
    expect(
      runs
        .map(({ args: [path = ""] }) =>
          withSlashes(path.slice(home.length + 1)).replaceAll(granule, "<granule>"),
        )
        .sort(),
    ).toMatchInlineSnapshot(`
      [
        "out/<granule>/<granule>_HH.tif",
        "out/<granule>/<granule>_metadata.json",
        "out/<granule>/<granule>_preview.png",
        "out/<granule>/<granule>_thumbnail.png",
      ]
    `);
    expect(runs.every(({ isThere, key }) => isThere && key === undefined)).toBe(true);
    expect(() => JSON.parse(result.stdout) as unknown).not.toThrow();
    expect(result.stderr).toContain("said by the program");
  });

  it("P11 our key is not passed on; {} is replaced by the path; no shell is involved", async () => {
    const exec = `${await recorder()} --to '$(touch planted)' {} "two words"`;
    await run(["--asset", "metadata", "--exec", exec], { env: { SWATH_API_KEY: member.apiKey } });
    const [only] = await seen();
    const path = join(home, "out", granule, `${granule}_metadata.json`);
    expect(only).toEqual({ args: ["--to", "$(touch planted)", path, "two words"], isThere: true });
    expect(await readdir(home)).not.toContain("planted");
  });

  it("{} within a larger word is refused: a file name could be read as code there", async () => {
    const result = await run(["--exec", "sh -c 'cat {}'"]);
    expect([result.exitCode, result.requests]).toEqual([2, []]);
    expect(result.stderr).toContain("must have {} as a word of its own");
  });

  it("DOWNLOAD-10 a failure is reported by file, the others continue, exit 10; a rerun repeats it for that file only", async () => {
    const exec = await recorder("metadata");
    const result = await run(["--exec", exec, "--json"]);
    expect(result.exitCode).toBe(10);
    const { files } = JSON.parse(result.stdout) as {
      files: { asset: string; status: string; execFault?: string }[];
    };
    expect(files.filter(({ execFault }) => execFault !== undefined)).toMatchObject([
      { asset: "metadata", status: "downloaded", execFault: "ended with exit code 3" },
    ]);
    expect(await seen()).toHaveLength(4);
    const again = await run(["--exec", exec]);
    expect(again).toMatchObject({ exitCode: 10 });
    expect(again.stderr).toContain("1 of 4 files from before");
    expect((await seen()).slice(4).map(({ args }) => args[0])).toEqual([
      join(home, "out", granule, `${granule}_metadata.json`),
    ]);
    // The program is repaired; its command is the same.
    await recorder();
    expect((await run(["--exec", exec])).exitCode).toBe(0);
    expect(await seen()).toHaveLength(6);
    expect((await run(["--exec", exec])).exitCode).toBe(0);
    expect(await seen()).toHaveLength(6);
  });

  it("DOWNLOAD-10 runs for files that arrived without it; another command is a new one; verify is not disturbed", async () => {
    await run();
    const exec = await recorder();
    expect((await run(["--exec", exec])).exitCode).toBe(0);
    expect(await seen()).toHaveLength(4);
    expect((await run(["--exec", `${exec} --again`])).exitCode).toBe(0);
    expect(await seen()).toHaveLength(8);
    expect((await run(["--exec", exec, "--checksum", "size"])).exitCode).toBe(0);
    expect(await seen()).toHaveLength(8);
    const verified = await swath(["verify", "out", "--json"], { home });
    expect(JSON.parse(verified.stdout)).toMatchObject({ ok: 4, foreign: 0 });
    // A line torn by a crash costs one more run.
    const record = join(home, "out", ".swath-exec.ndjson");
    const text = await readFile(record, "utf8");
    expect(text).not.toContain("recorder");
    await writeFile(record, text.split("\n").slice(0, 3).join("\n") + '\n{"path":"');
    expect((await run(["--exec", exec])).exitCode).toBe(0);
    expect(await seen()).toHaveLength(9);
    expect((await run(["--exec", exec])).exitCode).toBe(0);
    expect(await seen()).toHaveLength(9);
  });

  it("DOWNLOAD-10 without a place to remember it warns, and still runs for the files", async () => {
    await mkdir(join(home, "out", ".swath-exec.ndjson"), { recursive: true });
    const result = await run(["--asset", "metadata", "--exec", await recorder()]);
    expect(result.exitCode).toBe(0);
    expect(result.stderr).toContain("was not recorded: a rerun runs it again");
    expect(await seen()).toHaveLength(1);
  });

  it("a missing program is reported", async () => {
    const result = await run(["--asset", "metadata", "--exec", "/nowhere/gdalinfo"]);
    expect(result.exitCode).toBe(10);
    expect(result.stderr).toContain("the program was not found");
    expect(result.stderr).toContain("Correct the program of --exec");
  });

  it.each(["'unclosed", "ends in \\", "", "   ", "''"])("%j is refused before any request", async (text) => {
    expect(await run([`--exec=${text}`])).toMatchObject({ exitCode: 2, requests: [] });
  });

  it.each([
    ["gdalinfo -json", ["gdalinfo", "-json"]],
    [`a 'b c' "d\\"e" f\\ g`, ["a", "b c", 'd"e', "f g"]],
    [`a '' 'x'"y"z`, ["a", "", "xyz"]],
    ["a '$HOME \\n' *", ["a", "$HOME \\n", "*"]],
  ])("the words of %j", (text, value) => {
    expect(readCommandWords(text, "linux")).toEqual({ ok: true, value });
  });

  it.each([
    [
      String.raw`C:\OSGeo4W\bin\gdalinfo.exe -json {}`,
      [String.raw`C:\OSGeo4W\bin\gdalinfo.exe`, "-json", "{}"],
    ],
    [
      String.raw`"C:\Program Files\GDAL\gdalinfo.exe" {}`,
      [String.raw`C:\Program Files\GDAL\gdalinfo.exe`, "{}"],
    ],
    [
      String.raw`'C:\Program Files\GDAL\gdalinfo.exe' {}`,
      [String.raw`C:\Program Files\GDAL\gdalinfo.exe`, "{}"],
    ],
    [String.raw`C:\Users\O'Brien\a.exe it's`, [String.raw`C:\Users\O'Brien\a.exe`, "it's"]],
    [
      String.raw`\\server\tools\a.exe --to "D:\out dir\\" "" x`,
      [String.raw`\\server\tools\a.exe`, "--to", "D:\\out dir\\", "", "x"],
    ],
    // The examples of Microsoft's description of command lines.
    [String.raw`a "a b c" d e`, ["a", "a b c", "d", "e"]],
    [String.raw`a "ab\"c" "\\" d`, ["a", 'ab"c', "\\", "d"]],
    [String.raw`a a\\\b d"e f"g h`, ["a", String.raw`a\\\b`, "de fg", "h"]],
    [String.raw`a a\\\"b c d`, ["a", String.raw`a\"b`, "c", "d"]],
    [String.raw`a a\\\\"b c" d e`, ["a", String.raw`a\\b c`, "d", "e"]],
    [String.raw`a "say ""hello""" b`, ["a", 'say "hello"', "b"]],
  ])("P25 DESK-20 on Windows, the words of %s", (text, value) => {
    expect(readCommandWords(text, "win32")).toEqual({ ok: true, value });
  });

  it.each([`"C:\\a b`, `'a`, `""`, `a x{}`])("P25 DESK-20 on Windows, %s is refused", (text) => {
    expect(readCommandWords(text, "win32")).toMatchObject({ ok: false });
  });

  it("P25 DESK-20 a program is started with the backslashes of its path on Windows", async () => {
    const started: string[] = [];
    await run(["--asset", "metadata", "--exec", String.raw`C:\OSGeo4W\bin\gdalinfo.exe {}`], {
      platform: "win32",
      runProgram: async (program, args) => {
        started.push(program, String(args.length));
        return { exitCode: 0 };
      },
    });
    expect(started).toEqual([String.raw`C:\OSGeo4W\bin\gdalinfo.exe`, "1"]);
  });
});

/** The program as a process: standard streams, signals, pipes and full disks. */
import { spawnSync } from "node:child_process";
import { open, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { need } from "../need.ts";
import { testFolder } from "../new-folder.ts";
import { cleanEnv, COMMAND, QUOTED_COMMAND, sandboxHome, shell, startSwath, swath } from "./swath.ts";
import { slowServer } from "./slow-server.ts";

const SEARCH = "catalog search --point -9.14,38.71 --sandbox";

/** A folder with a running sandbox, for tests that leave nothing there. */
let shared: string;
let end: () => Promise<void>;
beforeAll(async () => {
  shared = await sandboxHome((cleanUp) => (end = cleanUp));
});
afterAll(() => end());

describe("results and messages", () => {
  it("prints results on stdout and everything else on stderr", async () => {
    const home = shared;
    const { code, stdout, stderr } = await swath([...SEARCH.split(" "), "--json"], { home });
    expect(code).toBe(0);
    expect((JSON.parse(stdout) as unknown[]).length).toBe(10);
    expect(stderr).toMatch(/^showing 10 of \d+/);
  });

  it("writes nothing into HOME except the XDG folders", async () => {
    const home = await testFolder();
    await swath(SEARCH.split(" "), { home });
    expect((await readdir(home)).sort()).toEqual([".cache", ".local"]);
  });

  it("prints the same bytes under another locale and time zone", async () => {
    const home = shared;
    const args = [...SEARCH.split(" "), "--limit", "3", "--output", "csv"];
    const plain = await swath(args, { home });
    const other = await swath(args, {
      home,
      env: { LANG: "tr_TR.UTF-8", LC_ALL: "de_DE.UTF-8", TZ: "America/Los_Angeles" },
    });
    expect(other.stdout).toBe(plain.stdout);
  });
});

it("a current folder that was removed is a reported error, without a stack trace", async () => {
  const home = await testFolder();
  const { code, stderr } = await shell("mkdir gone && cd gone && rmdir ../gone && swath catalog search", {
    home,
  });
  expect([code, stderr]).toEqual([
    2,
    "Error: the folder that this runs in has been removed\n  Go to one that exists: cd ~\n  code INPUT_NOT_READABLE, exit 2\n",
  ]);
});

it("Ctrl-C ends the wait for a pipe without a writer", async () => {
  const home = await testFolder();
  await shell("mkfifo area", { home });
  const run = startSwath(["catalog", "search", "--file", "area", "--dry-run"], { home });
  const writer = await open(join(home, "area"), "w"); // takes effect when the program reads
  run.child.kill("SIGINT");
  expect((await run.ended).code).toBe(130);
  await writer.close();
});

it("uses HTTP on a processor without vector instructions", async () => {
  const server = await slowServer();
  const home = await testFolder();
  const env = { SWATH_BASE_URL: server.url, SWATH_API_KEY: "k", UNDICI_NO_WASM_SIMD: "1" };
  const run = swath(["api", "GET", "/catalog", "--json"], { home, env });
  await server.asked;
  server.answer(200, { title: "vendor" });
  const { code, stdout } = await run;
  expect([code, JSON.parse(stdout)]).toEqual([0, { title: "vendor" }]);
});

describe("pipes and disks", () => {
  it("ends quietly with success when the reader closes the pipe", async () => {
    const home = shared;
    const { code, stderr } = await shell(
      "swath catalog search --sandbox --all --output ndjson | head -1 >/dev/null",
      { home },
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });

  it("fails when the result cannot be written", async () => {
    const home = shared;
    const { code, stderr } = await shell(`swath ${SEARCH} --json > /dev/full`, { home });
    expect(code).toBe(14);
    expect(stderr).toContain("OUTPUT_WRITE_FAILED");
  });

  it.for(["bash", "dash", "zsh", "fish"])(
    "P16 %s with a closed stdout (>&-) is not a success",
    async (name, context) => {
      need(spawnSync(name, ["-c", "true"]).error === undefined, `${name} is not installed`, context);
      const home = shared;
      const ended = async (words: string) => {
        const status = name === "fish" ? "$status" : "$?";
        await writeFile(join(home, "script"), `${QUOTED_COMMAND} ${words}\nexit ${status}\n`);
        return shell(`${name} script`, { home });
      };
      const closed = await ended(`${SEARCH} --json >&-`);
      expect(closed.code).toBe(14);
      expect(closed.stderr).toContain("stdout is closed (>&-)");
      expect((await ended(`${SEARCH} --json >/dev/null`)).code).toBe(0);
      expect((await ended(`${SEARCH} --json`)).stdout).toMatch(/^\[/);
    },
  );

  it("succeeds if a program sets stdout to /dev/null", async () => {
    const home = shared;
    const script = `${QUOTED_COMMAND} ${SEARCH} --json; exit $?`;
    const [executable, ...first] = COMMAND;
    for (const [program, args] of [
      [executable, [...first, ...SEARCH.split(" "), "--json"]],
      ["bash", ["-c", script]],
    ] as const) {
      const { status } = spawnSync(program, args, { cwd: home, env: cleanEnv(home), stdio: "ignore" });
      expect(status).toBe(0);
    }
  });

  it("loses nothing in a slow pipe", async () => {
    const home = shared;
    const line =
      'swath catalog search --sandbox --limit 2000 --output ndjson | (read -r first; sleep 0.3; echo "$first"; cat)';
    const { code, stdout } = await shell(line, { home });
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split("\n");
    expect(lines.length).toBe(2000);
    for (const each of lines) JSON.parse(each);
  });
});

describe("signals", () => {
  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("%s during a request ends at once with exit %i", async (name, code) => {
    const home = await testFolder();
    const server = await slowServer();
    const env = { SWATH_BASE_URL: server.url, SWATH_API_KEY: "k-123456789" };
    const run = startSwath(["catalog", "search", "--point", "-9.14,38.71", "--timeout", "10m"], {
      home,
      env,
    });
    await server.asked;
    run.child.kill(name);
    const ended = await run.ended;
    expect(ended.code).toBe(code);
    // No answer arrives, and the time limit would exceed this test.
    expect(ended.stderr).toContain("Interrupted");
  });

  it("waits for the answer to a paid request at the first Ctrl-C, and reports the order", async () => {
    const home = await testFolder();
    const server = await slowServer();
    const env = { SWATH_BASE_URL: server.url, SWATH_API_KEY: "k-123456789" };
    const run = startSwath(["order", "place", "--item", "c/g", "--yes"], { home, env });
    await server.asked;
    run.child.kill("SIGINT");
    await run.until("stderr", /waiting for the answer/);
    server.answer(201, { orderId: "o-1", orderStatus: "completed", items: [] });
    const { code, stderr } = await run.ended;
    expect(code).toBe(130);
    expect(stderr).toContain("o-1");
    const history = await swath(["order", "history", "--json"], { home });
    expect(JSON.parse(history.stdout)).toMatchObject([{ orderId: "o-1", state: "confirmed" }]);
  });

  it("P3 abandons it at the second Ctrl-C with exit 13, and blocks the same order until it is resolved", async () => {
    const home = await testFolder();
    const server = await slowServer();
    const env = { SWATH_BASE_URL: server.url, SWATH_API_KEY: "k-123456789" };
    const args = ["order", "place", "--item", "c/g", "--yes"];
    const run = startSwath(args, { home, env });
    await server.asked;
    run.child.kill("SIGINT");
    await run.until("stderr", /waiting for the answer/);
    run.child.kill("SIGINT");
    expect((await run.ended).code).toBe(13);
    const again = await swath(args, { home, env });
    expect(again.code).toBe(13);
    expect(again.stderr).toContain("INTENT_OPEN");
    expect(server.count).toBe(1);
  });

  it("reports an unreachable service in one line, with exit 9", async () => {
    const home = await testFolder();
    const env = { SWATH_BASE_URL: "http://127.0.0.1:9", SWATH_API_KEY: "k-123456789" };
    const { code, stderr } = await swath(["order", "links", "o-1", "--retries", "0"], { home, env });
    expect(code).toBe(9);
    expect(stderr.split("\n")[0]).toMatch(/^Error: .*127\.0\.0\.1:9/);
  });
});

describe("an empty HOME", () => {
  it("never puts the journal and the keys into the current folder", async () => {
    const cwd = await testFolder();
    for (const HOME of ["", "relative"]) {
      const env = { HOME, SWATH_NO_COMPILE_CACHE: "1" };
      const { code, stdout } = await swath(["config", "path", "--json"], { home: cwd, env });
      expect(code).toBe(0);
      for (const path of Object.values(JSON.parse(stdout) as Record<string, string>))
        expect(path).toMatch(/^\//);
    }
    expect(await readdir(cwd)).toEqual([]);
  });
});

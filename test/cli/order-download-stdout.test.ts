/** `order download --stdout`: the bytes of one file, and nothing else, on stdout. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { Interrupts } from "../../src/app/interrupts.ts";
import { sha256 } from "../sha256.ts";
import { errorOf } from "./scripted-service.ts";
import { openOrderedBench } from "./ordered-bench.ts";

const { swath, send, granule, freshOrder } = await openOrderedBench();

let home: string;
let id: string;
beforeEach(async () => {
  ({ home, id } = await freshOrder());
});

/** A run whose stdout is kept as bytes. */
async function run(words = "", options: Parameters<typeof swath>[1] = {}) {
  const chunks: Buffer[] = [];
  const result = await swath(`order download ${id} --stdout ${words}`, {
    home,
    writeStdout: async (chunk) => void chunks.push(Buffer.from(chunk)),
    ...options,
  });
  return { ...result, bytes: Buffer.concat(chunks) };
}

describe("--stdout", () => {
  it("DOWNLOAD-07 writes exactly the bytes of the file, and reports to people on stderr", async () => {
    const { bytes, exitCode, stderr } = await run("--asset HH");
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: expect.stringMatching(/_HH\.tif: .*verified\n$/) as string,
    });
    await swath(`order download ${id} --asset HH --out-dir out`, { home });
    const file = await readFile(join(home, "out", granule, `${granule}_HH.tif`));
    expect(sha256(bytes)).toBe(sha256(file));
  });

  it("more than one file is a usage error with the files and the filters to use", async () => {
    const { bytes, exitCode, stderr } = await run();
    expect({ exitCode, bytes: bytes.length }).toEqual({ exitCode: 2, bytes: 0 });
    expect(stderr.replaceAll(granule, "<granule>")).toMatchInlineSnapshot(`
      "Error: --stdout: exactly one file is needed, and the filters leave 4: <granule> HH, <granule> metadata, <granule> thumbnail, <granule> preview
        Choose one with --asset
        code USAGE, exit 2
      "
    `);
    expect((await run("--role data")).exitCode).toBe(0);
  });

  it("flags for a folder contradict it, before any request", async () => {
    const words = "--out-dir out --flat --overwrite --exec true --plan --output json";
    const result = await run(`${words} --columns path --json`);
    expect(result).toMatchObject({ exitCode: 2, requests: [] });
    const reported = errorOf(result).details?.map((fault) => (fault as { message?: string }).message);
    for (const flag of ["--out-dir", "--flat", "--overwrite", "--exec", "--plan", "--output", "--columns"])
      expect(
        reported?.some((text) => text?.startsWith(`--stdout and ${flag} `)),
        flag,
      ).toBe(true);
  });

  it("P13 a terminal is refused: the bytes could control it", async () => {
    const refused = await run("--asset HH", { stdoutTTY: true });
    expect(refused).toMatchObject({ exitCode: 2, requests: [] });
    expect(refused.stderr).toContain("stdout is a terminal");
  });

  it("a reader that closes the pipe ends it quietly", async () => {
    const gone = Object.assign(new Error("write EPIPE"), { code: "EPIPE" });
    const { exitCode, stderr } = await run("--asset HH", { writeStdout: () => Promise.reject(gone) });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  });

  it("P16 stdout on a full disk is a failure", async () => {
    const full = Object.assign(new Error("write ENOSPC"), { code: "ENOSPC" });
    const { exitCode, stderr } = await run("--asset HH", { writeStdout: () => Promise.reject(full) });
    expect(exitCode).toBe(14);
    expect(stderr).toContain("OUTPUT_WRITE_FAILED");
  });

  it("P16 wrong bytes end in exit 10, with a message that they were written", async () => {
    const flipping: typeof send = async (request) => {
      const reply = await send(request);
      return request.url.includes("_HH.tif") ? { ...reply, body: flipped(reply.body) } : reply;
    };
    const { exitCode, stderr, bytes } = await run("--asset HH", { send: flipping });
    expect(exitCode).toBe(10);
    expect(bytes.length).toBeGreaterThan(0);
    expect(stderr).toContain("bytes were written before, and are not the complete file");
    expect(stderr).toContain("Delete the output");
  });

  it("P14 Ctrl-C ends it at once, even if the reader has stopped reading", async () => {
    const interrupts = new Interrupts();
    const stuck = (): Promise<void> => {
      interrupts.press("SIGINT");
      return new Promise(() => {});
    };
    expect((await run("--asset HH", { interrupts, writeStdout: stuck })).exitCode).toBe(130);
  });

  it("--progress json writes its events to stderr", async () => {
    const { stderr, exitCode } = await run("--asset metadata --progress json");
    expect(exitCode).toBe(0);
    const types = stderr
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { type: string }).type);
    expect(types.filter((type) => type !== "progress")).toEqual(["started", "verified", "finished"]);
  });
});

/** The same number of bytes, with one bit changed. */
async function* flipped(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  let isFirst = true;
  for await (const chunk of body) {
    const copy = Uint8Array.from(chunk);
    if (isFirst) copy[0]! ^= 1;
    isFirst = false;
    yield copy.subarray(0, 1000);
    yield copy.subarray(1000);
  }
}

/** `catalog preview`: pictures of catalog items in the terminal, or as files. */
import { EventEmitter } from "node:events";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PNG } from "pngjs";
import { beforeAll, describe, expect, it } from "vitest";
import { TransportError } from "../../src/contract/send.ts";
import { openBench, type Bench } from "./bench.ts";
import { errorOf } from "./scripted-service.ts";
import { tempHome, type Surroundings } from "./world.ts";

let bench: Bench;
let item: string;

beforeAll(async () => {
  bench = await openBench();
  const found = await bench.swath("catalog search --product-type GEO --limit 1 --output id");
  item = found.stdout.trim();
});

const ESC = "\u001b";
const COLOURS = { TERM: "xterm-256color", COLORTERM: "truecolor" };

/** A terminal that answers the query for its attributes, after its other output. */
function terminal(
  answer: string,
): Surroundings & { left: () => string; raw: boolean[]; written: () => string } {
  const input = Object.assign(new EventEmitter(), {
    isRaw: false,
    setRawMode(on: boolean) {
      raw.push(on);
      input.isRaw = on;
    },
    resume: () => {},
    pause: () => {},
  });
  const raw: boolean[] = [];
  let [left, written] = ["", ""];
  return {
    stdinTTY: true,
    stdoutTTY: true,
    stderrTTY: true,
    env: COLOURS,
    promptStreams: () => ({ input, output: process.stderr }) as never,
    writeStdout: async (chunk) => {
      written += String(chunk);
      if (!String(chunk).includes(`${ESC}[c`)) return;
      // Byte by byte, as on a slow line.
      for (const byte of answer) if (!input.emit("data", Buffer.from(byte, "latin1"))) left += byte;
    },
    left: () => left,
    written: () => written,
    raw,
  };
}

describe("swath catalog preview", () => {
  it("VIEW-01 shows no other item's picture if the service ignores the ids of a search", async () => {
    const { exitCode, stdout, stderr, requests } = await bench.swath(
      "catalog preview no-such-item --image blocks",
      {
        send: (request) => {
          if (typeof request.body !== "string") return bench.send(request);
          const { ids: _, ...body } = JSON.parse(request.body) as Record<string, unknown>;
          return bench.send({ ...request, body: JSON.stringify(body) });
        },
      },
    );
    expect([exitCode, stdout]).toEqual([6, ""]);
    expect(stderr).toContain("code NOT_FOUND");
    expect(stderr).toContain("no-such-item");
    expect(new Set(requests.map(({ path }) => path))).toEqual(new Set(["/catalog/search"]));
  });

  it("VIEW-01 draws blocks if the terminal has no graphics, and writes nothing to stdout", async () => {
    const screen = terminal(`${ESC}[?62;22c`);
    const { exitCode, stderr } = await bench.swath(`catalog preview ${item}`, screen);
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(screen.written()).toContain("▀");
    expect(screen.written()).toContain(item);
    expect(screen.left()).toBe("");
    expect(screen.raw).toEqual([true, false]);
  });

  it.for([
    ["kitty", `${ESC}_Gi=31;OK${ESC}\\${ESC}P>|kitty(0.36)${ESC}\\${ESC}[?62;c`, `${ESC}_Ga=T`],
    ["iTerm2", `${ESC}P>|iTerm2 3.5.0${ESC}\\${ESC}[?62;4c`, `${ESC}]1337;File=inline=1`],
  ] as const)("VIEW-01 uses the graphics of %s", async ([, answer, start]) => {
    const screen = terminal(answer);
    const { exitCode } = await bench.swath(`catalog preview ${item}`, screen);
    expect(exitCode).toBe(0);
    expect(screen.written()).toContain(start);
    expect(screen.left()).toBe("");
  });

  it("VIEW-01 a picture fits a screen of 24 rows, with its caption and the next prompt", async () => {
    const screen = terminal(`${ESC}[?62;22c`);
    const { exitCode } = await bench.swath(`catalog preview ${item}`, { ...screen, rows: 24 });
    const lines = screen.written().trimEnd().split("\n").length;
    expect([exitCode, lines > 10, lines <= 23], screen.written()).toEqual([0, true, true]);
  });

  it("VIEW-01 sends no query to the terminal inside tmux or in CI, and draws blocks there", async () => {
    for (const env of [{ TMUX: "/tmp/tmux-0/default,1,0" }, { TERM: "screen-256color" }, { CI: "true" }]) {
      const screen = terminal("");
      await bench.swath(`catalog preview ${item}`, { ...screen, env: { ...COLOURS, ...env } });
      expect(screen.written()).not.toContain(`${ESC}[c`);
      expect(screen.written()).toContain("▀");
      const forced = terminal("");
      await bench.swath(`catalog preview ${item} --image kitty`, { ...forced, env: { ...COLOURS, ...env } });
      expect(forced.written()).toContain(`${ESC}_Ga=T`);
    }
  });

  it("VIEW-01 Ctrl-C during the terminal query ends the run", async () => {
    const screen = terminal("\u0003");
    const { exitCode } = await bench.swath(`catalog preview ${item}`, screen);
    expect(exitCode).toBe(130);
    expect(screen.raw).toEqual([true, false]);
  });

  it("VIEW-01 in a pipe and without colours the picture is saved as a PNG", async () => {
    for (const surroundings of [{}, { ...terminal(""), env: { ...COLOURS, NO_COLOR: "1" } }]) {
      const home = await tempHome();
      const { exitCode } = await bench.swath(`catalog preview ${item}`, { ...surroundings, home });
      expect(exitCode).toBe(0);
      const names = (await readdir(home)).filter((name) => name.endsWith(".png"));
      expect(names).toEqual([`${item}_thumbnail.png`]);
      const { height } = PNG.sync.read(await readFile(join(home, names[0]!)));
      expect(height).toBe(256);
    }
  });

  it("VIEW-01 --out-dir keeps an identical file, and refuses to replace another", async () => {
    const home = await tempHome();
    const run = () => bench.swath(`catalog preview ${item} --out-dir pictures --json`, { home });
    const file = join("pictures", `${item}_thumbnail.png`);
    for (const { exitCode, stdout } of [await run(), await run()]) {
      expect(exitCode).toBe(0);
      expect(JSON.parse(stdout)).toEqual([
        {
          item,
          asset: "thumbnail",
          type: "png",
          width: expect.any(Number),
          height: 256,
          bytes: expect.any(Number),
          file,
        },
      ]);
    }
    await writeFile(join(home, file), "my own");
    const refused = await run();
    expect(refused.exitCode).toBe(10);
    expect(errorOf(refused).message).toContain(`${file} is there already, with other contents`);
    expect(await readFile(join(home, file), "utf8")).toBe("my own");
  });

  it("VIEW-01 --image none shows the metadata, and saves nothing", async () => {
    const home = await tempHome();
    const { stdout } = await bench.swath(`catalog preview ${item} --image none`, { home });
    expect(stdout).toMatch(new RegExp(`^${item}\tthumbnail\tpng\t\\d+\t256\t\\d+\t\n$`));
    expect((await readdir(home)).filter((name) => name.endsWith(".png"))).toEqual([]);
  });

  it("VIEW-01 --asset preview is the larger picture", async () => {
    const { stdout } = await bench.swath(`catalog preview ${item} --asset preview --image none --json`);
    expect(JSON.parse(stdout)[0]).toMatchObject({ asset: "preview", height: 384 });
  });

  it("VIEW-01 an item without a public picture reports it, and how to get one", async () => {
    await bench.control("POST", "/settings", { thumbnails: "none" });
    const { exitCode, stderr } = await bench.swath(`catalog preview ${item}`);
    await bench.control("POST", "/settings", { thumbnails: null });
    expect(exitCode).toBe(6);
    expect(stderr).toBe(
      [
        `Error: ${item} has no public picture: its link answers 403 without a key`,
        `  See the price and earlier orders: swath order review --item vendor-archive/${item}`,
        "  code PICTURE_UNAVAILABLE, exit 6",
        "",
      ].join("\n"),
    );
  });

  it("VIEW-01 sends no key to the host of the pictures", async () => {
    const { requests } = await bench.swath(`catalog preview ${item} --image none`);
    const picture = requests.find(({ url }) => url.includes("_thumbnail.png"));
    expect(Object.keys(picture!.headers).toSorted()).toEqual(["accept-encoding", "user-agent"]);
  });

  it("VIEW-01 a body that is not a picture is refused, and nothing of it reaches the terminal", async () => {
    const hostile = Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      Buffer.from(`${ESC}]0;owned${ESC}\\`),
    ]);
    const screen = terminal(`${ESC}[?62;22c`);
    const run = await bench.swath(`catalog preview ${item}`, {
      ...screen,
      send: async (request) => {
        const reply = await bench.send(request);
        if (!request.url.includes("_thumbnail.png")) return reply;
        const headers = { "content-type": "image/png", "content-length": String(hostile.length) };
        return {
          status: 200,
          headers,
          body: (async function* () {
            yield hostile;
          })(),
        };
      },
    });
    expect(run.exitCode).toBe(8);
    expect(run.stderr).toContain("its PNG header is damaged");
    expect(screen.written()).not.toContain("owned");
  });

  it("VIEW-01 an item that the catalog does not have is reported, and the others are shown", async () => {
    const { exitCode, stdout, stderr } = await bench.swath(`catalog preview ${item} nothing --image none`);
    expect(exitCode).toBe(10);
    expect(stdout).toContain(item);
    expect(stderr).toContain("code BATCH_PARTIAL");
  });

  it("VIEW-01 a hanging server gets two attempts of 10 s each, unless settings differ", async () => {
    const timeouts: (number | undefined)[] = [];
    const hanging = async (request: Parameters<typeof bench.send>[0]) => {
      if (!request.url.includes("_thumbnail.png")) return bench.send(request);
      timeouts.push(request.headersTimeoutMs);
      throw new TransportError("timeout", "no", "no reply");
    };
    const { exitCode, stderr } = await bench.swath(`catalog preview ${item}`, { send: hanging });
    expect([exitCode, timeouts]).toEqual([9, [10_000, 10_000]]);
    expect(stderr).toContain(
      `the asset thumbnail of ${item} could not be fetched: the request failed (timeout)`,
    );
    expect(stderr).toContain("Raise --timeout");
    timeouts.length = 0;
    await bench.swath(`catalog preview ${item} --timeout 90s --retries 3`, { send: hanging });
    expect(timeouts).toEqual([90_000, 90_000, 90_000, 90_000]);
  });

  it("VIEW-01 a truncated body is a broken connection, and nothing is kept", async () => {
    const home = await tempHome();
    const { exitCode, stderr } = await bench.swath(`catalog preview ${item}`, {
      home,
      send: async (request) => {
        const reply = await bench.send(request);
        if (!request.url.includes("_thumbnail.png")) return reply;
        const headers = { "content-type": "image/png", "content-length": "5000" };
        return {
          status: 200,
          headers,
          body: (async function* () {
            yield Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
            yield Buffer.alloc(100);
            throw new TransportError("reset", "maybe", "the connection was reset");
          })(),
        };
      },
    });
    expect(exitCode).toBe(10);
    expect(stderr).toContain(
      `the asset thumbnail of ${item} could not be fetched: the connection broke (reset)`,
    );
    expect(stderr).not.toContain("bytes were written before");
    expect((await readdir(home)).filter((name) => name.endsWith(".png"))).toEqual([]);
  });
});

/** Questions with real streams: keys on one, words on the other. */
import { PassThrough, Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { Interrupts } from "../../src/app/interrupts.ts";
import type { Send } from "../../src/contract/send.ts";
import { openBench } from "./bench.ts";
import { tempHome } from "./world.ts";

const { swath, send } = await openBench();

const granule = (await swath("catalog search --product-type GEO --limit 1 --output id")).stdout.trim();
const PLACE = `order place --item vendor-archive/${granule}`;

/** A person's action at a question: types keys, hangs up, or something else. */
type Act = string | (() => void);

const HANG_UP = "hang up";

/** A terminal with one action per question, as soon as the question is shown. */
function terminal(...acts: readonly Act[]) {
  let shown = "";
  let asked = 0;
  const promptStreams = () => {
    const input = new PassThrough();
    const output = new PassThrough();
    let isAnswered = false;
    output.on("data", (chunk: Buffer) => {
      shown += chunk.toString();
      if (isAnswered || (!shown.endsWith("(y/N) ") && !chunk.toString().includes("(y/N)"))) return;
      isAnswered = true;
      // A line of progress on the same streams is not a question.
      const act = acts[asked];
      asked += 1;
      // The prompt listens from its next turn on.
      setImmediate(() => {
        if (typeof act === "function") act();
        else if (act === HANG_UP) input.end();
        else for (const key of act ?? "") input.write(key);
      });
    });
    return { input: input as unknown as NodeJS.ReadStream, output: output as unknown as NodeJS.WriteStream };
  };
  return {
    shown: () => shown,
    on: { stdinTTY: true, stderrTTY: true, promptStreams, env: { NO_COLOR: "1" } },
  };
}

const placed = (run: { requests: { path: string }[] }): number =>
  run.requests.filter(({ path }) => path === "/orders").length;

describe("ORDER-18 P13 the price in a question", () => {
  it("is printed from the parsed amount, and escape characters of the service are shown as text", async () => {
    const drawn =
      "$9,000.00\u001b[1G\u001b[2K\u001b[1A\u001b[2K  $9.00  x\r\nTotal: $9.00\r\n? Order 1 item for $9.00";
    const { on, shown } = terminal("n\r");
    const answering: Send = async (request) => {
      const reply = await send(request);
      if (!request.url.endsWith("/orders/review")) return reply;
      const { "content-length": _length, ...headers } = reply.headers;
      const body = JSON.stringify({ authorized: true, summary: { total: drawn } });
      return { ...reply, headers, body: Readable.from([Buffer.from(body)]) };
    };
    const run = await swath(PLACE, { ...on, send: answering });
    expect({ exitCode: run.exitCode, placed: placed(run) }).toEqual({ exitCode: 12, placed: 0 });
    const question = shown().split("? ").at(-1) ?? "";
    expect(`${run.stderr}${shown()}`).not.toContain("\u001b[1A\u001b[2K  $9.00");
    expect(question).not.toContain("$9.00");
  });
});

describe("ORDER-18 the question before an order", () => {
  it.each([
    ["y", "y\r", 0],
    ["yes", "yes\r", 0],
    ["Enter alone", "\r", 12],
    ["n", "n\r", 12],
  ])("%s", async (_title, keys, exitCode) => {
    const { on, shown } = terminal(keys);
    const run = await swath(PLACE, on);
    expect({ exitCode: run.exitCode, placed: placed(run) }).toEqual({
      exitCode,
      placed: exitCode === 0 ? 1 : 0,
    });
    expect(shown()).toContain("Order 1 item for $350.00?");
    expect(run.stdout === "").toBe(exitCode !== 0);
  });

  it.each([
    ["y\r", { exitCode: 12, isRaw: false, isAsked: true }],
    ["y\u0003", { exitCode: 130, isRaw: false, isAsked: false }],
  ])("%j typed before the question is shown does not answer it", async (keys, expected) => {
    const { on, shown } = terminal("n\r");
    let isRaw = false;
    const promptStreams = () => {
      const streams = on.promptStreams();
      Object.assign(streams.input, { isTTY: true, setRawMode: (raw: boolean) => void (isRaw = raw) });
      (streams.input as unknown as PassThrough).write(keys);
      return streams;
    };
    const run = await swath(PLACE, { ...on, home: await tempHome(), promptStreams });
    expect({ exitCode: run.exitCode, isRaw, isAsked: shown().includes("Order 1 item") }).toEqual(expected);
    expect(placed(run)).toBe(0);
  });

  it("a no is reported", async () => {
    const run = await swath(PLACE, terminal("n\r").on);
    expect(run.stderr.replaceAll(granule, "<granule>")).toMatchInlineSnapshot(`
      "2026-03-09T23:22Z  vendor-10  Southern Ocean, 280 km off Antarctica
        $350.00  GEO  ordered before  <granule>
      Total: $350.00
      Error: Cancelled. Nothing was sent.
        code ABORTED, exit 12
      "
    `);
  });

  it("Ctrl-C at the question interrupts: nothing is sent, the last line reports it, exit 130", async () => {
    const run = await swath(PLACE, terminal("\u0003").on);
    expect({ exitCode: run.exitCode, placed: placed(run) }).toEqual({ exitCode: 130, placed: 0 });
    expect(run.stderr.trimEnd().split("\n").at(-1)).toBe("Nothing was sent");
  });

  it.each([
    ["Ctrl-D", "\u0004"],
    ["a closed terminal", HANG_UP],
  ])("%s at the question is not an answer: nothing is sent, exit 12", async (_title, act) => {
    const run = await swath(PLACE, terminal(act).on);
    expect({ exitCode: run.exitCode, placed: placed(run) }).toEqual({ exitCode: 12, placed: 0 });
    expect(run.stderr).toContain("code ABORTED");
  });

  it("ORDER-18 after Ctrl-C during the price request one line follows, without price and question", async () => {
    const interrupts = new Interrupts();
    const { on, shown } = terminal("y\r");
    const run = await swath(PLACE, {
      ...on,
      home: await tempHome(),
      interrupts,
      send: async (request) => {
        const reply = await send(request);
        if (request.url.endsWith("/orders/review")) setImmediate(() => interrupts.press("SIGINT"));
        return reply;
      },
    });
    expect({ exitCode: run.exitCode, placed: placed(run), shown: shown() }).toEqual({
      exitCode: 130,
      placed: 0,
      shown: "",
    });
    expect(run.stderr).toBe("Nothing was sent\n");
  });

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("%s at the question: nothing is sent, exit %i", async (signal, exitCode) => {
    const interrupts = new Interrupts();
    const { on } = terminal(() => void interrupts.press(signal));
    const run = await swath(PLACE, { ...on, interrupts });
    expect({ exitCode: run.exitCode, placed: placed(run) }).toEqual({ exitCode, placed: 0 });
  });
});

describe("ORDER-18 the question before the same order again", () => {
  it.each([
    ["y", "y\r", 0],
    ["Enter alone", "\r", 12],
    ["Ctrl-C", "\u0003", 130],
    ["Ctrl-D", "\u0004", 12],
  ])("%s", async (_title, keys, exitCode) => {
    const home = await tempHome();
    expect((await swath(`${PLACE} --yes`, { home })).exitCode).toBe(0);
    const said: string[] = [];
    const interrupts = new Interrupts((message) => said.push(message));
    const { on, shown } = terminal(keys, "y\r");
    const run = await swath(PLACE, { ...on, home, interrupts });
    expect({ exitCode: run.exitCode, placed: placed(run) }).toEqual({
      exitCode,
      placed: exitCode === 0 ? 1 : 0,
    });
    expect(shown().replaceAll(/\s+/g, "")).toContain("Orderagain,andpayagain?");
    expect(said.join()).not.toContain("waiting for the answer");
    // Nothing was sent, so nothing is unresolved.
    expect((await swath("order history --columns state", { home })).stdout).toBe(
      exitCode === 0 ? "confirmed\nconfirmed\n" : "confirmed\n",
    );
  });
});

/** Questions in plain lines: the text for a screen reader and the typed answers, without escape sequences. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { openBench } from "./bench.ts";
import { tempHome, type Surroundings } from "./world.ts";

const { swath } = await openBench();

/** A terminal that types each line when a question is shown. */
function typed(lines: string, env: Record<string, string> = { ACCESSIBLE: "1" }) {
  let shown = "";
  const input = new PassThrough();
  const output = new PassThrough();
  const waiting = lines.split(/(?<=[\r\n])/);
  output.on("data", (chunk: Buffer) => {
    const text = chunk.toString();
    shown += text;
    if (!text.endsWith("\n")) input.write(waiting.shift() ?? "");
  });
  const on: Surroundings = {
    stdinTTY: true,
    stderrTTY: true,
    env,
    promptStreams: () => ({
      input: input as unknown as NodeJS.ReadStream,
      output: output as unknown as NodeJS.WriteStream,
    }),
  };
  return { on, input, shown: () => shown };
}

const granule = (await swath("catalog search --product-type GEO --limit 1 --output id")).stdout.trim();
const PLACE = `order place --item vendor-archive/${granule}`;

describe("PICK-01 questions with ACCESSIBLE=1", () => {
  it("a form is plain numbered lines, and nothing is redrawn", async () => {
    const { on, shown } = typed("etna\n1\n\n\n1\n\nlava\nn\n1\n");
    const run = await swath("task create --output id", on);
    expect(run.exitCode, run.stderr).toBe(0);
    expect(run.requests.find(({ path }) => path === "/task")?.body).toMatchObject({
      geometry: { type: "Point", coordinates: [15, 37.75] },
      properties: { collectionTier: "urgent", collectionType: "spotlight", taskingrequestName: "lava" },
    });
    expect(shown()).not.toContain("\u001b");
    expect(shown()).toContain("  1. Etna (IT) at 15,37.75\n");
    expect(shown()).toContain("  3. standard  scheduled after priority (default)\n");
    expect(shown()).toContain("Number [3]: ");
  });

  it("the list of places is printed once, with Porto before Porto Alegre", async () => {
    const { on, shown } = typed("\n\nPorto\n1\n1\n\n\n1\n\n\nn\n1\n");
    const run = await swath("task create --output id", on);
    expect(run.exitCode, run.stderr).toBe(0);
    expect(shown().match(/ {2}1\. \S.* at /g)).toHaveLength(2);
    expect(shown()).toMatch(/ {2}1\. Porto \(PT\) at .*\n {2}2\. Porto Alegre \(BR\) at /);
  });

  it.each([
    ["yes\n", 0],
    ["\n", 12],
    ["maybe\nn\n", 12],
  ])("the question before an order: %j", async (lines, exitCode) => {
    const { on, shown } = typed(lines);
    const run = await swath(PLACE, { ...on, home: await tempHome() });
    expect(run.exitCode, run.stderr).toBe(exitCode);
    expect(shown()).toContain("Order 1 item for $350.00? (y/N) ");
    expect(shown().includes("Type y or n")).toBe(lines.startsWith("maybe"));
  });

  it("pasting 1, Enter and y into the list of tasks approves none: the question about money must be answered after it is shown", async () => {
    const home = await tempHome();
    const made = await swath(
      "task create --point -8.89,38.52 --window-open 2031-03-06T06:00:00Z --window 7d --tier standard --type spotlight --output id",
    );
    expect(made.exitCode, made.stderr).toBe(0);
    const terminal = typed("");
    let isPasted = false;
    const output = new PassThrough();
    let shown = "";
    output.on("data", (chunk: Buffer) => {
      shown += chunk.toString();
      if (shown.endsWith("when done: ") && !isPasted) {
        isPasted = true;
        terminal.input.write("1\n\ny\n");
      }
      if (shown.endsWith("(y/N) ")) terminal.input.write("n\n");
    });
    const run = await swath("task approve", {
      ...terminal.on,
      home,
      promptStreams: () => ({
        input: terminal.input as unknown as NodeJS.ReadStream,
        output: output as unknown as NodeJS.WriteStream,
      }),
    });
    expect(shown).toContain("(y/N) ");
    expect(run.exitCode, run.stderr).toBe(12);
    expect(run.requests.some(({ path }) => path.includes("approve"))).toBe(false);
  });

  it("a closed terminal is not an answer: nothing is sent, exit 12", async () => {
    const { on, input } = typed("");
    input.end();
    const run = await swath(PLACE, on);
    expect(run.exitCode).toBe(12);
    expect(run.stderr).toContain("the question was not answered: nothing was sent");
    expect(run.requests.some(({ path }) => path === "/orders")).toBe(false);
  });

  it("ACCESSIBLE is also a setting of a profile", async () => {
    const home = await tempHome();
    await swath("config set accessible true", { home });
    const { on, shown } = typed("n\n", {});
    expect((await swath(PLACE, { ...on, home })).exitCode).toBe(12);
    expect(shown()).toBe("Order 1 item for $350.00? (y/N) ");
    expect((await swath("config get accessible", { home })).stdout).toBe("true\n");
  });

  it("a secret is not echoed, and a deleted character is not part of it", async () => {
    const home = await tempHome();
    const { on, shown } = typed("a-key-of-this-test-12x\u007f\r");
    const run = await swath("auth login --no-check", { ...on, home });
    expect(run.exitCode, run.stderr).toBe(0);
    expect(await readFile(join(home, ".config/swath/credentials.json"), "utf8")).toContain(
      '"a-key-of-this-test-12"',
    );
    expect(shown()).toMatch(/^API key for \S+: \n$/);
  });
});

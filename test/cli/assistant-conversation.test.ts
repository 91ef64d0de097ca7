/** The conversation of docs/assistants.md: real calls of tools, made again by this test. `SWATH_RECORD=1` writes it into the page. */
import { readFile, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withoutHome } from "../names-below.ts";
import { testFolder } from "../new-folder.ts";
import { openBench } from "./bench.ts";
import { startAssistant } from "./mcp-client.ts";
import { BASE_URL } from "./world.ts";

const PAGE = join(import.meta.dirname, "../../docs/assistants.md");
const PART = /(<!-- conversation: .*? -->\n)(.*?)(<!-- end of the conversation -->)/s;

test("REACH-13 the tools answer as the conversation on the page shows", async () => {
  const bench = await openBench();
  const home = await testFolder();
  const env = { SWATH_BASE_URL: BASE_URL, SWATH_API_KEY: bench.member.apiKey };
  const given = { home, send: bench.send, clock: bench.clock, env };
  const assistant = await startAssistant("--output-root imagery", given);
  const said: string[] = [];
  const block = (kind: string, text: string): void => void said.push(`\`\`\`${kind}\n${text.trim()}\n\`\`\``);
  const call = async (name: string, input: Record<string, unknown>) => {
    const { data, isError } = await assistant.call(name, input);
    expect(isError, JSON.stringify(data)).toBe(false);
    said.push(`The assistant calls \`${name}\` with \`${JSON.stringify(input)}\`:`);
    block("json", JSON.stringify(data, undefined, 2));
    return data;
  };

  said.push("> **Person:** Find the newest GEO product over Lisbon. What does it cost?");
  const found = await call("search", { place: "Lisbon", productType: "GEO", limit: 1 });
  const [{ collection, id, time }] = found.rows;
  const items = [{ collection, id }];
  const { total } = await call("price", { items });
  said.push(`> **Assistant:** It was taken at ${time} and costs ${total}. Shall I prepare the purchase?`);
  said.push("> **Person:** Yes.");
  const { quote } = await call("quote", { items });
  const file = `imagery/${quote}`;
  said.push(`> **Assistant:** Please approve it on a terminal: \`swath quote approve ${file} --by Ana\``);
  said.push("The person types the amount:");
  let typed = "";
  const shown = await bench.swath(["quote", "approve", file, "--by", "Ana"], {
    home,
    stdinTTY: true,
    stdoutTTY: true,
    ask: async ({ message }) => {
      const amount = /\(([^)]+)\)/.exec(message)?.[1] ?? "";
      typed = `${message} ${amount}`;
      return amount;
    },
  });
  expect(shown.exitCode, shown.stderr).toBe(0);
  // The question stands before the answer; the steps after it have the key of this run.
  const [terms = "", approved = ""] = shown.stderr.split(/^(?=Approved: )/m);
  const [answer] = approved.split("\n");
  block("console", [`$ swath quote approve ${file} --by Ana`, terms.trim(), typed, answer].join("\n"));
  said.push("> **Person:** Done. Buy it, and fetch its metadata.");
  const { order } = await call("buy", { quote });
  await bench.control("POST", `/orders/${order.orderId}/complete`);
  await call("download", { order: order.orderId, assets: ["metadata"] });
  said.push("> **Assistant:** It is in the folder `imagery`, verified.");

  const text = `\n${withoutHome(said.join("\n\n"), await realpath(home)).replaceAll("<home>", "/home/ana")}\n\n`;
  const page = await readFile(PAGE, "utf8");
  const made = page.replace(PART, (_, start: string, _old: string, end: string) => `${start}${text}${end}`);
  if (process.env["SWATH_RECORD"] === "1") await writeFile(PAGE, made);
  else expect(page).toBe(made);
});

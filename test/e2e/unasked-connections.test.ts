/** The built program connects to the service that a person configured, and to nothing else: no telemetry, no update check. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { testFolder } from "../new-folder.ts";
import { swath } from "./swath.ts";

const HOOK = join(import.meta.dirname, "record-connections.cjs");

/** Runs lines in one home, and returns the hosts other than this machine that any process of theirs tried to reach. */
async function hostsOf(
  lines: readonly string[],
  { exitCodes = [0], ...more }: { exitCodes?: number[]; SWATH_API_KEY?: string } = {},
): Promise<string[]> {
  const home = await testFolder();
  const file = join(home, "connections");
  const env = { NODE_OPTIONS: `--require ${JSON.stringify(HOOK)}`, CONNECTIONS_FILE: file, ...more };
  for (const line of lines) {
    const { code, stderr } = await swath(line.split(" "), { home, env });
    expect(exitCodes, `${line}: ${stderr}`).toContain(code);
  }
  const text = await readFile(file, "utf8").catch(() => "");
  return [...new Set(text.split("\n").filter((line) => line !== ""))];
}

it("P23 REACH-09 with a blocked network, commands that need no service work and try to reach nothing", async () => {
  const lines = [
    "--version",
    "--help",
    "order place --help-all",
    "version --json",
    "commands --json",
    "completion bash",
    "completion bash --install",
    "__complete order pl",
    "config set baseUrl https://sar.example/v1",
    "config list",
    "profile list",
    "auth status",
    "doctor --offline",
    "journal list",
    "spend",
    "order history",
    "deliveries list",
    "schema task",
    "order review --item archive/a --dry-run",
  ];
  expect(await hostsOf(lines, { SWATH_API_KEY: "k" })).toEqual([]);
});

it("P23 REACH-09 with a blocked network, the sandbox sells and delivers, and nothing else is reached", async () => {
  expect(
    await hostsOf([
      "demo",
      "verify swath-demo",
      "status --sandbox",
      "passes --point -9.14,38.71 --window 1d --sandbox",
    ]),
  ).toEqual([]);
});

it("P23 a request looks up the configured host, and no other", async () => {
  const lines = [
    "config set baseUrl https://sar.example/v1",
    "catalog search --point -9.14,38.71 --retries 0",
    "doctor",
  ];
  const hosts = await hostsOf(lines, { exitCodes: [0, 9], SWATH_API_KEY: "k" });
  expect(hosts.map((line) => line.split(" ")[1])).toEqual(["sar.example"]);
});

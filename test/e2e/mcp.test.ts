/** `swath mcp` as an assistant starts it: the built program, with the configuration of docs/assistants.md and the published client. */
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { beforeAll, expect, test } from "vitest";
import { ROOT } from "../architecture/sources.ts";
import { answerOf, REVISIONS } from "../cli/mcp-client.ts";
import { cleanEnv, COMMAND, sandboxHome, startSwath } from "./swath.ts";

interface Configuration {
  mcpServers: { swath: { command: string; args: string[] } };
}

let home: string;
beforeAll(async () => {
  let end: (() => Promise<void>) | undefined;
  home = await sandboxHome((cleanUp) => (end = cleanUp));
  await mkdir(join(home, "areas"));
  return end;
});

test.each(REVISIONS)(
  "REACH-13 the configuration of the page starts a server of revision %s",
  async (revision) => {
    const page = await readFile(join(ROOT, "docs", "assistants.md"), "utf8");
    const { swath } = (JSON.parse(/```json\n(.*?)```/s.exec(page)![1]!) as Configuration).mcpServers;
    expect(swath.command).toBe("swath");
    const [command, ...first] = COMMAND;
    const transport = new StdioClientTransport({
      command,
      args: [...first, ...swath.args],
      cwd: home,
      env: cleanEnv(home),
      stderr: "pipe",
    });
    const mode = revision === "2025-11-25" ? "legacy" : { pin: revision };
    const client = new Client({ name: "tests", version: "1" }, { versionNegotiation: { mode } });
    await client.connect(transport);
    const search = { place: "Lisbon", radius: "20km", productType: "GEO", limit: 2 };
    const found = answerOf(await client.callTool({ name: "search", arguments: search }));
    expect(found.data.rows).toHaveLength(2);
    const passes = answerOf(
      await client.callTool({ name: "passes", arguments: { place: "Lisbon", days: 1 } }),
    );
    expect(passes.data.windows).toBeGreaterThan(0);
    await client.close();
  },
);

test("REACH-13 a server ends with its client, with exit code 0, and writes messages only to stdout", async () => {
  const hello = {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "tests", version: "1" } },
  };
  const { code, stdout, stderr } = await startSwath(["mcp", "--sandbox", "--verbose"], {
    home,
    input: `${JSON.stringify(hello)}\nthis is not JSON\n`,
  }).ended;
  expect(code, stderr).toBe(0);
  const lines = stdout.trimEnd().split("\n");
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
});

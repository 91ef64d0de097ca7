/** `swath mcp` behind the front door, with the published client of the protocol at the other end of its stdin and stdout. */
import { once } from "node:events";
import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import { Client, type Transport } from "@modelcontextprotocol/client";
import { onTestFinished } from "vitest";
import type { ExitCode } from "../../src/errors.ts";
import type { Send } from "../../src/contract/send.ts";
import { run } from "../../src/program.ts";
import { words } from "./split-line.ts";
import { testWorld, type SentRequest, type Surroundings } from "./world.ts";

/** The last revision with a handshake, and the first without one. */
export const REVISIONS = ["2025-11-25", "2026-07-28"] as const;
export type Revision = (typeof REVISIONS)[number];

export interface Assistant {
  client: Client;
  /** Calls a tool; `data` is what the service or a file said. */
  call: (name: string, input?: Record<string, unknown>) => Promise<ToolAnswer>;
  /** Every line of stdout. */
  lines: string[];
  stderr: () => string;
  requests: SentRequest[];
  /** Closes stdin, and returns the exit code. */
  end: () => Promise<ExitCode>;
}

export interface ToolAnswer {
  isError: boolean;
  text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- the tests look into answers of every tool
  data: any;
}

export async function startAssistant(
  line: string,
  given: Surroundings & { home: string; send: Send },
  { revision = REVISIONS[1], elicits = false }: { revision?: Revision; elicits?: boolean } = {},
): Promise<Assistant> {
  const [toServer, fromServer] = [new PassThrough(), new PassThrough()];
  const requests: SentRequest[] = [];
  const send: Send = (request) => {
    const { method, url, headers, body } = request;
    const text = body === undefined ? undefined : Buffer.from(body).toString("utf8");
    requests.push({
      method,
      url,
      path: new URL(url).pathname,
      headers,
      ...(text !== undefined && { body: text }),
    });
    return given.send(request);
  };
  const { world, screen } = testWorld({ ...given, argv: words(`mcp ${line}`), send });
  const exited = run({ ...world, protocolStreams: () => ({ input: toServer, output: fromServer }) });
  const lines: string[] = [];
  const transport = streamTransport(toServer, fromServer, lines);
  const client = new Client(
    { name: "tests", version: "1" },
    {
      capabilities: elicits ? { elicitation: { form: {} } } : {},
      versionNegotiation: { mode: revision === "2025-11-25" ? "legacy" : { pin: revision } },
    },
  );
  // A person who answers every form with yes.
  if (elicits)
    client.setRequestHandler("elicitation/create", async () => ({
      action: "accept",
      content: { confirm: true, approve: true, amount: "$1,000,000" },
    }));
  await client.connect(transport);
  const end = async (): Promise<ExitCode> => {
    await client.close();
    toServer.end();
    return exited;
  };
  onTestFinished(async () => void (await end()));
  return {
    client,
    lines,
    requests,
    stderr: () => screen.stderr,
    end,
    call: async (name, input = {}) => {
      const result = await client.callTool({ name, arguments: input });
      return answerOf(result);
    },
  };
}

export function answerOf(result: {
  isError?: boolean;
  content?: { type: string; text?: string }[];
  structuredContent?: unknown;
}): ToolAnswer {
  const text = result.content?.find(({ type }) => type === "text")?.text ?? "";
  const data = (result.structuredContent as { untrusted?: unknown } | undefined)?.untrusted;
  return { isError: result.isError === true, text, data };
}

/** A transport over streams in this process: a message per line. */
function streamTransport(output: PassThrough, input: PassThrough, lines: string[]): Transport {
  const transport: Transport = {
    start: async () => {
      createInterface({ input }).on("line", (line) => {
        lines.push(line);
        transport.onmessage?.(JSON.parse(line));
      });
      input.once("close", () => transport.onclose?.());
    },
    send: async (message) => {
      if (!output.write(`${JSON.stringify(message)}\n`)) await once(output, "drain");
    },
    close: async () => {
      output.end();
      transport.onclose?.();
    },
  };
  return transport;
}

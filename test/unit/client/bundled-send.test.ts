import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer as createHttps } from "node:https";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { build } from "rolldown";
import { beforeAll, describe, expect, test } from "vitest";
import { listen, listenHttp } from "../../local-server.ts";
import { newFolder } from "../../new-folder.ts";
import { CA_PEM, LEAF_KEY, LEAF_PEM } from "./tls-material.ts";

let program = "";
let caFile = "";

beforeAll(async () => {
  const folder = await newFolder();
  const entry = join(folder, "entry.ts");
  const source = (path: string): string => JSON.stringify(resolve("src", path));
  await writeFile(
    entry,
    `import { makeUndiciSend } from ${source("client/undici-send.ts")};
     import { systemClock } from ${source("time/clock.ts")};
     const [url, caFile] = process.argv.slice(2);
     const send = makeUndiciSend({ clock: systemClock, caFile });
     send({ method: "GET", url, headers: {} })
       .then(({ status }) => console.log(status), (error) => console.log(error.reason, error.delivered))
       .then(() => send.close());`,
  );
  program = join(folder, "program.cjs");
  caFile = join(folder, "ca.pem");
  await writeFile(caFile, CA_PEM);
  await build({
    input: entry,
    platform: "node",
    output: { file: program, format: "cjs", codeSplitting: false },
    resolve: { modules: [resolve("node_modules")] },
    logLevel: "silent",
  });
});

async function run(args: string[], env: Record<string, string> = {}): Promise<string> {
  const child = spawn(process.execPath, [program, ...args], { env: { ...process.env, ...env } });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await once(child, "close");
  return output.trim();
}

describe("bundled as the program is", () => {
  test("NODE_TLS_REJECT_UNAUTHORIZED=0 does not switch verification off; a CA file is the way", async () => {
    const port = await listen(
      createHttps({ cert: LEAF_PEM, key: LEAF_KEY }, (_, response) => response.end("{}")),
    );
    const url = `https://localhost:${port}/`;
    expect(await run([url], { NODE_TLS_REJECT_UNAUTHORIZED: "0" })).toBe("tls no");
    expect(await run([url, caFile])).toBe("200");
  });

  test("the process ends after close, even with a kept connection and an unread body", async () => {
    const { url } = await listenHttp(
      (_, response) => void response.writeHead(200, { "keep-alive": "timeout=60" }).write("{"),
    );
    expect(await run([url])).toBe("200");
  });
});

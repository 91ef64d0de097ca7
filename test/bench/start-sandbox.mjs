/** A sandbox in a process of its own, with an archive of a given size. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const bin = join(import.meta.dirname, "..", "..", "bin", "swath.js");

/** Returns `{ pid, url, key, ask, close }`; `ask(method, path, body)` returns the parsed response. */
export async function startSandbox(env, more = []) {
  const words = [..."sandbox start --port 0 --ephemeral --json".split(" "), ...more];
  const child = spawn(process.execPath, [bin, ...words], { env, stdio: ["ignore", "pipe", "ignore"] });
  let text = "";
  for await (const piece of child.stdout.setEncoding("utf8")) {
    text += piece;
    if (text.trimEnd().endsWith("\n}")) break;
  }
  const { url, users } = JSON.parse(text);
  const headers = { authorization: `ApiKey ${users[0].apiKey}`, "content-type": "application/json" };
  return {
    pid: child.pid,
    url,
    key: users[0].apiKey,
    async ask(method, path, body) {
      const response = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
      if (!response.ok) throw new Error(`HTTP ${response.status} from ${method} ${path}`);
      return response.json();
    },
    async close() {
      child.kill();
      await once(child, "close");
    },
  };
}

/**
 * Two network namespaces with a line between them on which every packet is delayed: the measured program runs in the near one,
 * the data server in the far one. It requires network namespaces and tun devices in the kernel, and root.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** From the block reserved for benchmarks of networks (RFC 2544). */
const NEAR = "198.18.0.1";
const FAR = "198.18.0.2";
const VARIABLE = "SWATH_BENCH_FAR";
const QUEUE = "10000";

/** The place of data servers: their address, and the beginning of their command. Undefined without such a line. */
export const farSide = () => {
  const name = process.env[VARIABLE];
  return name === undefined ? undefined : { address: FAR, command: ["ip", "netns", "exec", name] };
};

/** Runs this bench again in the near namespace; resolves with its exit code. */
export async function runAtDistance(roundTripMs) {
  const ip = (...words) => execFileSync("ip", words, { stdio: ["ignore", "ignore", "inherit"] });
  const id = process.pid;
  const ends = [
    { name: `swath-near-${id}`, device: `swn${id}`, address: NEAR },
    { name: `swath-far-${id}`, device: `swf${id}`, address: FAR },
  ];
  const words = [join(import.meta.dirname, "delay-line.py"), ...ends.map(({ device }) => device)];
  const line = spawn("/usr/bin/python3", [...words, String(roundTripMs)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lineEnd = once(line, "close");
  try {
    const isThere = await Promise.race([
      once(line.stdout, "data").then(() => true),
      lineEnd.then(() => false),
    ]);
    if (!isThere) throw new Error("there are no tun devices here: --packets needs them");
    for (const { name, device, address } of ends) {
      ip("netns", "add", name);
      ip("link", "set", device, "netns", name);
      ip("-n", name, "address", "add", `${address}/30`, "dev", device);
      ip("-n", name, "link", "set", device, "txqueuelen", QUEUE, "up");
      ip("-n", name, "link", "set", "lo", "up");
    }
    const [near, far] = ends;
    const again = ["netns", "exec", near.name, process.execPath, ...process.argv.slice(1)];
    const env = { ...process.env, [VARIABLE]: far.name };
    const [code] = await once(spawn("ip", again, { env, stdio: "inherit" }), "close");
    return code ?? 1;
  } finally {
    line.stdin.end();
    await lineEnd;
    for (const { name } of ends) {
      try {
        ip("netns", "delete", name);
      } catch {
        // It was not made.
      }
    }
  }
}

/** Products of ten gigabytes: the speed at which the sandbox makes their bytes, with curl discarding them. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cleanEnv, spread } from "./measure.mjs";

const bin = join(import.meta.dirname, "..", "..", "bin", "swath.js");
const TYPES = ["GEO", "SLC", "SICD", "SIDD", "CPHD"];
/** Bytes of one measurement. */
const PART = 3e9;

async function said(command, args, env) {
  const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "ignore"] });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (piece) => (text += piece));
  const [exitCode] = await once(child, "close");
  if (exitCode !== 0) throw new Error(`exit code ${exitCode} from ${command} ${args[0]}`);
  return text;
}

/** Returns the signed URL and length of the newest spotlight image of a type. */
async function linkOf(type, env) {
  const swath = (...words) => said(process.execPath, [bin, ...words], env);
  const search = ["catalog", "search", "--instrument-mode", "spotlight", "--limit", "1"];
  const item = await swath(...search, "--product-type", type, "--output", "id");
  const order = ["order", "place", "--yes", "--wait", "--output", "id"];
  const id = await swath(...order, "--item", `vendor-archive/${item.trim()}`);
  const [link] = JSON.parse(await swath("order", "links", id.trim(), "--role", "data", "--json"));
  return link;
}

/** Returns the seconds until the first byte, and megabytes per second. */
async function take({ href, size }, first) {
  const range = `${first}-${Math.min(size, first + PART) - 1}`;
  const words = ["-s", "-o", "/dev/null", "-r", range, "-w", "%{time_starttransfer} %{speed_download}", href];
  const [begun, speed] = (await said("curl", words, process.env)).split(" ").map(Number);
  return { begun, speed: speed / 1e6 };
}

/** Returns the peak resident memory of a process in MiB; undefined without /proc. */
function peakOf(pid) {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;
  } catch {
    return undefined;
  }
}

export async function productsTable(rounds) {
  const home = mkdtempSync(join(tmpdir(), "swath-bench-"));
  const env = cleanEnv({ HOME: home, CI: "true", SWATH_PROFILE: "sandbox" });
  const words = ["sandbox", "start", "--port", "0", "--product-size", "10GB", "--clock", "auto", "--json"];
  const child = spawn(process.execPath, [bin, ...words], { env, stdio: ["ignore", "pipe", "ignore"] });
  try {
    let text = "";
    for await (const piece of child.stdout.setEncoding("utf8")) {
      text += piece;
      if (text.trimEnd().endsWith("\n}")) break;
    }
    const links = new Map();
    for (const type of TYPES) links.set(type, await linkOf(type, env));
    const before = peakOf(child.pid);
    const figures = new Map(TYPES.map((type) => [type, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const [type, link] of links) figures.get(type).push(await take(link, 5e9));
    }
    const rows = TYPES.map((type) => {
      const speed = spread(figures.get(type).map((one) => one.speed));
      const begun = spread(figures.get(type).map((one) => one.begun * 1000));
      const pace = `${speed.median.toFixed(0)} MB/s (${speed.min.toFixed(0)}-${speed.max.toFixed(0)})`;
      return [
        type,
        `${(links.get(type).size / 1e9).toFixed(2)} GB`,
        pace,
        "1000 MB/s",
        `${begun.median.toFixed(1)} ms`,
      ];
    });
    const memory =
      before === undefined
        ? []
        : [["peak memory", "", `${before.toFixed(0)} -> ${peakOf(child.pid).toFixed(0)} MiB`, "", ""]];
    return [["sandbox product to curl", "size", "from its middle", "goal", "first byte"], ...rows, ...memory];
  } finally {
    child.kill();
    await once(child, "close");
    rmSync(home, { recursive: true, force: true });
  }
}

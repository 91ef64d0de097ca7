/**
 * `npm run soak -- --orders 1000 --kill random --seed 7`: orders, approvals, pre-approved requests and retasks under kills,
 * resets and timeouts. Every intended request is charged once, every unknown outcome reported, none lost; ends with exit 1
 * otherwise. Needs a build. `npm run soak -- --shapes`: 5,000 replies of other shapes to every reader (`--replies`, `--seed`),
 * and the clients. `npm run soak -- --downloads`: downloads of minutes at 20 MB/s, with kills and in two processes.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chargingServer } from "./charging-server.mjs";
import { intentOf } from "./intents.mjs";
import { settleIntent } from "./settle-intent.mjs";

const { values } = parseArgs({
  options: {
    orders: { type: "string", default: "20" },
    kill: { type: "string", default: "random" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    "at-once": { type: "string", default: "8" },
    shapes: { type: "boolean", default: false },
    downloads: { type: "boolean", default: false },
    replies: { type: "string", default: "5000" },
  },
});
const [orders, seed, atOnce] = [values.orders, values.seed, values["at-once"]].map(Number);
const say = (text) => process.stdout.write(`${text}\n`);
if (values.shapes) {
  const { soakShapes } = await import("./soak-shapes.mjs");
  process.exit(await soakShapes({ replies: Number(values.replies), seed, say }));
}
if (values.downloads) {
  const { soakDownloads } = await import("./soak-downloads.mjs");
  process.exit(await soakDownloads({ seed, say }));
}
say(`soak: ${orders} orders, kill ${values.kill}, seed ${seed}`);

const startedMs = performance.now();
const folder = await mkdtemp(join(tmpdir(), "swath-soak-"));
const server = await chargingServer(seed);
const tally = { processes: 0, killed: 0, unknown: 0, resolved: 0, failures: [] };
const kinds = new Map();
let begun = 0;
const waiting = Array.from({ length: orders }, (_, index) => `item-${index + 1}`);
const worker = async () => {
  for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
    begun += 1;
    if (begun % 100 === 0) say(`  ${begun} begun`);
    const intent = intentOf(seed, item);
    kinds.set(intent.kind, (kinds.get(intent.kind) ?? 0) + 1);
    await settleIntent(intent, { server, seed, kill: values.kill, folder, tally });
  }
};
await Promise.all(Array.from({ length: atOnce }, worker));
server.close();

const charges = [...server.charged.values()].reduce((sum, count) => sum + count, 0);
const requests = [...server.asked.values()].reduce((sum, count) => sum + count, 0);
for (const [item, count] of server.charged) {
  if (count !== 1) tally.failures.push(`${item} was charged ${count} times`);
}
if (charges !== orders) tally.failures.push(`${charges} charged requests for ${orders} orders`);
say(
  `soak: ${orders} orders, ${charges} charged, ${requests} requests that cost money or were refused, ${tally.processes} processes, ` +
    `${tally.killed} ended by a signal, ${tally.unknown} reported unknown, ${tally.resolved} resolved, ` +
    `${tally.failures.length} failures, ${Math.round((performance.now() - startedMs) / 1000)} s, seed ${seed}`,
);
say(`kinds: ${[...kinds].map(([kind, count]) => `${count} ${kind}`).join(", ")}`);
for (const failure of tally.failures) say(`FAILED ${failure}`);
if (tally.failures.length === 0) await rm(folder, { recursive: true, force: true });
else process.exitCode = 1;

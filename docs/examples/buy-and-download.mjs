// Finds the newest scene over Lisbon, reads its price, buys it for at most that price, and downloads it.
import { downloadOrder, openService, placeOrder, reviewOrder, searchCatalog } from "swath";

// Without `sandbox: true`, the profile and the key of the command line are used.
const service = await openService({ sandbox: true });

const items = await searchCatalog(service, {
  bbox: [-9.5, 38.5, -9, 39],
  query: { "sar:product_type": { eq: "GEO" } },
  sortby: ["-datetime"],
  limit: 1,
});
const { commitment } = await reviewOrder(service, items);
if (commitment === undefined) throw new Error("the service shows no price");
console.log(`${items[0]?.id} costs ${commitment.amount} ${commitment.currency}`);

// The consent: a higher price is refused, and nothing is ordered.
const order = await placeOrder(service, { items, maxCost: commitment.amount });
const { files } = await downloadOrder(service, order.orderId, {
  outDir: "imagery",
  assets: ["metadata", "thumbnail"],
  wait: true,
});
for (const { path, status, verified } of files) console.log(`${path}: ${status} (${verified.join(", ")})`);
await service.close();

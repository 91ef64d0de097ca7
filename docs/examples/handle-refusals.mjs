// Places an order that is refused: by its price, and because an earlier order has the item already.
import { isSwathError, openService, placeOrder, searchCatalog } from "swath";

const service = await openService({
  sandbox: true,
  signal: AbortSignal.timeout(600_000),
  onMessage: ({ kind, text }) => {
    if (kind === "warning") console.error(text);
  },
});
const items = await searchCatalog(service, { bbox: [-9.5, 38.5, -9, 39], limit: 1 });

for (const maxCost of ["$1", "$100,000", "$100,000"])
  try {
    const { orderId, price } = await placeOrder(service, { items, maxCost });
    console.log(`ordered for ${price}: ${orderId}`);
  } catch (error) {
    // Any other error is a bug.
    if (!isSwathError(error)) throw error;
    console.log(`${error.code}: ${error.message}`);
  }
await service.close();

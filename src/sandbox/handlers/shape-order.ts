import { formatTimestamp } from "../../time/timestamp.ts";
import type { Account } from "../accounts.ts";
import type { Collect } from "../archive/collect.ts";
import { longItemId } from "../archive/collect.ts";
import { billableArea } from "../archive/recorded-item.ts";
import type { Holdings } from "../holdings.ts";
import { orderResult, orderStatus, type Order } from "../orders/orders-table.ts";
import { formatCents } from "../orders/prices.ts";
import type { Call } from "./call.ts";
import { shownIds } from "./item-assets.ts";

type Settled = Pick<Call, "settings" | "nowMs">;

/** Returns an order in the form of the settings. */
export function shapeOrder(call: Settled, holdings: Holdings, order: Order): object {
  const { settings, nowMs } = call;
  const idOf = shownIds(call, holdings);
  if (settings.orderForm === "interface") return orderResult(order, nowMs, idOf);
  return {
    userId: order.userId,
    organizationId: order.organizationId,
    orderDate: formatTimestamp(order.orderedMs),
    expirationDate: formatTimestamp(order.expiresMs),
    orderId: order.id,
    orderStatus: orderStatus(order, nowMs),
    contractId: order.contractId,
    items: order.granules.map((granule) => {
      const { line, collectId, readyMs } = granule;
      const collect = holdings.findCollect(collectId, nowMs);
      return {
        granuleId: idOf(granule),
        type: line.type,
        size: collect === undefined ? 0 : billableArea(collect),
        collectionId: line.collectionId,
        previouslyOrdered: line.previouslyOrdered,
        collectionDate: line.collectionDate,
        itemStatus: readyMs <= nowMs ? "completed" : "in-progress",
      };
    }),
  };
}

/** One item of a review with its price. */
interface ReviewedItem {
  collect: Collect;
  productType: string;
  collectionId: string;
  previouslyOrdered: boolean;
  cents: number;
}

/** Percent off the list price for the amount of an organization's orders, as in a recorded review. */
const VOLUME_DISCOUNT_PERCENT = 10;

/** Returns a review with the members of a recorded deployment: the total is below the sum of the items. */
export function reviewDetails(caller: Account, items: readonly ReviewedItem[]): object {
  const sum = items.reduce((total, { cents }) => total + cents, 0);
  const off = Math.round((sum * VOLUME_DISCOUNT_PERCENT) / 100);
  return {
    authorized: true,
    user: userOf(caller),
    orderDetails: {
      lineItems: items.map(({ collect, productType, collectionId, previouslyOrdered, cents }) => ({
        collectionId,
        granuleId: longItemId(collect, productType),
        previouslyOrdered,
        type: collect.type.collectMode,
        cost: formatCents(cents),
        contractId: caller.contractIds[0],
      })),
      summary: {
        subtotal: formatCents(sum),
        volumeDiscount: { discount: `${VOLUME_DISCOUNT_PERCENT}.00%`, amount: formatCents(off) },
        licenseUplift: { surcharge: "0.00%", amount: formatCents(0) },
        specialDiscount: { discount: "0.00%", amount: formatCents(0) },
        total: formatCents(sum - off),
      },
    },
  };
}

const FIRST_DAY = "2020-01-01T00:00:00.000Z";

/** Returns an account with the members of a recorded deployment. */
export const userOf = ({ name, userId, organization, organizationId, username, roles }: Account): object => ({
  id: userId,
  verified: true,
  listed: false,
  roles: ["user", ...roles],
  email: username,
  givenName: name,
  familyName: "Sandbox",
  organizationId,
  organization: { id: organizationId, name: organization },
  apiEnvironmentRole: "production",
  createdAt: FIRST_DAY,
  updatedAt: FIRST_DAY,
});

import type { AppContext } from "../context.ts";
import type { TransferContext } from "../transfers/bucket.ts";

/** The context of purchases of products, and of their downloads. */
export type OrderContext = TransferContext &
  Pick<AppContext, "consent" | "interruption" | "profileName" | "dialect">;

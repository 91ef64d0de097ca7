import { defineApprove } from "../request/approve.ts";

export const approve = defineApprove(
  "repeat",
  "The price of a series is that of one image times their number; one without an end has no such bound, and is refused " +
    "under --max-cost and under a budget. ",
);

import { defineApprove } from "../request/approve.ts";

export const approve = defineApprove(
  "repeat",
  "The price of a series is the price per image times the number of images. A series without an end has no such bound, so it is " +
    "refused under --max-cost and under a budget. ",
);

import { Option } from "@commander-js/extra-typings";

export const reorderFreeFlag = () =>
  new Option("--reorder-free", "place an expired order again if that costs nothing");

/** `--keep-going`, identical in every command that buys for several ids. */
import { Option } from "@commander-js/extra-typings";

export const keepGoingFlag = () => new Option("--keep-going", "leave out unknown ids, and buy the others");

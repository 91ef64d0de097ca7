/** `--owned` and `--not-owned`. */
import { Option } from "@commander-js/extra-typings";

export const ownedFlag = () => new Option("--owned", "only items that were ordered or downloaded here");
export const notOwnedFlag = () => new Option("--not-owned", "only items that are not owned, for certain");

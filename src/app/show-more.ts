import type { Hint } from "../hint.ts";

/**
 * The next step after a list that is cut. A front end that has its own way to the further rows, as the cursor of an
 * assistant's answer, leaves such a note out.
 */
export const SHOW_MORE: Hint = "--limit N for more";

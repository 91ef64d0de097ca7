/** `npm run pages` makes the scripts and styles of the pages if they are stale. `npm run build` always makes them. */
import { makeStaleAssets } from "./page-assets.mjs";

await makeStaleAssets();

/** `npm run pages` makes the modules that are not in git if they are stale. `npm run build` always makes them. */
import { makeErrorEntries } from "./error-entries.mjs";
import { makeStaleAssets } from "./page-assets.mjs";

makeErrorEntries();
await makeStaleAssets();

/**
 * `npm run build` makes the modules that are not in git, then the program. `build/run.mjs [folder]`. It calls the API of rolldown,
 * whose command line lists all files: this prints only errors.
 */
import { build } from "rolldown";
import config from "../rolldown.config.mjs";
import { bundleContents } from "./bundle-contents.mjs";
import { makeErrorEntries } from "./error-entries.mjs";
import { makeAssets } from "./page-assets.mjs";

makeErrorEntries();
const [dir = config.output.dir] = process.argv.slice(2);
const plugins = [...config.plugins, bundleContents(await makeAssets())];
await build({ ...config, plugins, output: { ...config.output, dir } });

/** `npm run build`: rolldown without its list of all files, so that it prints only errors. `build/run.mjs [folder]` */
import { build } from "rolldown";
import config from "../rolldown.config.mjs";

const [dir = config.output.dir] = process.argv.slice(2);
await build({ ...config, output: { ...config.output, dir } });

/** `npm run build`: as `rolldown -c rolldown.config.mjs`, without its list of all files. Only what is wrong is printed. */
import { build } from "rolldown";
import config from "../rolldown.config.mjs";

await build(config);

/**
 * The system of this process, for modules that have no `World`: commands and readers of flags ask `world.platform`. A module whose behaviour
 * on Windows is tested on other systems takes `isWindows` as an argument, and this is the default.
 */
import { sep } from "node:path";

export const IS_WINDOWS = sep === "\\";

/** The borders of countries at 1:50m, by actual control, not by claims; coded for `readLines`. */
export { BORDERS as codedBorders } from "./data/borders.generated.ts";

/**
 * Whether one stream gets colour: --color > NO_COLOR > FORCE_COLOR or CLICOLOR_FORCE > CLICOLOR=0 > TERM=dumb >
 * whether the stream is a terminal.
 */
import type { Environment } from "../../settings/environment.ts";
import type { Output } from "../world.ts";

const isSet = (value: string | undefined): boolean => value !== undefined && value !== "";

export function wantsColour(
  choice: "auto" | "always" | "never",
  env: Environment,
  stream: Pick<Output, "isTTY">,
): boolean {
  if (choice !== "auto") return choice === "always";
  if (isSet(env["NO_COLOR"])) return false;
  for (const name of ["FORCE_COLOR", "CLICOLOR_FORCE"]) {
    if (isSet(env[name])) return env[name] !== "0" && env[name] !== "false";
  }
  if (env["CLICOLOR"] === "0" || env["TERM"] === "dumb") return false;
  return stream.isTTY;
}

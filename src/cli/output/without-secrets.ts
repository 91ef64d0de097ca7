/** The world of a run that knows its secrets. Loaded only when a command runs or a failure is reported, not for help. */
import { Secrets } from "../../client/redact.ts";
import type { Outside, Output, World } from "../world.ts";

/** Returns the world whose stderr removes the secrets of the run from its text, as the last step before it is read. */
export function withSecrets(outside: Outside): World {
  const { SWATH_API_KEY, SWATH_TOKEN, SWATH_PASSWORD } = outside.env;
  const secrets = new Secrets();
  secrets.know([SWATH_API_KEY, SWATH_TOKEN, SWATH_PASSWORD].filter((secret) => secret !== undefined));
  const { stderr } = outside;
  // Only the output of another program arrives as bytes, and is written unchanged.
  const write: Output["write"] = (chunk) =>
    stderr.write(typeof chunk === "string" ? secrets.clean(chunk) : chunk);
  return { ...outside, secrets, stderr: { ...stderr, write } };
}

/** The world of a run that knows its secrets. Loaded only when a command runs or a failure is reported, not for help. */
import { Secrets } from "../../client/redact.ts";
import type { Outside, Output, World } from "../world.ts";

/** Returns the world whose stderr removes the secrets of the run from its text, as the last step before it is read. */
export function withSecrets(outside: Outside): World {
  const { SWATH_API_KEY, SWATH_TOKEN, SWATH_PASSWORD } = outside.env;
  const secrets = new Secrets();
  secrets.know([SWATH_API_KEY, SWATH_TOKEN, SWATH_PASSWORD].filter((secret) => secret !== undefined));
  const cleaned = (stderr: Output): Output =>
    Object.create(stderr, {
      // Bytes are those of another program.
      write: {
        value: (chunk: string | Uint8Array) =>
          stderr.write(typeof chunk === "string" ? secrets.clean(chunk) : chunk),
      },
    }) as Output;
  let stderr: Output | undefined;
  return Object.create(outside, {
    secrets: { value: secrets, enumerable: true },
    stderr: { get: () => (stderr ??= cleaned(outside.stderr)), enumerable: true },
  }) as World;
}

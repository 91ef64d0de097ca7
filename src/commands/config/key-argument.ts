import { Argument } from "@commander-js/extra-typings";
import { completing } from "../../cli/flags/flag.ts";

/** Completes the settings. The many keys of the dialect are set for a whole service, usually from a file. */
export const makeKeyArgument = (description: string) =>
  completing(new Argument("<key>", description), async () => {
    const { CONFIG_KEYS } = await import("../../settings/config-keys.ts");
    return CONFIG_KEYS.map(({ profileKey }) => profileKey).filter((key) => !key.startsWith("dialect."));
  });

import { Argument } from "@commander-js/extra-typings";
import { completing } from "../../cli/flags/flag.ts";

export const keyArgument = (description: string) =>
  completing(new Argument("<key>", description), async () => {
    const { CONFIG_KEYS } = await import("../../settings/config-keys.ts");
    return CONFIG_KEYS.map(({ profileKey }) => profileKey);
  });

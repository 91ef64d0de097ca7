import type { Context } from "../../cli/context.ts";
import { CONFIG_KEYS } from "../../app/accounts/config-keys.ts";
import { keyPlaces, type KeyPlace } from "../../app/accounts/key-places.ts";

export const listKeys = (context: Context, { showOrigin }: { showOrigin?: true }): KeyPlace[] =>
  CONFIG_KEYS.flatMap((row) => {
    const places = keyPlaces(context, row);
    return showOrigin === true ? places : places.slice(0, 1);
  });

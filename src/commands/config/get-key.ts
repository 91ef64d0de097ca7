import type { Context } from "../../cli/context.ts";
import { findKey } from "../../app/accounts/config-keys.ts";
import { keyPlaces, type KeyPlace } from "../../app/accounts/key-places.ts";

export function getKey(context: Context, key: string): KeyPlace {
  const [place] = keyPlaces(context, findKey(key));
  if (place === undefined) throw new Error("a key always has at least one row");
  if (place.origin === "none") context.notes.note(`${key} is not set`);
  return place;
}

/** A scene: one collect of the archive with its products. */
import type { StacItem } from "../../contract/read-items.ts";
import { PRODUCT_TYPES } from "../../contract/vocabulary.ts";
import { readVendorMember } from "../../contract/vendor-prefix.ts";
import { SHORT_LENGTH } from "../short-ids.ts";

export interface Scene<Found extends { item: StacItem }> {
  /** At least one. */
  items: readonly [Found, ...Found[]];
}

/** Returns the scenes of a list, in the order of their first items. An item without a collect is its own scene. */
export function groupScenes<Found extends { item: StacItem }>(found: Iterable<Found>): Scene<Found>[] {
  const scenes = Map.groupBy(found, ({ item }): unknown => findCollectId(item) ?? item);
  return Array.from(scenes.values(), (items) => ({ items: items as [Found, ...Found[]] }));
}

export function findCollectId({ properties }: StacItem): string | undefined {
  const collect = readVendorMember(properties, "collect_id");
  return typeof collect === "string" && collect !== "" ? collect : undefined;
}

/** Collects the items of the first scenes of a list that arrives page by page. */
export class FirstScenes {
  /**
   * True after an item of a further scene: if the products of a scene are adjacent, the collected scenes are
   * complete.
   */
  isFull = false;
  /** True if the products of a scene are not adjacent. */
  areApart = false;
  private readonly keys = new Set<unknown>();
  private last: unknown;

  constructor(private readonly most: number) {}

  get count(): number {
    return this.keys.size;
  }

  take(items: readonly StacItem[]): StacItem[] {
    return items.filter((item) => {
      const key = findCollectId(item) ?? item;
      const isKnown = this.keys.has(key);
      if (isKnown && key !== this.last) this.areApart = true;
      this.last = key;
      if (isKnown) return true;
      if (this.keys.size >= this.most) this.isFull = true;
      else this.keys.add(key);
      return !this.isFull;
    });
  }
}

/** Returns the start of the collect's id, enough to distinguish scenes; the item's id without a collect. */
export const findShortSceneId = (item: StacItem): string | undefined =>
  findCollectId(item)?.slice(0, SHORT_LENGTH) ?? item.id;

/** Returns the product types of items without repetition: those of the interface in its order, then others. */
export function listItemProducts(items: Iterable<StacItem>): string[] {
  const types = new Set<string>();
  for (const { properties } of items) {
    const type = properties?.["sar:product_type"];
    if (typeof type === "string") types.add(type);
  }
  const known = PRODUCT_TYPES.filter((type) => types.has(type));
  return [...known, ...[...types].filter((type) => !known.some((one) => one === type))];
}

/** Returns the preferred product type if all scenes have it, else the first one that all have. */
export function findCommonProduct(
  scenes: readonly (readonly StacItem[])[],
  preferred?: string,
): string | undefined {
  const common = listItemProducts(scenes.flat()).filter((type) =>
    scenes.every((items) => items.some(({ properties }) => properties?.["sar:product_type"] === type)),
  );
  return common.find((type) => type === preferred) ?? common[0];
}

/** A STAC item as a row: the most important properties for an analyst first. */
import type { StacItem } from "../../contract/read-items.ts";
import { UNIT_OF_COLUMN } from "../../domain/item-names.ts";
import type { Column } from "../../render/column.ts";

const property = (name: string) => (item: StacItem) => item.properties?.[name];

export const ITEM_COLUMNS: readonly Column<StacItem>[] = [
  { key: "id", header: "ID", value: ({ id }) => id, fixed: true },
  // A truncated date would be another date.
  { key: "datetime", header: "DATETIME", value: property("datetime"), fixed: true, wide: true },
  { key: "product", header: "PRODUCT", value: property("sar:product_type") },
  { key: "mode", header: "MODE", value: property("sar:instrument_mode"), wide: true },
  { key: "orbit", header: "ORBIT", value: property("sat:orbit_state"), wide: true },
  { key: "look", header: "LOOK", value: property("sar:observation_direction"), wide: true },
  {
    key: "incidence",
    header: "INCIDENCE",
    unit: UNIT_OF_COLUMN.incidence,
    value: property("view:incidence_angle"),
    align: "right",
    wide: true,
  },
  { key: "platform", header: "PLATFORM", value: property("platform"), wide: true },
  { key: "collection", header: "COLLECTION", value: ({ collection }) => collection, wide: true },
];

/** Fields of an item, the properties that STAC defines without a prefix, and paths. */
export const ITEM_NAMES: readonly (string | RegExp)[] = [
  /[.:]/,
  ..."type stac_version stac_extensions id geometry bbox properties links assets collection".split(" "),
  ..."title description keywords roles datetime start_datetime end_datetime created updated license".split(
    " ",
  ),
  ..."providers platform instruments constellation mission gsd bands statistics".split(" "),
];

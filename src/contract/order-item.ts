/** The two kinds of items of an order. */
import { isJsonObject } from "./json-object.ts";

export interface ArchiveItem {
  collectionId: string;
  granuleId: string;
  [member: string]: unknown;
}

export interface GeneratedItem {
  productType: string;
  collectIds: string[];
  [member: string]: unknown;
}

export type OrderItem = ArchiveItem | GeneratedItem;

/** Returns whether the item has the fields of an archive product. */
export function isArchiveItem(item: unknown): item is ArchiveItem {
  return isJsonObject(item) && isName(item["collectionId"]) && isName(item["granuleId"]);
}

/** Returns whether the item has the fields of a generated or analytic product. */
export function isGeneratedItem(item: unknown): item is GeneratedItem {
  if (!isJsonObject(item) || !isName(item["productType"])) return false;
  const collects = item["collectIds"];
  return Array.isArray(collects) && collects.length > 0 && collects.every(isName);
}

function isName(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

/** Returns whether an id is plausible: spaces at an end and control characters come from faulty copying. */
export const isPlainId = (id: string): boolean => id.trim() === id && !/[\p{Cc}\p{Cs}]/u.test(id);

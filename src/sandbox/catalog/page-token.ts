import { Buffer } from "node:buffer";
import { AppError } from "../../errors.ts";
import { hashText } from "../archive/draw.ts";
import type { CatalogSearch } from "./catalog-search.ts";
import type { Ordering, SortKey, Standing } from "./ordering.ts";

/** What a token is bound to: everything that is asked, save the place and the size of the page. */
export function searchKey({ token: _token, limit: _limit, ...search }: CatalogSearch): string {
  const members = Object.entries(search).filter(([, value]) => value !== undefined);
  return JSON.stringify(members.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A text that says after which item the next page begins. It stays right when items come and go in between. */
export function makeToken(search: CatalogSearch, { keys, id }: Standing): string {
  return Buffer.from(JSON.stringify([hashText(searchKey(search)), keys, id])).toString("base64url");
}

/** Errors: SERVICE_REJECTED when it is no token, or one of another search. */
export function readToken(search: CatalogSearch, { fields }: Ordering): Standing | undefined {
  const { token } = search;
  if (token === undefined || token === null) return undefined;
  const parts = typeof token === "string" ? decode(token) : undefined;
  if (!Array.isArray(parts) || parts.length !== 3) throw refuse("is no page token of this catalog");
  const [hash, keys, id] = parts as [unknown, unknown, unknown];
  if (hash !== hashText(searchKey(search))) throw refuse("belongs to a search with other filters");
  if (!Array.isArray(keys) || keys.length !== fields.length || !keys.every(isKey) || typeof id !== "string") {
    throw refuse("is no page token of this catalog");
  }
  return { keys, id };
}

function decode(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, "base64url").toString());
  } catch {
    return undefined;
  }
}

const isKey = (key: unknown): key is SortKey =>
  key === null || typeof key === "string" || typeof key === "number";

const refuse = (says: string): AppError =>
  new AppError("local", "SERVICE_REJECTED", `token ${says}`, { hint: "Search again from the first page" });

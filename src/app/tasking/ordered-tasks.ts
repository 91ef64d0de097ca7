/** The tasks whose images this machine has ordered, by its journal. */
import { isOfAccount, readAccount } from "../../money/book.ts";
import { makeTaskKey } from "../../money/purchase.ts";
import { findOrderedTask } from "../../money/recorded-purchase.ts";
import type { AppContext } from "../context.ts";

/** Returns those of the tasks of which this account has ordered images. */
export async function findOrderedTasks(context: AppContext, ids: readonly string[]): Promise<Set<string>> {
  const pieces = new Set(ids.map(makeTaskKey));
  const { owners } = await (await context.service.journal()).read({ pieces, isHint: true });
  const account = readAccount(context);
  return new Set(
    [...owners].flatMap((row) => (isOfAccount(row, account) ? (findOrderedTask(row) ?? []) : [])),
  );
}

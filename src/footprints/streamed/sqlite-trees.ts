import { WrongFile } from "../wrong-file.ts";
import { isAbove, type Below, type PageSummary } from "./sqlite-page.ts";

export interface FreeList {
  /** The first page that names free ones; 0 without. */
  first: number;
  /** Pages that name free ones, and those. */
  pages: number;
}

/**
 * Checks that the children of each page of a tree are pages of that tree, in the order of its rows, each page once; that
 * long cells continue to their end; and that the remaining pages are those of the free list. `isApart`: pages of
 * neither. Throws WrongFile.
 */
export function checkTrees(
  pageSummaries: readonly PageSummary[],
  isApart: (page: number) => boolean,
  free: FreeList,
): void {
  const reached = new Set<number>();
  const take = (page: number): PageSummary => {
    const summary = pageSummaries[page - 1];
    if (summary === undefined || reached.has(page) || isApart(page)) throw damaged(page);
    reached.add(page);
    return summary;
  };

  const roots = new Set(walk(take, 1, true).filter((root) => root > 0 || root === -1));
  const isFollowed = !roots.delete(-1);
  for (const root of roots) walk(take, root, false);

  const left = pageSummaries.flatMap((_, at) => (reached.has(at + 1) || isApart(at + 1) ? [] : [at + 1]));
  const outside = left.filter((page) => pageSummaries[page - 1]!.kind === undefined);
  if (isFollowed ? left.length > free.pages : outside.length > free.pages)
    throw damaged(outside[0] ?? left[0]!);
  if (isFollowed && left.length < free.pages) throw new WrongFile("its list of free pages is damaged");
  checkFree(take, free);
}

/** Walks one tree. Returns the root pages that its rows name, when it is the schema table. */
function walk(take: (page: number) => PageSummary, root: number, isSchema: boolean): number[] {
  const roots: number[] = [];
  const first = take(root);
  const { kind } = first;
  if (kind === undefined || (isSchema && kind !== "table")) throw damaged(root);
  const open: [Below, PageSummary][] = [[{ page: root, after: -Infinity, upTo: Infinity }, first]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [{ page, after, upTo }, summary] = next;
    const isInOrder =
      summary.rows === undefined || (isAbove(summary.rows[0], after) && summary.rows[1] <= upTo);
    if (summary.kind !== kind || !isInOrder) throw damaged(page);
    for (const below of summary.below) open.push([below, take(below.page)]);
    for (const overflow of summary.overflows) follow(take, overflow);
    if (!isSchema || summary.below.length > 0) continue;
    if (summary.roots === undefined) throw damaged(page);
    roots.push(...summary.roots);
  }
  return roots;
}

function follow(take: (page: number) => PageSummary, { page, pages }: { page: number; pages: number }): void {
  let at = page;
  for (let left = pages; left > 0; left--) {
    const [next] = take(at).numbers;
    if ((next === 0) !== (left === 1)) throw damaged(at);
    at = next;
  }
}

function checkFree(take: (page: number) => PageSummary, { first, pages }: FreeList): void {
  let left = pages;
  for (let at = first; at !== 0 && left > 0;) {
    const [next, named] = take(at).numbers;
    left -= 1 + named;
    at = next;
  }
  if (left !== 0) throw new WrongFile("its list of free pages is damaged");
}

const damaged = (page: number): WrongFile => new WrongFile(`its page ${page} is damaged`);

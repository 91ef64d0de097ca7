/** A circle of imports, first file repeated at the end, or undefined when there is none. */
export function findCycle(edges: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>();
  const path: string[] = [];
  const walk = (at: string): string[] | undefined => {
    const start = path.indexOf(at);
    if (start !== -1) return [...path.slice(start), at];
    if (done.has(at)) return undefined;
    path.push(at);
    for (const to of edges.get(at) ?? []) {
      const found = walk(to);
      if (found !== undefined) return found;
    }
    path.pop();
    done.add(at);
    return undefined;
  };
  for (const start of edges.keys()) {
    const found = walk(start);
    if (found !== undefined) return found;
  }
  return undefined;
}

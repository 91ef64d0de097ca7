type Edges = ReadonlyMap<string, Iterable<string>>;

/** Returns sets of nodes that reach each other (Tarjan 1972): each is a circle, or several that touch. Sorted. */
export function findCircles(edges: Edges): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const walk = (at: string): void => {
    order.set(at, order.size);
    lowest.set(at, order.get(at)!);
    open.push(at);
    for (const to of edges.get(at) ?? []) {
      if (!order.has(to)) {
        walk(to);
        lowest.set(at, Math.min(lowest.get(at)!, lowest.get(to)!));
      } else if (open.includes(to)) lowest.set(at, Math.min(lowest.get(at)!, order.get(to)!));
    }
    if (lowest.get(at) !== order.get(at)) return;
    const circle = open.splice(open.indexOf(at));
    if (circle.length > 1) circles.push(circle.toSorted());
  };
  for (const at of edges.keys()) if (!order.has(at)) walk(at);
  return circles;
}

/**
 * Yields the results of `work` in the order of the list. At most `atOnce` are being worked on or wait for those before them; nothing new is
 * begun once `mayStart` returns false. With p-limit alone, waiting results would not count, and a slow first request would let all others go out.
 */
export async function* workInOrder<One, Result>(
  list: readonly One[],
  atOnce: number,
  work: (one: One) => Promise<Result>,
  mayStart: () => boolean = () => true,
): AsyncGenerator<Result> {
  const started: Promise<Result>[] = [];
  for (let next = 0; ;) {
    while (started.length < atOnce && next < list.length && mayStart()) {
      const result = work(list[next++]!);
      // An error is thrown when the result is awaited; until then it must not count as an unhandled rejection.
      result.catch(() => {});
      started.push(result);
    }
    const first = started.shift();
    if (first === undefined) return;
    yield await first;
  }
}

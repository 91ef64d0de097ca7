/** Guarded requests that are the same go one after the other in one process: a batch may hold a request twice. */
import type { SpendGuard } from "../../contract/spend.ts";

export function inTurn(guard: SpendGuard): SpendGuard {
  const last = new Map<string, Promise<unknown>>();
  return (intent, go, idOf, adopt) => {
    const key = JSON.stringify([intent.kind, intent.path, intent.body]);
    const before = last.get(key) ?? Promise.resolve();
    const work = before.then(() => guard(intent, go, idOf, adopt));
    last.set(
      key,
      work.catch(() => {}),
    );
    return work;
  };
}

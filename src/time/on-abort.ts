type Listeners = Set<() => void>;

const watches = new WeakMap<AbortSignal, Listeners>();

/**
 * Calls `listener` once when the signal aborts, unless the returned function is called before; ignores a signal that has aborted already. The
 * signal has one listener for all callers: hundreds of requests share the signal of their run. Node warns on stderr about a leak above ten
 * listeners.
 */
export function onAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
  if (signal === undefined) return ignore;
  const listeners = watches.get(signal) ?? watch(signal);
  // A listener that is added twice is called twice.
  const own = (): void => listener();
  listeners.add(own);
  return () => void listeners.delete(own);
}

function watch(signal: AbortSignal): Listeners {
  const listeners: Listeners = new Set();
  const tell = (): void => {
    for (const own of listeners) {
      listeners.delete(own);
      own();
    }
  };
  signal.addEventListener("abort", tell, { once: true });
  watches.set(signal, listeners);
  return listeners;
}

const ignore = (): void => undefined;

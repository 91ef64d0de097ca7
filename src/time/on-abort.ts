interface Watch {
  listeners: Set<() => void>;
  tell: () => void;
}

const watches = new WeakMap<AbortSignal, Watch>();

/**
 * Calls `listener` once when the signal aborts, unless the function that this returns is called before; a signal that
 * has aborted already calls nothing. The signal itself has one listener for all callers: hundreds of requests share the
 * signal of their run, and Node warns on stderr about a leak when there are more than ten listeners.
 */
export function onAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
  if (signal === undefined) return ignore;
  const { listeners, tell } = watches.get(signal) ?? watch(signal);
  // A listener that is added twice is called twice.
  const own = (): void => listener();
  listeners.add(own);
  return () => {
    if (!listeners.delete(own) || listeners.size > 0) return;
    watches.delete(signal);
    signal.removeEventListener("abort", tell);
  };
}

function watch(signal: AbortSignal): Watch {
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const own of listeners) {
      listeners.delete(own);
      own();
    }
  };
  signal.addEventListener("abort", tell, { once: true });
  const made = { listeners, tell };
  watches.set(signal, made);
  return made;
}

const ignore = (): void => undefined;

/** The target of a redirect of the service. */

export type RedirectTarget =
  /** On the same scheme, host and port: a GET may follow it. */
  | { kind: "own"; url: string; path: string }
  /** Elsewhere. `origin` has no user name, path or query: they may contain a secret. */
  | { kind: "other"; origin: string }
  /** No address, or one that two programs may read differently. */
  | { kind: "none" };

const MAX_SHOWN = 200;

/** Reads the location of a redirect that answered a request to `from`. A fragment is dropped. */
export function redirectTarget(location: string | undefined, from: string): RedirectTarget {
  const text = location?.trim() ?? "";
  // Browsers read a backslash as a slash, and drop control characters.
  if (text === "" || /[\\\u0000-\u0020\u007F]/.test(text) || !URL.canParse(text, from))
    return { kind: "none" };
  const target = new URL(text, from);
  if (target.protocol !== "https:" && target.protocol !== "http:") return { kind: "none" };
  if (target.origin !== new URL(from).origin) return { kind: "other", origin: target.origin };
  // A user name may make a host look like another one.
  if (target.username !== "" || target.password !== "") return { kind: "none" };
  target.hash = "";
  return { kind: "own", url: target.href, path: target.pathname.slice(0, MAX_SHOWN) };
}

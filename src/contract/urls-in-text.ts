/** Finds URLs in text of a service. Their queries, fragments and passwords are secrets. */

/** The parts of a URL as they are written. */
export interface UrlInText {
  /** Scheme and slashes; empty for a path. */
  start: string;
  /** User name and password. */
  userInfo: string | undefined;
  /** Host and path. */
  address: string;
  /** With its question mark. */
  query: string | undefined;
  /** With its number sign. */
  fragment: string | undefined;
}

// JSON may escape any of these characters.
const SLASH = String.raw`(?:\\?\/|\\u002f)`;
const MARK = String.raw`(?:\?|\\u003f)`;
const SIGN = String.raw`(?:#|\\u0023)`;
const ESCAPE = String.raw`\\\/|\\u00[0-9a-f]{2}`;
const IN_PATH = String.raw`(?:[^\s?#"'<>\\]|\\\/|\\u00(?!23|3f|22)[0-9a-f]{2})`;
const IN_QUERY = String.raw`(?:[^\s#"'<>\\]|(?!\\u0022|\\u0023)(?:${ESCAPE}))`;
const IN_FRAGMENT = String.raw`(?:[^\s"'<>\\]|(?!\\u0022)(?:${ESCAPE}))`;

const URLS = new RegExp(
  [
    // With a scheme, or without one: `//host/path`.
    String.raw`((?:\b[a-z][a-z\d+.-]{0,20}:|(?<![\w:/\\]))${SLASH}${SLASH}(?=[^\s/]))(?:([^\s/?#"'<>\\]*)@)?(${IN_PATH}*)(${MARK}${IN_QUERY}*)?(${SIGN}${IN_FRAGMENT}*)?`,
    // A path counts as a URL with a query, or with a fragment that has a value.
    String.raw`(?<![\w:/\\@.-])(${SLASH}(?=[\w%~.-])${IN_PATH}*)(?:(${MARK}${IN_QUERY}+)(${SIGN}${IN_FRAGMENT}*)?|(${SIGN}[\w.-]{1,60}=${IN_FRAGMENT}*))`,
  ].join("|"),
  "gi",
);

/** Returns the text with every URL in it written by `write`. */
export function replaceUrls(text: string, write: (url: UrlInText) => string): string {
  if (!/[?#@]|\\u00(?:23|3f)/i.test(text)) return text;
  return text.replaceAll(URLS, (...found) => {
    const [, start, userInfo, address = "", query, fragment, path, pathQuery, after, only] = found as (
      | string
      | undefined
    )[];
    return start === undefined
      ? write({
          start: "",
          userInfo: undefined,
          address: path ?? "",
          query: pathQuery,
          fragment: after ?? only,
        })
      : write({ start, userInfo, address, query, fragment });
  });
}

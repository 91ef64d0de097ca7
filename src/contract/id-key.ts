/**
 * Returns the form in which two ids are compared: trimmed, in lower case, NFC. A service may ignore case, and a pasted id may have
 * blanks at its ends or decomposed letters. Two ids with the same key are one thing, so that it is not bought twice. An id is
 * sent as it was typed, never in this form.
 */
export const toIdKey = (id: string): string => id.trim().toLowerCase().normalize("NFC");

/** Reports whether two ids are the same one. */
export const isSameId = (one: string, other: string): boolean => toIdKey(one) === toIdKey(other);

/** Decodes `%2F` and similar in a segment of a path. A segment that cannot be decoded stays as it is. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Returns the form in which two paths with ids are compared. */
export const toPathKey = (path: string): string => {
  const segments = path.split("/").filter((segment) => segment !== "");
  return JSON.stringify(segments.map((segment) => toIdKey(decodeSegment(segment))));
};

/** Returns an RFC 3339 time or milliseconds since 1970 in UTC, to the minute, for people: `2025-11-09 13:48`. */
export const minuteText = (time: string | number): string =>
  (typeof time === "string" ? time : new Date(time).toISOString()).slice(0, 16).replace("T", " ");

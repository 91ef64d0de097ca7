/** `2025-11-09 13:48`: an RFC 3339 time to the minute, for people; milliseconds since 1970 in UTC. */
export const minuteText = (time: string | number): string =>
  (typeof time === "string" ? time : new Date(time).toISOString()).slice(0, 16).replace("T", " ");

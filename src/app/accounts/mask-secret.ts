/** Shorter secrets would lose too much by showing their end. */
const SHOWN_FROM_LENGTH = 13;

/** A secret as it may be shown: its last four characters at most, so that two keys can be told apart. */
export const maskSecret = (secret: string): string =>
  secret.length >= SHOWN_FROM_LENGTH ? `***${secret.slice(-4)}` : "***";

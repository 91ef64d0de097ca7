import { safeText } from "./safe-text.ts";

/** A folder at the end of a sentence, where a lone dot would be read as its full stop. */
export const folderText = (path: string): string => (path === "." ? "the current folder" : safeText(path));

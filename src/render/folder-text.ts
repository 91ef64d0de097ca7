import { safeText } from "./safe-text.ts";

/** Returns a folder for the end of a sentence, where a lone dot would be read as a full stop. */
export const folderText = (path: string): string => (path === "." ? "the current folder" : safeText(path));

import { hash } from "node:crypto";

/** Longest name we make, in bytes of UTF-8: part files and sidecars add to it and must stay within 255. */
export const MAX_NAME_BYTES = 200;
const MAX_EXTENSION_BYTES = 24;

// Controls, format characters (bidi, zero-width, BOM), lone surrogates, line and paragraph separators, the letters
// that render as nothing, and what Windows forbids.
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u034f\u115f\u1160\u3164\uffa0<>:"|?*/\\]/gu;
/** Nothing of this is ever changed, and most names are like this. */
const PLAIN = /^\w(?:[\w.-]{0,198}[\w-])?$/;
const RESERVED_STEM = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i;

/**
 * One component of a path, from text that nobody vouches for: at most 200 bytes, never a path, never hidden, never an
 * option, the same on every system. Empty when nothing is left. Applying it twice changes nothing.
 */
export function safeName(text: string): string {
  if (PLAIN.test(text) && !RESERVED_STEM.test(text)) return text;
  let name = text.normalize("NFC").replace(UNSAFE, "_").normalize("NFC").trimStart();
  name = name.replace(/[. ]+$/u, "").replace(/^[.\-~]+/u, "_");
  if (RESERVED_STEM.test(name)) name = `_${name}`;
  return Buffer.byteLength(name) > MAX_NAME_BYTES ? withSuffix(name, hashHex(name).slice(0, 8)) : name;
}

/** `scene.tif` with a suffix before its extension, cut so that the whole stays within 200 bytes. */
export function withSuffix(name: string, suffix: string): string {
  const dot = name.lastIndexOf(".");
  const hasExtension = dot > 0 && Buffer.byteLength(name.slice(dot)) <= MAX_EXTENSION_BYTES;
  const extension = hasExtension ? name.slice(dot) : "";
  const room = MAX_NAME_BYTES - Buffer.byteLength(`-${suffix}${extension}`);
  return `${cutToBytes(hasExtension ? name.slice(0, dot) : name, room)}-${suffix}${extension}`;
}

export function hashHex(text: string): string {
  return hash("sha256", text);
}

function cutToBytes(text: string, maxBytes: number): string {
  let bytes = 0;
  let cut = "";
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxBytes) break;
    cut += character;
  }
  return cut;
}

import { hash } from "node:crypto";
import { DEVICE_NAME } from "../../disk/windows-names.ts";

/** Maximum length of a name, in bytes of UTF-8: part files and sidecars extend it and must stay within 255. */
export const MAX_NAME_BYTES = 200;
const MAX_EXTENSION_BYTES = 24;

// Controls, format characters (bidi, zero-width, BOM), lone surrogates, line and paragraph separators, invisible letters, and characters that
// Windows forbids.
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u034f\u115f\u1160\u3164\uffa0<>:"|?*/\\]/gu;
/** Names that need no change; most names match. */
const PLAIN = /^\w(?:[\w.-]{0,198}[\w-])?$/;

/**
 * Returns one path component from untrusted text: at most 200 bytes, equal on every system, and never a path, a hidden file
 * or an option. Empty if no character is left. A safe name stays unchanged.
 */
export function makeSafeName(text: string): string {
  if (PLAIN.test(text) && !DEVICE_NAME.test(text)) return text;
  let name = text.normalize("NFC").replace(UNSAFE, "_").normalize("NFC").trimStart();
  name = name.replace(/[. ]+$/u, "").replace(/^[.\-~]+/u, "_");
  if (DEVICE_NAME.test(name)) name = `_${name}`;
  return Buffer.byteLength(name) > MAX_NAME_BYTES ? withSuffix(name, hashHex(name).slice(0, 8)) : name;
}

/** Returns `scene.tif` with a suffix before its extension, cut to 200 bytes in total. */
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

/** Matches characters that must not reach a terminal: controls, and those that reverse or hide text. */
const UNSAFE =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]/g;

/** Returns a piece of an input in quotes, safe to show: cut after `length` characters, with controls escaped. */
export function quote(text: string, length = 30): string {
  const [piece, dots] = text.length > length ? [text.slice(0, length), "…"] : [text, ""];
  const safe = piece
    .replace(/["\\]/g, String.raw`\$&`)
    .replace(UNSAFE, (char) => String.raw`\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return `"${safe}${dots}"`;
}

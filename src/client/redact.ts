/**
 * Takes our own secrets out of text that a server sent back (some echo the refused key), also where JSON or a URL
 * spelled them differently. Very short secrets are left alone: they would black out ordinary words.
 */
export function redact(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets.filter(({ length }) => length >= 4)) {
    const inJson = JSON.stringify(secret).slice(1, -1);
    for (const form of new Set([secret, inJson, inJson.replaceAll("/", "\\/"), encodeURIComponent(secret)])) {
      clean = clean.replaceAll(form, "***");
    }
  }
  return clean;
}

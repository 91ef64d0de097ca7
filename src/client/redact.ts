import type { WholeResponse } from "./buffered-body.ts";

/**
 * Takes our own secrets out of text that a server sent back (some echo the refused key), also where JSON or a URL
 * spelled them differently. Very short secrets are left alone: they would black out ordinary words.
 */
export function redact(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const form of formsOf(secrets)) clean = clean.replaceAll(form, "***");
  return clean;
}

/** The whole reply likewise: some services and proxies say what they were asked with, also when all is well. */
export function redactReply(reply: WholeResponse, secrets: readonly string[]): WholeResponse {
  const forms = formsOf(secrets);
  const bytes = Buffer.from(reply.bytes.buffer, reply.bytes.byteOffset, reply.bytes.byteLength);
  const isClean = !forms.some((form) => bytes.includes(form));
  return {
    ...reply,
    headers: Object.fromEntries(
      Object.entries(reply.headers).map(([name, value]) => [name, redact(value, secrets)]),
    ),
    bytes: isClean ? reply.bytes : Buffer.from(redact(new TextDecoder().decode(bytes), secrets)),
  };
}

function formsOf(secrets: readonly string[]): string[] {
  const forms = secrets
    .filter(({ length }) => length >= 4)
    .flatMap((secret) => {
      const inJson = JSON.stringify(secret).slice(1, -1);
      return [secret, inJson, inJson.replaceAll("/", "\\/"), encodeURIComponent(secret)];
    });
  return [...new Set(forms)];
}

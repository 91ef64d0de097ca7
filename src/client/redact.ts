import type { BufferedResponse } from "./buffered-body.ts";

/**
 * Removes our own secrets from text that a server returned (some echo the rejected key), also in the escaped forms
 * of JSON and URLs. Very short secrets are not replaced, because they would mask ordinary words.
 */
export function redact(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const form of formsOf(secrets)) clean = clean.replaceAll(form, "***");
  return clean;
}

/** Removes our secrets from a complete response: some services and proxies echo the request, also on success. */
export function redactReply(reply: BufferedResponse, secrets: readonly string[]): BufferedResponse {
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

import type { BufferedResponse } from "./buffered-body.ts";

/**
 * Removes our own secrets from text that a server returned (some echo the rejected key), however each character is
 * written: plainly, escaped as in JSON (`\/`, `\u002f`) or in URLs (`%2F`); and the secret in base64. Very short
 * secrets are not replaced, because they would mask ordinary words.
 */
export function redact(text: string, secrets: readonly string[]): string {
  const pattern = patternOf(secrets);
  return pattern === undefined ? text : text.replaceAll(pattern, "***");
}

/** Removes our secrets from a complete response: some services and proxies echo the request, also on success. */
export function redactReply(reply: BufferedResponse, secrets: readonly string[]): BufferedResponse {
  const text = new TextDecoder().decode(reply.bytes);
  const redacted = redact(text, secrets);
  return {
    ...reply,
    headers: Object.fromEntries(
      Object.entries(reply.headers).map(([name, value]) => [name, redact(value, secrets)]),
    ),
    // A clean body keeps its bytes, which need not be UTF-8.
    bytes: redacted === text ? reply.bytes : Buffer.from(redacted),
  };
}

/** A run has few sets of secrets, and a pattern costs more than most searches with it. */
const patterns = new Map<string, RegExp | undefined>();

function patternOf(secrets: readonly string[]): RegExp | undefined {
  const key = JSON.stringify(secrets);
  if (!patterns.has(key)) patterns.set(key, patternFor(secrets));
  return patterns.get(key);
}

function patternFor(secrets: readonly string[]): RegExp | undefined {
  const forms = secrets
    .filter(({ length }) => length >= 4)
    .flatMap((secret) => {
      const base64 = Buffer.from(secret).toString("base64").replace(/=+$/, "");
      const forUrls = base64.replaceAll("+", "-").replaceAll("/", "_");
      return [base64, forUrls, secret].map((form) => Array.from(form, writtenForms).join(""));
    });
  return forms.length === 0 ? undefined : new RegExp(forms.join("|"), "g");
}

/** Returns a pattern that matches every way to write one character. */
function writtenForms(character: string): string {
  const hex = (bytes: readonly number[], prefix: string, length: number): string =>
    bytes.map((byte) => prefix + anyCase(byte.toString(16).padStart(length, "0"))).join("");
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  const plain = units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
  const escaped = /["\\/]/.test(character) ? `|\\\\\\\\?${plain}` : "";
  return `(?:${plain}${escaped}|${hex(units, "\\\\\\\\?u", 4)}|${hex([...Buffer.from(character)], "%", 2)})`;
}

const anyCase = (hex: string): string =>
  hex.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

/** Bodies of every kind that servers send with a status, right or wrong. Each contains text that must not reach a terminal. */
import { gzipSync } from "node:zlib";
import type { Reply } from "./reply.ts";
import { KEY } from "./matrix.ts";

/** Texts with which a server could control a terminal or a CI runner, or mislead a reader; the key is echoed too. */
export const BITE = `\u001b[2J\u001b]0;x\u0007\r\n::error::bad\n##[command]x\u202egnp\u200b ${KEY} https://x/f?X-Amz-Signature=${"5".repeat(64)}`;

const html = { "content-type": "text/html; charset=utf-8" };
const deep = (levels: number): string => '{"a":'.repeat(levels) + "1" + "}".repeat(levels);

export const BODIES = {
  empty: { body: "" },
  "the documented error": {
    body: JSON.stringify({ error: { code: "SERVICE_REJECTED", message: BITE, detail: [] } }),
  },
  "an error as text": { body: JSON.stringify({ error: BITE }) },
  "a bare message": { body: JSON.stringify({ message: BITE, code: 17 }) },
  "a framework's detail": {
    body: JSON.stringify({ detail: [{ loc: ["body", "items", 0, BITE], msg: BITE, type: "x" }] }),
  },
  "an array of problems": { body: JSON.stringify([{ path: BITE, message: BITE }, null, 1, [[]]]) },
  "a problem document": {
    body: JSON.stringify({ title: BITE, detail: BITE, status: "x" }),
    headers: { "content-type": "application/problem+json" },
  },
  "an unknown code": { body: JSON.stringify({ error: { code: "__proto__", message: { a: 1 }, detail: 5 } }) },
  "a prototype": {
    body: '{"__proto__":{"orderId":"o-1","message":"x"},"constructor":{"prototype":{"a":1}}}',
  },
  "an HTML page": {
    headers: html,
    body: `<html><title>Sign in ${BITE}</title><h1>Guest network</h1></html>`,
  },
  "HTML called JSON": { body: "<!doctype html><body>502 <b>Bad Gateway</b></body>" },
  "JSON called HTML": { headers: html, body: JSON.stringify({ message: "no" }) },
  "plain text": { headers: { "content-type": "text/plain" }, body: BITE },
  null: { body: "null" },
  "a number": { body: "42" },
  "a number without end": { body: '{"orderId":1e999}' },
  "not UTF-8": { body: Buffer.from([0x7b, 0xff, 0xfe, 0x22, 0xc3, 0x28, 0x7d]) },
  "JSON cut short": { body: '{"error":{"message":"half' },
  "two documents": { body: "{}{}" },
  "too deep": { body: deep(5000) },
  "very deep arrays": { body: "[".repeat(200_000) },
  "5 MB of one word": { body: JSON.stringify({ message: "x".repeat(5_000_000) }) },
  "100,000 problems": {
    body: JSON.stringify({
      errors: Array.from({ length: 100_000 }, (_, i) => ({ path: `items[${i}]`, message: "no" })),
    }),
  },
  "gzip that nobody asked for": {
    headers: { "content-encoding": "gzip" },
    body: gzipSync(JSON.stringify({ orderId: "o-1" })),
  },
  "binary called JSON": { body: Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 151) % 256)) },
} satisfies Record<string, Reply>;

export const BODY_NAMES = Object.keys(BODIES) as (keyof typeof BODIES)[];

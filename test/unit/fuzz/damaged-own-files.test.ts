/** P20 other content in place of our own files: damaged, foreign, hostile. It is refused with an explanation or ignored. */
import { generateKeyPairSync } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadQuote } from "../../../src/app/quotes/quote-file.ts";
import { readRunning } from "../../../src/app/service/find-sandbox.ts";
import { readProfile } from "../../../src/settings/profiles.ts";
import { listSecrets, readSecret } from "../../../src/settings/secret-store.ts";
import { judgeApprovals, derivePublicKey, signQuote } from "../../../src/domain/quotes/approval.ts";
import { computeDigest, listQuotedParts, sealQuote } from "../../../src/domain/quotes/quote.ts";
import { parseRecord } from "../../../src/money/record.ts";
import { readExport, writeExport } from "../../../src/money/store/move.ts";
import { readManifest } from "../../../src/transfer/manifest.ts";
import { readSidecar } from "../../../src/transfer/folder/sidecar.ts";
import { newFolder } from "../../new-folder.ts";
import { PROVES_ALL } from "../../sampled.ts";
import { expectCalm, mutated, shaped } from "./hostile-input.ts";

let dir: string;
beforeAll(async () => {
  dir = await newFolder();
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const KEY = generateKeyPairSync("ed25519").privateKey;
const QUOTE = sealQuote({
  order: { items: [{ collectionId: "c", granuleId: "g" }] },
  lines: [{ of: "c/g", price: "$350.00" }],
  price: "$350.00",
  profile: "default",
  service: "https://api.test",
  askedBy: { name: "ida" },
  made: "2031-05-01T00:00:00Z",
  ends: "2031-05-02T00:00:00Z",
  journal: "j-1",
});
const EXPORT = writeExport({ journal: "j-1", records: [] });

interface OwnFile {
  path: string;
  seed: string;
  read: (text: string) => unknown;
}

const OWN: Record<string, OwnFile> = {
  "the key store": {
    path: "config/credentials.json",
    seed: '{"version":1,"origins":{"https://api.test":{"default":{"apiKey":"k","token":{"accessToken":"t","expiresAt":1}}}}}',
    read: async () => [
      await readSecret(join(dir, "config"), "https://api.test", "default"),
      await listSecrets(join(dir, "config")),
    ],
  },
  "the settings": {
    path: "config/config.json",
    seed: '{"profiles":{"default":{"baseUrl":"https://api.test","dialect":{"auth.scheme":"x"}}},"version":1}',
    read: () => readProfile(join(dir, "config"), "default"),
  },
  "a journal record": {
    path: "journal/x.json",
    seed: '{"version":1,"id":"0123456789abcdef-1","fingerprint":"ab","kind":"placeOrder","state":"sending","preparedAt":1,"pid":1}',
    read: (text) => parseRecord(text, "0123456789abcdef-1"),
  },
  "a quote": {
    path: "quote.json",
    seed: JSON.stringify({
      ...QUOTE,
      approvals: [signQuote(QUOTE, KEY, { by: "Ana", at: QUOTE.made })],
    }),
    read: (text) => {
      const quote = loadQuote(text, "quote.json");
      listQuotedParts(quote);
      const [approval] = judgeApprovals(quote, { listed: [derivePublicKey(KEY)], own: undefined });
      // Whatever was changed: an approval is valid for the approved terms alone.
      if (approval?.standing === "other") expect(computeDigest(quote)).toBe(QUOTE.digest);
    },
  },
  "an exported journal": {
    path: "moved.jsonl",
    seed: EXPORT,
    read: (text) => {
      const exported = readExport(text);
      if (!("problem" in exported)) expect([exported.journal, exported.records]).toEqual(["j-1", []]);
    },
  },
  "what a running sandbox says of itself": {
    path: "data/sandbox/running.json",
    seed: '{"pid":4711,"token":"t","url":"http://127.0.0.1:8421","keys":{"analyst":"k"},"ephemeral":true}',
    read: async () => {
      const running = await readRunning({ data: join(dir, "data") });
      if (running === undefined) return;
      // Signals go to one process, and requests to this machine.
      expect(running.pid).toBeGreaterThan(0);
      expect(new URL(running.url).hostname).toBe("127.0.0.1");
      for (const key of Object.values(running.keys)) expect(typeof key).toBe("string");
    },
  },
  "a manifest": {
    path: "out/swath-manifest.ndjson",
    seed: '{"path":"a/b.tif","size":1,"sha256":"00","item":"a","asset":"b","verified":["size"]}\n{"path":"../x"}\n',
    read: () => readManifest(join(dir, "out")),
  },
  "a sidecar": {
    path: "out/.x.part.json",
    seed: '{"version":1,"key":"k","promised":"p","size":10,"etag":"\\"v\\"","done":5,"digests":[],"boot":"b"}',
    read: () => readSidecar({ paths: { sidecar: join(dir, "out/.x.part.json") }, key: "k", promised: "p" }),
  },
};

const NAMES = ["version", "origins", "https://api.test", "default", "apiKey", "token", "accessToken", "expiresAt", "profiles", "url", "keys", "ephemeral", "baseUrl", "dialect", "id", "state", "kind", "pid", "preparedAt", "details", "items", "path", "size", "sha256", "key", "promised", "done", "digests", "etag"]; // prettier-ignore

function replaced(seed: string, where: number, which: number, value: unknown): string {
  const whole = JSON.parse(seed) as Record<string, unknown>;
  const places = [
    whole,
    ...Object.values(whole).filter((inner) => typeof inner === "object" && inner !== null),
  ];
  const place = places[where % places.length] as Record<string, unknown>;
  const names = Object.keys(place);
  place[names[which % Math.max(1, names.length)] ?? "x"] = value;
  return JSON.stringify(whole);
}

describe("P20 an own file with any content", () => {
  test.each(Object.entries(OWN))("%s", async (_what, { path, seed, read }) => {
    const file = join(dir, path);
    await mkdir(dirname(file), { recursive: true });
    const content = fc.oneof(
      mutated(seed),
      shaped(...NAMES).map((value) => JSON.stringify(value) ?? ""),
      // A valid file with one property of any shape, at most two levels down.
      fc
        .tuple(fc.nat(), fc.nat(), fc.oneof(fc.constantFrom(null, 5, "x", []), shaped(...NAMES)))
        .map(([where, which, value]) => replaced(seed.split("\n")[0]!, where, which, value)),
    );
    await fc.assert(
      fc.asyncProperty(content, async (text) => {
        await writeFile(file, text, { mode: 0o600 });
        await expectCalm(() => read(text));
      }),
      { numRuns: PROVES_ALL ? 300 : 100 },
    );
  });
});

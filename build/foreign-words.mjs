/**
 * Names of satellite operators and tool vendors, which must not appear anywhere: as the first 16 hex digits of the SHA-256 of
 * the lower-case word, so that this list does not contain them either.
 */
import { createHash } from "node:crypto";

const FOREIGN = new Set([
  "1b69463291f7d390",
  "36aa04f4333ebc94",
  "371bbbf00cde5da2",
  "3ea125d0bff386e6",
  "4bba6306ccd09e98",
  "5d753fbd8c8cdc6a",
  "5dca8cd80807ddf5",
  "5e917537fb2958e9",
  "5f15ea3f9e97f4a1",
  "7c603277d8dd15f3",
  "7d3194f79e645c42",
  "855d876512896731",
  "9be40d885111454d",
  "a2659b7e6b802fa7",
  "c230ef0726772c9a",
  "c70eca6b0f88f44d",
  "c857d09db23e6822",
  "cc08560c7cb9f439",
  "d88e96963c5dab69",
  "d9112266311ac57c",
  "f31c23e08a812553",
  "f7ed0db2e7356a6e",
]);

const verdicts = new Map();

/** Returns the foreign words of a text. */
export const foreignWords = (text) =>
  [...new Set(text.toLowerCase().match(/[a-z]{4,}/g))].filter((word) => isForeign(word));

/** The same words are in many files: each is hashed once. */
function isForeign(word) {
  if (!verdicts.has(word))
    verdicts.set(word, FOREIGN.has(createHash("sha256").update(word).digest("hex").slice(0, 16)));
  return verdicts.get(word);
}

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkSignature, signPath } from "../../../src/sandbox/http/signed-paths.ts";
import { namesBelow } from "../../names-below.ts";

const PATH = "/assets/vendor-archive/VENDOR_2025-05-17_GEO/a%20b_HH.tif";
const EXPIRES_MS = Date.UTC(2025, 4, 17, 12);
const query = signPath("secret", PATH, EXPIRES_MS);

describe("signing", () => {
  it("DOWNLOAD-04 is valid up to its expiry, and expired from that very millisecond", () => {
    expect(checkSignature("secret", PATH, query, EXPIRES_MS - 1)).toBe("ok");
    expect(checkSignature("secret", PATH, `?${query}`, EXPIRES_MS - 1)).toBe("ok");
    expect(checkSignature("secret", PATH, query, EXPIRES_MS)).toBe("expired");
  });

  it("DOWNLOAD-04 reports an altered URL after its expiry as invalid, not expired", () => {
    const altered = query.replace(/expires=\d+/u, `expires=${EXPIRES_MS - 5000}`);
    expect(checkSignature("secret", PATH, altered, EXPIRES_MS)).toBe("invalid");
  });

  it("keeps its form, so that URLs signed before an update stay valid", () => {
    // printf '1747483200000\n/assets/x.tif' | openssl dgst -sha256 -hmac secret
    expect(signPath("secret", "/assets/x.tif", 1_747_483_200_000)).toBe(
      "expires=1747483200000&signature=1aaa3c434303784afd4d80ce5e7d92b649658f34c6b0d199ff28ac41067a33ba",
    );
  });

  it.each([
    ["nothing", ""],
    ["only the expiry", query.slice(0, query.indexOf("&"))],
    ["the signature cut short", query.slice(0, -1)],
    ["upper case", query.toUpperCase()],
    ["a leading zero", query.replace("expires=", "expires=0")],
    ["a second expiry", `${query}&expires=${EXPIRES_MS * 2}`],
    ["a further parameter", `${query}&x=1`],
    ["the other order", query.split("&").reverse().join("&")],
    ["a line break at the end", `${query}\n`],
    ["a negative expiry", query.replace("expires=", "expires=-")],
  ])("DOWNLOAD-04 refuses %s", (_what, altered) => {
    expect(checkSignature("secret", PATH, altered, 0)).toBe("invalid");
  });

  it("DOWNLOAD-04 fits no other path, secret or expiry", () => {
    fc.assert(
      fc.property(
        fc.webPath(),
        fc.string({ minLength: 1 }),
        fc.integer({ min: 0, max: 4e12 }),
        fc.webPath(),
        fc.string({ minLength: 1 }),
        fc.integer({ min: 0, max: 4e12 }),
        (path, secret, expiresMs, otherPath, otherSecret, otherExpiresMs) => {
          const signed = signPath(secret, path, expiresMs);
          const later = signed.replace(String(expiresMs), String(otherExpiresMs));
          expect(checkSignature(secret, path, signed, expiresMs - 1)).toBe("ok");
          if (otherPath !== path) expect(checkSignature(secret, otherPath, signed, -1)).toBe("invalid");
          if (otherSecret !== secret) expect(checkSignature(otherSecret, path, signed, -1)).toBe("invalid");
          if (later !== signed) expect(checkSignature(secret, path, later, -1)).toBe("invalid");
        },
      ),
    );
  });

  it("DOWNLOAD-04 fails for one altered character anywhere in the query", () => {
    fc.assert(
      fc.property(
        fc.nat(query.length - 1),
        fc.string({ minLength: 1, maxLength: 1, unit: "grapheme-ascii" }),
        (at, char) => {
          fc.pre(query[at] !== char);
          const altered = query.slice(0, at) + char + query.slice(at + 1);
          expect(checkSignature("secret", PATH, altered, 0)).toBe("invalid");
        },
      ),
      { numRuns: 500 },
    );
  });

  it("gives a verdict on any query", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webQueryParameters()), (text) => {
        expect(checkSignature("secret", PATH, text, 0)).toBe("invalid");
      }),
    );
  });
});

/** A secret that could be guessed letter by letter: `===` would end at the first wrong one. */
const COMPARED =
  /\b(?:signature|apiKey|password|secret|token|given|expected)\w*(?:\(.*\))? [!=]==? (?!undefined|true|""|null)[\w.]*(?:signature|apiKey|password|secret|token|expected|digest)/i;

describe("P22 secrets of the sandbox", () => {
  it("are compared in constant time everywhere", async () => {
    const folder = join(import.meta.dirname, "../../../src/sandbox");
    const names = (await namesBelow(folder)).filter((name) => name.endsWith(".ts"));
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
    expect(texts.flatMap((text) => text.split("\n").filter((line) => COMPARED.test(line)))).toEqual([]);
    expect("if (signature === expectedSignature) return").toMatch(COMPARED);
    expect("return expected !== digest(given)").toMatch(COMPARED);
    const careful = names
      .map((name, index) => [name, texts[index]!.split("timingSafeEqual(").length - 1] as const)
      .filter(([, comparisons]) => comparisons > 0);
    expect(Object.fromEntries(careful)).toEqual({ "handlers/authenticate.ts": 2, "http/signed-paths.ts": 1 });
  });

  it.each([
    ["a wrong first digit", (text: string) => text.replace(/^./, (digit) => (digit === "0" ? "1" : "0"))],
    ["a wrong last digit", (text: string) => text.replace(/.$/, (digit) => (digit === "0" ? "1" : "0"))],
    ["one digit fewer", (text: string) => text.slice(1)],
    ["another case", (text: string) => text.toUpperCase()],
    ["nothing", () => ""],
  ])("are refused with %s", (_what, alter) => {
    const [expires, signature] = query.split("&signature=");
    expect(checkSignature("secret", PATH, `${expires}&signature=${alter(signature!)}`, 0)).toBe("invalid");
  });
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "../../../src/errors.ts";
import { TransportError } from "../../../src/contract/send.ts";
import { Secrets } from "../../../src/client/redact.ts";
import { escapeText } from "../../../src/render/safe-text.ts";

const KEY = "k3y/pl4nted+9-aF7==";

/** Writes the characters that some services escape, in a string within a string. */
const escapedTwice = (text: string): string =>
  text.replaceAll(/[^a-z0-9]/gi, (one) => `\\\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Writes a text in one of the ways of a service; `choose` returns a number below its argument. */
type Encode = (text: string, choose: (below: number) => number) => string;

const NAMES: Readonly<Record<string, string>> = {
  "&": "amp",
  "<": "lt",
  ">": "gt",
  '"': "quot",
  "'": "apos",
  "+": "plus",
  "/": "sol",
  "=": "equals",
  "%": "percnt",
  "\\": "bsol",
};

const each = (text: string, written: (character: string, code: number) => string): string =>
  Array.from(text, (one) => written(one, one.codePointAt(0)!)).join("");

const ENCODERS: Readonly<Record<string, Encode>> = {
  entities: (text, choose) =>
    each(
      text,
      (one, code) =>
        [
          one,
          `&#${code};`,
          `&#x${code.toString(16)};`,
          `&#X${code.toString(16).toUpperCase().padStart(6, "0")};`,
          NAMES[one] === undefined ? one : `&${NAMES[one]};`,
        ][choose(5)]!,
    ),
  "percent code": (text, choose) =>
    each(text, (one) => {
      const bytes = [...Buffer.from(one)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
      return [one, bytes, bytes.toUpperCase()][choose(3)]!;
    }),
  escapes: (text, choose) =>
    each(text, (one, code) => {
      const hex = code.toString(16);
      if (code > 0xff) return [one, `\\u{${hex}}`][choose(2)]!;
      return [one, `\\u${hex.padStart(4, "0")}`, `\\x${hex.padStart(2, "0")}`, `\\u{${hex}}`][choose(4)]!;
    }),
  "invisible characters": (text, choose) =>
    Array.from(text).reduce(
      (all, one) => all + ["", "", "\u200b", "\u200e", "\u2060", "\u00ad", "\u{e0041}"][choose(7)]! + one,
    ),
};

const keys = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 8,
  maxLength: 40,
});
const chains = fc.array(fc.constantFrom(...Object.keys(ENCODERS)), { minLength: 0, maxLength: 3 });

function redact(text: string, keys: readonly string[]): string {
  const secrets = new Secrets();
  secrets.know(keys);
  return secrets.clean(text);
}

describe("P12 a key is found in every way to write it", () => {
  it("in any chain of entities, percent code, escapes and invisible characters", () => {
    fc.assert(
      fc.property(keys, chains, fc.infiniteStream(fc.nat()), (key, chain, numbers) => {
        const choose = (below: number): number => numbers.next().value % below;
        const written = chain.reduce((text, name) => ENCODERS[name]!(text, choose), key);
        expect(redact(`key: ${written} .`, [key])).toBe("key: *** .");
        // A terminal shows invisible characters as escapes.
        expect(redact(escapeText(`key: ${written} .`), [key])).toBe("key: *** .");
      }),
      { numRuns: 500 },
    );
  });

  it("in base64 behind any bytes, and in hexadecimal digits", () => {
    fc.assert(
      fc.property(keys, fc.string({ maxLength: 5 }), fc.string({ maxLength: 5 }), (key, before, after) => {
        const bytes = Buffer.from(before + key + after);
        for (const encoding of ["base64", "base64url"] as const) {
          const left = Buffer.from(redact(bytes.toString(encoding), [key]).replaceAll("***", ""), encoding);
          expect(left.length).toBeLessThanOrEqual(bytes.length - key.length + 4);
        }
        expect(redact(`<${Buffer.from(key).toString("hex").toUpperCase()}>`, [key])).toBe("<***>");
      }),
    );
  });

  it.each([
    ["as a blank of a form", KEY.replace("+", " ")],
    ["as an entity without its semicolon", KEY.replace("+", "&plus")],
    ["in percent code twice", encodeURIComponent(encodeURIComponent(KEY))],
    ["in another case", KEY.toUpperCase()],
    ["in full width", KEY.replaceAll(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0))],
    ["with a tag", `${KEY.slice(0, 7)}<b>${KEY.slice(7)}`],
    ["with the tag in JSON", `${KEY.slice(0, 7)}<b class=\\"x\\">${KEY.slice(7)}`],
    ["on two lines", `${KEY.slice(0, 7)}\n    ${KEY.slice(7)}`],
    ["in two lines of JSON", `${KEY.slice(0, 7)}\\r\\n${KEY.slice(7)}`],
    ["with controls", `${KEY.slice(0, 7)}\u0000\u001b${KEY.slice(7)}`],
    ["with the escapes of a terminal", escapeText(`${KEY.slice(0, 7)}\u200e${KEY.slice(7)}`)],
    ["escaped by a shell", KEY.replaceAll(/[^a-z0-9]/gi, "\\$&")],
    ["with a comment of a page", `${KEY.slice(0, 7)}<!-- -->${KEY.slice(7)}`],
    ["with a dash for a hyphen", KEY.replace("-", "\u2013")],
    ["as bytes in hexadecimal digits", Buffer.from(KEY).toString("hex").replaceAll(/../g, "$& ").trim()],
    ["as escapes in a string in a string", escapedTwice(KEY)],
    ["as escapes in percent code", encodeURIComponent(escapedTwice(KEY))],
    ["as a string in a string", JSON.stringify(JSON.stringify(KEY.replace("/", '/"')).replace('\\"', ""))],
  ])("%s", (_how, written) => {
    expect(redact(`"no ${written}: refused"`, [KEY])).toMatch(
      /^"no (?:\\?"|\\\\")*\*\*\*(?:\\?"|\\\\")*: refused"$/,
    );
  });

  it("a password with blanks and letters of any language", () => {
    const password = "grüße an Zoë 漢字";
    for (const written of [
      password,
      encodeURIComponent(password),
      password.replaceAll(" ", "+"),
      password.normalize("NFD"),
      each(password, (_one, code) => `&#${code};`),
    ])
      expect(redact(`no ${written}!`, [password])).toBe("no ***!");
  });
});

describe("P12 other text stays", () => {
  it("so that JSON with a key remains JSON", () => {
    fc.assert(
      fc.property(keys, fc.json(), fc.integer({ min: 0, max: 2 }), (key, json, times) => {
        let text = JSON.stringify({ key, json });
        for (let count = 0; count < times; count += 1) text = JSON.stringify(text);
        expect(() => JSON.parse(redact(text, [key])) as unknown).not.toThrow();
      }),
    );
  });

  it("without a key it is the same text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => redact(text, [KEY]) === text),
      { numRuns: 300 },
    );
  });

  it("words that a short secret only resembles are kept", () => {
    expect(redact("Test of latest te st", ["test"])).toBe("Test of la*** te st");
    expect(redact("a key", ["key"])).toBe("a key");
  });

  it("P14 a reply of codes within codes is not shown, and does not take long", () => {
    for (const part of ["&#x0", "%25", "\\\\", "&amp;#38;", "&%23%2%35%78", "k<a"]) {
      const text = part.repeat(30_000);
      expect(["***", text]).toContain(redact(text, [KEY]));
    }
  });
});

describe("P12 the secrets of a run", () => {
  it("are removed from texts, data and errors with their causes", () => {
    const secrets = new Secrets();
    secrets.know([KEY]);
    expect(secrets.clean(`a ${KEY}`)).toBe("a ***");
    expect(secrets.cleanData({ [KEY]: [`b ${KEY}`, 1, null] })).toEqual({ "***": ["b ***", 1, null] });
    const cause = new TransportError("reset", "maybe", `socket ${KEY}`);
    const issues = [{ code: "USAGE", path: KEY, message: `no ${KEY}` }] as const;
    const error = new AppError("service", "CONFLICT", `no ${KEY}`, { cause, issues, data: { key: KEY } });
    secrets.cleanError(error);
    expect(error).toMatchObject({ message: "no ***", issues: [{ message: "no ***" }], data: { key: "***" } });
    expect(error.cause).toBe(cause);
    expect(cause).toMatchObject({ message: "socket ***", delivered: "maybe" });
    expect(`${error.stack}${cause.stack}`).not.toContain(KEY);
  });

  it("may be learned later", () => {
    const secrets = new Secrets();
    expect(secrets.clean(KEY)).toBe(KEY);
    secrets.know([KEY]);
    expect(secrets.clean(KEY)).toBe("***");
  });
});

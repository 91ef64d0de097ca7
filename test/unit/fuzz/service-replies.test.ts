/** P13 P17 Texts from a service: bodies, headers, links and names. `test/soak/shapes.test.ts` tries parsed replies. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scrubBody, scrubHeaders, scrubUrl } from "../../../src/app/service/show-http.ts";
import { Secrets } from "../../../src/client/redact.ts";
import { parseJson } from "../../../src/client/exchange.ts";
import { readErrorBody } from "../../../src/contract/read-error.ts";
import { readHeaderDigests, parseContentRange } from "../../../src/transfer/reply/headers.ts";
import { findLinkFault, toSendableUrl } from "../../../src/transfer/link-safety.ts";
import { parseMultihash } from "../../../src/transfer/hashing/multihash.ts";
import { makeSafeName } from "../../../src/transfer/naming/safe-name.ts";
import { expectCalm, expectCalmAtLength, mutated } from "./hostile-input.ts";
import { PROVES_ALL } from "../../sampled.ts";

const BODIES = [
  '{"error":{"code":"NOT_FOUND","message":"no","detail":[{"path":"a","message":"b"}]}}',
  "<html><title>502 Bad Gateway</title><script>x</script><body>a &lt; b</body></html>",
  '{"detail":[{"loc":["body",0],"msg":"x"}]}',
];

const TEXTS: Record<string, { seeds: readonly string[]; parse: (text: string) => unknown }> = {
  "an error body": {
    seeds: BODIES,
    parse: (text) => {
      for (const type of ["application/json", "text/html", undefined]) {
        const { message, code = "", detail } = readErrorBody(500, type, text);
        const said = [message, code, ...detail.flatMap((entry) => [entry.message, entry.path ?? ""])];
        expect(said.length).toBeLessThan(200);
        for (const line of said) {
          expect(line.length).toBeLessThanOrEqual(500);
          expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
        }
      }
    },
  },
  "bytes of JSON": { seeds: BODIES, parse: (text) => parseJson(Buffer.from(text, "latin1")) },
  "a Content-Range": { seeds: ["bytes 0-499/1234", "bytes */1234", "bytes 5-9/*"], parse: parseContentRange },
  "digests in headers": {
    seeds: [
      "sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:, md5=:1B2M2Y8AsgTpgAmY7PhCfg==:",
      "SHA-256=abc",
    ],
    parse: (text) =>
      readHeaderDigests({
        "repr-digest": text,
        digest: text,
        "content-md5": text,
        "x-amz-checksum-sha256": text,
        "content-digest": text,
        etag: text,
      }),
  },
  "a multihash": { seeds: [`1220${"ab".repeat(32)}`, `d50110${"00".repeat(16)}`], parse: parseMultihash },
  "a link": {
    seeds: [
      "https://files.test/a/b.tif?X-Amz-Signature=ab#c",
      "http://169.254.169.254/",
      "https://[::ffff:a9fe:a9fe]/",
      "https://a@b/",
    ],
    parse: (href) => {
      if (findLinkFault(href, false) !== undefined) return;
      // An accepted URL is a host over TLS, and is printed on one line.
      const url = toSendableUrl(href);
      expect(new URL(url).protocol).toBe("https:");
      expect(url).toMatch(/^[\x21-\x7e]+$/);
      expect(new URL(url).hostname).toBe(new URL(href).hostname);
    },
  },
  "a file name": {
    seeds: ["HH.tif", "../../etc/passwd", "con.txt", "a\u0301b", "x".repeat(300)],
    parse: (text) => {
      const name = makeSafeName(text);
      expect(name).not.toMatch(/[/\\\0]/);
      expect(name).not.toMatch(/^[.~-]/);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
    },
  },
};

describe("P13 mutated text as", () => {
  test.each(Object.entries(TEXTS))("%s", async (_what, { seeds, parse }) => {
    await fc.assert(
      fc.asyncProperty(mutated(...seeds), (text) => expectCalm(() => parse(text))),
      { numRuns: PROVES_ALL ? 500 : 150 },
    );
  });
});

describe("P13 a text of 200,000 repetitions", () => {
  test.each(["[", "<", "<title", "&amp;", " ", "\\", '"', "a=:", "%", "é"])(
    "%s, for every parser",
    async (piece) => {
      for (const { parse } of Object.values(TEXTS))
        await expectCalmAtLength(200_000, (count) => piece.repeat(count), parse);
    },
  );
});

describe("P12 a record of exchanges keeps no secret", () => {
  const secret = "s3cret/Key+9aF7==";
  const place = fc.constantFrom(
    (noise: string) => `{"accessToken":"${secret}","a":${JSON.stringify(noise)}}`,
    (noise: string) => `https://files.test/${encodeURIComponent(noise)}?X-Amz-Signature=${secret}&x=1`,
    (noise: string) =>
      `{"href":"https:\\/\\/files.test\\/a\\u003fsig=${secret}","b":${JSON.stringify(noise)}}`,
    (noise: string) => `${noise} token=1&api_key=${secret}`,
    (noise: string) => `{"nested":{"password" : "${secret}`.concat(noise === "" ? "" : ""),
    (noise: string) => `<a href="/data/x?signature=${secret}&amp;Expires=9">${noise}</a>`,
  );

  test("in a body, at any place", () => {
    fc.assert(
      fc.property(place, fc.string({ maxLength: 20 }), (around, noise) => {
        expect(scrubBody(around(noise), new Secrets())).not.toContain(secret);
      }),
      { numRuns: PROVES_ALL ? 500 : 150 },
    );
  });

  test("in a URL or a header, under any name", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z][a-z-]{0,12}$/), (name) => {
        expect(
          scrubUrl(`https://me:${secret.replace("/", "")}@x.test/a?${name}-x=${secret}#${secret}`),
        ).not.toContain("Key+9aF7");
        expect(
          JSON.stringify(
            scrubHeaders({ [`x-${name}`]: secret, authorization: `Bearer ${secret}` }, new Secrets()),
          ),
        ).not.toContain("Key+9aF7");
      }),
    );
  });
});

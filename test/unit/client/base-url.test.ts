import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { joinUrl, parseBaseUrl } from "../../../src/contract/base-url.ts";
import { fillPath } from "../../../src/client/endpoint-path.ts";
import { splitUrl } from "../../../src/client/undici-send.ts";

describe("GEN-02 the base URL", () => {
  test.each([
    ["https://api.sar.example", "/task", "https://api.sar.example/task"],
    ["https://api.sar.example/", "/task", "https://api.sar.example/task"],
    ["https://api.sar.example/v1", "/task", "https://api.sar.example/v1/task"],
    ["https://api.sar.example/a/v1//", "/task", "https://api.sar.example/a/v1/task"],
    ["HTTPS://API.SAR.example:443/V1", "/task", "https://api.sar.example/V1/task"],
    ["http://127.0.0.1:8080/x", "tasks/paged", "http://127.0.0.1:8080/x/tasks/paged"],
    ["http://[::1]:8080", "/task", "http://[::1]:8080/task"],
    ["http://localhost:1", "/task", "http://localhost:1/task"],
  ])("%s + %s = %s", (base, path, expected) => {
    expect(joinUrl(parseBaseUrl(base), path)).toBe(expected);
  });

  test.each([
    ["http://api.sar.example", "plain http"],
    ["http://127.0.0.1.evil.example", "plain http"],
    ["http://10.0.0.1", "plain http"],
    ["ftp://api.sar.example", "not an http or https URL"],
    ["api.sar.example", "not an http or https URL"],
    ["https://", "not an http or https URL"],
    ["https://me:secret-word@api.sar.example", "user name or password"],
    ["https://api.sar.example/v1?key=secret-word", "query"],
    ["https://api.sar.example/v1#x", "fragment"],
  ])("%s is refused: %s", (base, why) => {
    expect(() => parseBaseUrl(base)).toThrow(why);
    expect(() => parseBaseUrl(base)).toThrow(expect.objectContaining({ code: "CONFIG_INVALID" }));
    expect(() => parseBaseUrl(base)).not.toThrow("secret-word");
  });

  test("GEN-16 any id arrives as one path segment under the same origin", () => {
    const id = fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 });
    const isAcceptable = (text: string): boolean =>
      text.trim() !== "" && text !== "." && text !== ".." && !/[\p{Cc}\p{Cs}]/u.test(text);
    fc.assert(
      fc.property(
        fc.oneof(id, fc.constantFrom("a/b", "../x", "%2e%2e", "a?b#c", "a\\b", "@evil", "ä ö")),
        (value) => {
          fc.pre(isAcceptable(value));
          const url = joinUrl(
            parseBaseUrl("https://api.sar.example/v1"),
            fillPath("/task/{id}/retask", { id: value }),
          );
          const { base, path } = splitUrl(url);
          expect(base.origin).toBe("https://api.sar.example");
          const [empty, prefix, noun, segment, verb, ...rest] = path.split("/");
          expect([empty, prefix, noun, verb, rest]).toEqual(["", "v1", "task", "retask", []]);
          expect(decodeURIComponent(segment!)).toBe(value);
        },
      ),
    );
  });

  test.each(["", "  ", ".", "..", "a\nb", "a\u0000", "\ud800"])("GEN-16 the id %j is refused", (id) => {
    expect(() => fillPath("/task/{id}", { id })).toThrow(expect.objectContaining({ code: "USAGE" }));
  });

  test("an id named like a property of every object does not count as given", () => {
    expect(() => fillPath("/task/{constructor}", {})).toThrow("{constructor}");
  });
});

describe("sent parts of a URL", () => {
  test.each([
    ["https://h.example?x=1", "/?x=1"],
    ["https://h.example/a#frag", "/a"],
    ["https://h.example/a b/é?q=ü", "/a%20b/%C3%A9?q=%C3%BC"],
    ["https://h.example/a/../b/%2e%2e/'c'|{d}", "/a/../b/%2e%2e/'c'|{d}"],
  ])("%s -> %s", (url, path) => {
    expect(splitUrl(url).path).toBe(path);
  });

  test.each([
    "ftp://h/x",
    "//h/x",
    "https://u:p@h/x",
    "https://h\\x",
    "https://h/a\u0009b",
    "https://h x/",
    "https:///x",
  ])("%j is not sent", (url) => {
    expect(() => splitUrl(url)).toThrow(expect.objectContaining({ delivered: "no", reason: "protocol" }));
  });
});

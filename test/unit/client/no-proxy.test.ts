import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isProxyBypassed } from "../../../src/client/proxy-for.ts";

describe("NO_PROXY", () => {
  test.each([
    ["api.sar.example", 443, "*", true],
    ["api.sar.example", 443, "sar.example", true],
    ["sar.example", 443, "sar.example", true],
    ["sar.example", 443, ".sar.example", true],
    ["api.sar.example", 443, "*.sar.example", true],
    ["API.SAR.example", 443, "Sar.Example.", true],
    ["quasar.example", 443, "sar.example", false],
    ["sar.example.evil.test", 443, "sar.example", false],
    ["api.sar.example", 443, "other.example, sar.example", true],
    ["api.sar.example", 443, "other.example sar.example", true],
    ["api.sar.example", 8443, "sar.example:8443", true],
    ["api.sar.example", 443, "sar.example:8443", false],
    ["127.0.0.1", 8080, "127.0.0.0/8", true],
    ["128.0.0.1", 8080, "127.0.0.0/8", false],
    ["10.1.2.3", 80, "10.1.2.3", true],
    ["10.1.2.3", 80, "1.2.3", false],
    ["10.1.2.3", 81, "10.1.2.3:80", false],
    ["[::1]", 80, "::1", true],
    ["[::1]", 8080, "[::1]:8080", true],
    ["[fd00::7]", 80, "fd00::/8", true],
    ["[fe80::7]", 80, "fd00::/8", false],
    ["[::ffff:10.1.2.3]", 80, "10.0.0.0/8", true],
    ["api.sar.example", 443, "10.0.0.0/8", false],
    ["10.1.2.3", 80, "10.0.0.0/99", false],
    ["10.1.2.3", 80, "10.0.0.0/", false],
    ["api.sar.example", 443, "", false],
    ["api.sar.example", 443, " , .", false],
  ])("%s:%i with %j -> %s", (host, port, noProxy, expected) => {
    expect(isProxyBypassed(host, port, noProxy)).toBe(expected);
  });

  test("a block contains exactly the addresses that share its first bits", () => {
    const octet = fc.integer({ min: 0, max: 255 });
    const address = fc.tuple(octet, octet, octet, octet);
    const number = (parts: number[]): number => parts.reduce((sum, part) => sum * 256 + part, 0);
    // Distant and near addresses, so that the edges of blocks are tested.
    const pair = fc.oneof(
      fc.tuple(address, address),
      fc
        .tuple(address, fc.tuple(octet, octet))
        .map(([a, [c, d]]) => [a, [a[0], a[1], c, d]] as [number[], number[]]),
    );
    fc.assert(
      fc.property(pair, fc.integer({ min: 0, max: 32 }), ([network, host], prefix) => {
        const size = 2 ** (32 - prefix);
        const same = Math.floor(number(network) / size) === Math.floor(number(host) / size);
        expect(isProxyBypassed(host.join("."), 443, `${network.join(".")}/${prefix}`)).toBe(same);
      }),
    );
  });

  test("an entry matches its sub-domains and never a name that only ends alike", () => {
    const label = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
    const name = fc.array(label, { minLength: 2, maxLength: 3 }).map((labels) => labels.join("."));
    fc.assert(
      fc.property(name, label, (domain, extra) => {
        expect(isProxyBypassed(`${extra}.${domain}`, 443, domain)).toBe(true);
        expect(isProxyBypassed(`${extra}${domain}`, 443, domain)).toBe(false);
        expect(isProxyBypassed(domain, 443, `${extra}.${domain}`)).toBe(false);
      }),
    );
  });

  test("any value gives a decision and never throws", () => {
    fc.assert(
      fc.property(fc.string(), (noProxy) => typeof isProxyBypassed("[::1]", 1, noProxy) === "boolean"),
    );
  });
});

/** P1 P14 P16 every way in which a connection or a reply can break, for a read and for a request that costs money. */
import { afterAll, describe, expect, it } from "vitest";
import { BROKEN, LOST, UNREACHED, type Trouble } from "./broken-replies.ts";
import { makeCertificates } from "./certificates.ts";
import { expectClearFailure, expectTimeUp, runAll, type Case } from "./matrix.ts";
import { sampled } from "../sampled.ts";
import { need } from "../need.ts";
import { isPlaced, placing } from "./placing.ts";
import { drip, silence } from "./reply.ts";

const certificates = makeCertificates();
afterAll(() => certificates?.remove());

const never = silence;
const trusted = certificates === undefined ? [] : ["--ca-file", certificates.caFile];
const untrusted: readonly Trouble[] =
  certificates === undefined
    ? []
    : [
        { title: "TLS self-signed", serve: never, server: { tls: certificates.selfSigned }, delivered: "no" },
        {
          title: "TLS self-signed, with verification switched off for Node",
          serve: never,
          server: { tls: certificates.selfSigned },
          env: () => ({ NODE_TLS_REJECT_UNAUTHORIZED: "0" }),
          delivered: "no",
        },
        {
          title: "TLS of an unknown authority",
          serve: never,
          server: { tls: certificates.good },
          delivered: "no",
        },
        {
          title: "TLS expired",
          serve: never,
          server: { tls: certificates.expired },
          args: trusted,
          delivered: "no",
        },
        {
          title: "TLS not yet valid",
          serve: never,
          server: { tls: certificates.notYetValid },
          args: trusted,
          delivered: "no",
        },
        {
          title: "TLS for another host",
          serve: never,
          server: { tls: certificates.otherHost },
          args: trusted,
          delivered: "no",
        },
        {
          title: "TLS older than 1.2",
          serve: never,
          server: {
            tls: {
              ...certificates.good,
              maxVersion: "TLSv1.1",
              minVersion: "TLSv1",
              ciphers: "ALL@SECLEVEL=0",
            },
          },
          args: trusted,
          delivered: "no",
        },
        {
          title: "TLS that hangs in its handshake",
          serve: never,
          server: { onConnection: () => true },
          baseUrl: (url) => url.replace("http:", "https:"),
          delivered: "no",
          waits: true,
        },
        {
          title: "plain text in place of TLS",
          serve: never,
          server: { onConnection: (socket) => socket.end("HTTP/1.1 400 no\r\n\r\n") !== undefined },
          baseUrl: (url) => url.replace("http:", "https:"),
          delivered: "no",
        },
        {
          title: "endless bytes in place of TLS",
          serve: never,
          server: {
            onConnection: (socket) => drip("\u0016\u0003\u0003")(socket, undefined as never, 1) === undefined,
          },
          baseUrl: (url) => url.replace("http:", "https:"),
          delivered: "no",
        },
      ];

const rows = [...BROKEN, ...UNREACHED, ...LOST, ...untrusted];
const NO_RETRY = ["--retries", "0"];
const waits = (row: Trouble): boolean => row.waits === true;

const around = ({ server, baseUrl, env, args = [] }: Trouble, given: Case): Case => ({
  ...given,
  args: [...given.args, ...NO_RETRY, ...args],
  ...(server !== undefined && { server }),
  env: (url) => ({ ...(baseUrl !== undefined && { SWATH_BASE_URL: baseUrl(url) }), ...env?.(url) }),
});

it("broken TLS is one of the cases", (context) => {
  need(certificates !== undefined, "openssl is not installed", context);
  expect(untrusted.length).toBeGreaterThan(5);
});

describe("P14 a read meets", () => {
  const sample = sampled(rows, 2);
  const seenOf = runAll(
    sample,
    (row) => around(row, { args: ["task", "get", "t-1"], serve: row.serve }),
    waits,
  );
  it.each(sample)("$title", async (row) => {
    const seen = await seenOf(row);
    expectClearFailure(seen);
    if (row.isOfResolver !== true) expectTimeUp(seen);
    expect(seen.code, seen.stderr).toBe(9);
    expect(seen.stderr).toMatch(/code (NETWORK|TIMEOUT), exit 9/);
    expect(seen.asked.length).toBeLessThanOrEqual(1);
  });
});

describe("P1 P3 a spending request meets", () => {
  const seenOf = runAll(
    rows,
    (row) => {
      const given = placing(row.serve);
      // A proxy's CONNECT is not a request of ours: the row handles it.
      return around(row, row.delivered === "no" ? { ...given, serve: row.serve } : given);
    },
    waits,
  );
  it.each(rows)("$title", async (row) => {
    const seen = await seenOf(row);
    expectClearFailure(seen);
    if (row.isOfResolver !== true) expectTimeUp(seen);
    expect(seen.asked.filter(isPlaced).length).toBeLessThanOrEqual(1);
    const isProven = row.delivered === "no";
    // Lost before it was used: both outcomes are true, as long as the message claims nothing unknown.
    const wanted = LOST.includes(row) ? /^(unknown|refused)$/ : isProven ? /^refused$/ : /^unknown$/;
    expect(seen.journal.length, seen.stderr).toBe(1);
    expect(seen.journal[0]?.state).toMatch(wanted);
    expect(seen.code, seen.stderr).toBe(seen.journal[0]?.state === "refused" ? 9 : 13);
  });
});

/** The one error that a run of many files ends with. */
import { describe, expect, test } from "vitest";
import { AppError, type ErrorCode } from "../../../src/errors.ts";
import type { TransferResult, TransferSummary } from "../../../src/transfer/events.ts";
import { transferError } from "../../../src/transfer/transfer-summary.ts";

describe("the error of a run", () => {
  const result = (code?: ErrorCode): TransferResult => ({
    path: `I/${code ?? "ok"}`,
    item: "I",
    asset: "A",
    how: [],
    status: code === undefined ? "downloaded" : "failed",
    ...(code === undefined ? {} : { error: new AppError("service", code, `it was ${code}`) }),
  });
  const summary = (...files: TransferResult[]): TransferSummary => ({
    files,
    bytes: 0,
    downloaded: 0,
    skipped: 0,
    failed: files.filter(({ error }) => error !== undefined).length,
  });

  test.each<[string, TransferResult[], string | undefined, number | undefined]>([
    ["all succeeded", [result()], undefined, undefined],
    ["some failed", [result(), result("NETWORK")], "DOWNLOAD_PARTIAL", 10],
    ["all failed on the network", [result("NETWORK")], "DOWNLOAD_PARTIAL", 10],
    ["all expired", [result("ORDER_EXPIRED"), result("ORDER_EXPIRED")], "ORDER_EXPIRED", 7],
    ["all exist", [result("FILE_EXISTS")], "FILE_EXISTS", 10],
    ["failed in two ways", [result("FILE_EXISTS"), result("PATH_UNSAFE")], "DOWNLOAD_PARTIAL", 10],
  ])("DOWNLOAD-10 %s", (_, files, code, exit) => {
    const error = transferError(summary(...files));
    expect(error?.code).toBe(code);
    expect(error?.exitCode).toBe(exit);
  });

  test("DOWNLOAD-10 reports the failed files", () => {
    const error = transferError(summary(result(), result("NETWORK"), result("NOT_FOUND")));
    expect(error?.message).toBe("2 of 3 files failed: I/NETWORK: it was NETWORK (and 1 more)");
    expect(error?.data).toMatchObject({
      failed: [{ path: "I/NETWORK", code: "NETWORK" }, { code: "NOT_FOUND" }],
    });
  });
});

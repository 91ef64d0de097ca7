/**
 * The tests of uploads and of reruns once more, on Ceph's S3 endpoint in place of the emulator: signatures, digests, parts,
 * conditions and aborts are judged by a store that others wrote. The front of server.mjs only writes down what was asked,
 * and fails on request.
 */
import { afterAll, test } from "vitest";
import { need } from "../need.ts";
import { hasRadosgw, startRadosgw } from "./radosgw.ts";
import { ACCESS_KEY, SECRET } from "./s3-process.ts";

if (hasRadosgw()) {
  const { endpoint, stop } = await startRadosgw(ACCESS_KEY, SECRET);
  afterAll(stop);
  process.env["SWATH_TEST_S3"] = endpoint;
  await import("./uploads.test.ts");
  await import("./reruns.test.ts");
} else {
  test("uploads and reruns on Ceph's S3 endpoint", (context) => {
    need(false, "Ceph is not installed (Debian: radosgw, ceph-mon, ceph-osd)", context);
  });
}

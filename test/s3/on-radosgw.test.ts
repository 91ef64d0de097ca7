/**
 * The tests of uploads, reruns and small objects on Ceph's S3 endpoint in place of the emulator: an independent store checks signatures,
 * digests, parts, conditions and aborts. The front of server.mjs only records requests, and fails on request.
 */
import { afterAll, beforeAll, beforeEach, test } from "vitest";
import { refusalOf } from "../daemon.ts";
import { need } from "../need.ts";
import { hasRadosgw, startRadosgw, type Radosgw } from "./radosgw.ts";
import { ACCESS_KEY, SECRET } from "./s3-process.ts";

if (hasRadosgw()) {
  // Tests that need an emulator are skipped when it is set; the address is known before the first test.
  process.env["SWATH_TEST_S3"] = "starting";
  let radosgw: Radosgw | undefined;
  let refusal: string | undefined;
  beforeAll(async () => {
    radosgw = startRadosgw(ACCESS_KEY, SECRET);
    try {
      process.env["SWATH_TEST_S3"] = await radosgw.endpoint;
    } catch (error) {
      refusal = refusalOf(error);
      if (refusal === undefined) throw error;
    }
  });
  afterAll(() => radosgw?.stop());
  beforeEach((context) => need(refusal === undefined, `Ceph may not run here: ${refusal}`, context));
  await import("./uploads.test.ts");
  await import("./reruns.test.ts");
  await import("./bucket-files.test.ts");
} else {
  test("uploads, reruns and small objects on Ceph's S3 endpoint", (context) => {
    need(false, "Ceph is not installed (Debian: radosgw, ceph-mon, ceph-osd)", context);
  });
}

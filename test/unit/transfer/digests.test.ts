import { describe, expect, test } from "vitest";
import { against, digest, newer, scene } from "./run-against.ts";
import { sendObject } from "./data-server.ts";

describe("digests", () => {
  const crc = (value: string) => ({ "x-amz-checksum-crc32": value });
  test.each<[string, Record<string, string>]>([
    ["repr-digest sha256", { "repr-digest": `sha-256=:${digest("sha256", "base64")}:` }],
    ["digest md5", { digest: `MD5=${digest("md5", "base64")}` }],
    ["content-md5 md5", { "content-md5": digest("md5", "base64") }],
    ["x-amz-checksum-sha1 sha1", { "x-amz-checksum-sha1": digest("sha1", "base64") }],
    ["x-amz-checksum-sha256 sha256", { "x-amz-checksum-sha256": digest("sha256", "base64") }],
    // Computed with another program (python3 zlib.crc32) over the same bytes.
    ["x-amz-checksum-crc32 crc32", crc("FdFevg==")],
  ])("DOWNLOAD-07 %s is checked, and a wrong one refused", async (how, headers) => {
    const right = await against((request, response) => sendObject(request, response, scene, { headers }));
    expect(right.result?.how).toEqual(["content-length", how]);
    const wrong = await against((request, response) => sendObject(request, response, newer, { headers }));
    expect(wrong.result?.error).toMatchObject({ code: "DOWNLOAD_INCOMPLETE" });
    expect(wrong.server.requests).toHaveLength(2);
    expect(wrong.files).toEqual({});
  });

  test("a checksum of parts is not a digest of the object", async () => {
    const { result } = await against((request, response) =>
      sendObject(request, response, scene, {
        headers: {
          "x-amz-checksum-sha256": `${digest("sha256", "base64", newer)}-3`,
          "x-amz-checksum-type": "COMPOSITE",
        },
      }),
    );
    expect(result?.how).toEqual(["content-length"]);
  });

  test.each([
    ["sha512", `1340${digest("sha512", "hex")}`],
    ["md5", `d50110${digest("md5", "hex")}`],
    ["sha3-256", `1620${digest("sha3-256", "hex")}`],
    ["sha1", `1114${digest("sha1", "hex")}`],
  ])("file:checksum %s is checked", async (algorithm, checksum) => {
    const right = await against((request, response) => sendObject(request, response, scene), { checksum });
    expect(right.result?.how).toContain(`file:checksum ${algorithm}`);
    const wrong = await against((request, response) => sendObject(request, response, newer), { checksum });
    expect(wrong.result?.error?.code).toBe("DOWNLOAD_INCOMPLETE");
  });

  test("damage in transfer is repaired by one more request", async () => {
    const { result } = await against(
      (request, response, count) => sendObject(request, response, count === 1 ? newer : scene),
      { checksum: `1220${digest("sha256", "hex")}` },
    );
    expect(result?.status).toBe("downloaded");
  });

  test("DOWNLOAD-07 a wrong size is refused, announced or not", async () => {
    const announced = await against((request, response) => sendObject(request, response, scene), {
      size: 299_999,
    });
    expect(announced.result?.error).toMatchObject({ code: "DOWNLOAD_INCOMPLETE" });
    const longer = await against((_, response) => response.writeHead(200).end(scene), { size: 299_999 });
    expect(longer.result?.error).toMatchObject({ code: "DOWNLOAD_INCOMPLETE" });
  });
});

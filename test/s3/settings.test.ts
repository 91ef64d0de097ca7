import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { TransportError, type Send } from "../../src/contract/send.ts";
import { ObjectStore } from "../../src/transfer/s3/object-store.ts";
import { choosePartBytes } from "../../src/transfer/s3/object-writer.ts";
import { readS3Settings } from "../../src/transfer/s3-settings.ts";
import { toKey, parseS3Url } from "../../src/transfer/s3-target.ts";
import { signRequest } from "../../src/transfer/s3/sign-request.ts";
import { testFolder } from "../new-folder.ts";

const KEYS = { AWS_ACCESS_KEY_ID: "AKIA", AWS_SECRET_ACCESS_KEY: "secret" };

describe("the source of the keys", () => {
  test("is the environment, as in other tools", async () => {
    const env = {
      ...KEYS,
      AWS_SESSION_TOKEN: "token",
      AWS_REGION: "eu-north-1",
      AWS_ENDPOINT_URL: "https://general.example",
      AWS_ENDPOINT_URL_S3: "https://minio.example:9000/",
    };
    expect(await readS3Settings(env, "/nowhere")).toEqual({
      endpoint: "https://minio.example:9000",
      region: "eu-north-1",
      accessKeyId: "AKIA",
      secretAccessKey: "secret",
      sessionToken: "token",
      sendsChecksums: false,
    });
    expect(await readS3Settings(KEYS, "/nowhere")).toMatchObject({
      region: "us-east-1",
      sendsChecksums: true,
    });
  });

  test("is the profile in AWS_PROFILE, which keys in the environment override", async () => {
    const home = await testFolder();
    await mkdir(join(home, ".aws"));
    await writeFile(
      join(home, ".aws", "credentials"),
      "[default]\naws_access_key_id = D\naws_secret_access_key = ds\n[ground]\naws_access_key_id=G\naws_secret_access_key=gs\n",
    );
    await writeFile(
      join(home, ".aws", "config"),
      "[profile ground]\nregion = eu-west-1\ns3 =\n  addressing_style = path\nendpoint_url = https://s3.example\n",
    );
    const ground = await readS3Settings({ AWS_PROFILE: "ground" }, home);
    expect(ground).toMatchObject({ accessKeyId: "G", region: "eu-west-1", endpoint: "https://s3.example" });
    expect(await readS3Settings({}, home)).toMatchObject({ accessKeyId: "D" });
    expect(await readS3Settings({ ...KEYS, AWS_PROFILE: "ground" }, home)).toMatchObject({
      accessKeyId: "AKIA",
    });
    await expect(readS3Settings({ AWS_PROFILE: "gruond" }, home)).rejects.toMatchObject({
      code: "CONFIG_INVALID",
    });
  });

  test.each([
    [
      "UTF-8 with a byte order mark",
      Buffer.from("\ufeff[default]\naws_access_key_id=A\naws_secret_access_key=s\n"),
    ],
    [
      "UTF-16",
      Buffer.from("\ufeff[default]\r\naws_access_key_id=A\r\naws_secret_access_key=s\r\n", "utf16le"),
    ],
    [
      "a comment in Latin-1",
      Buffer.from("# Schl\u00fcssel\n[default]\naws_access_key_id=A\naws_secret_access_key=s\n", "latin1"),
    ],
  ])("P25 DESK-23 may be a file with %s", async (_, bytes) => {
    const home = await testFolder();
    await mkdir(join(home, ".aws"));
    await writeFile(join(home, ".aws", "credentials"), bytes);
    expect(await readS3Settings({}, home)).toMatchObject({ accessKeyId: "A", secretAccessKey: "s" });
  });

  test.each([
    ["no keys", {}, "AUTH_MISSING"],
    ["half a pair", { AWS_ACCESS_KEY_ID: "AKIA" }, "AUTH_MISSING"],
    ["a key with a line break", { ...KEYS, AWS_SECRET_ACCESS_KEY: "hid\nden" }, "CONFIG_INVALID"],
    [
      "an endpoint with a password",
      { ...KEYS, AWS_ENDPOINT_URL: "https://me:hidden@x.example" },
      "CONFIG_INVALID",
    ],
    ["an invalid endpoint", { ...KEYS, AWS_ENDPOINT_URL: "ftp://x.example" }, "CONFIG_INVALID"],
    ["an invalid region", { ...KEYS, AWS_REGION: "eu/west" }, "CONFIG_INVALID"],
  ])("P12 %s is reported without the value of a secret", async (_, env, code) => {
    const failure = await readS3Settings(env, "/nowhere").catch((error: unknown) => error);
    expect(failure).toMatchObject({ code });
    expect((failure as Error).message).not.toMatch(/hid|den|secret/);
  });
});

describe("s3://bucket/prefix", () => {
  test.each([
    ["s3://imagery", { bucket: "imagery", prefix: "" }],
    ["s3://imagery/", { bucket: "imagery", prefix: "" }],
    ["S3://imagery/2026/11/", { bucket: "imagery", prefix: "2026/11" }],
    ["s3://my.bucket/a b?c#d", { bucket: "my.bucket", prefix: "a b?c#d" }],
  ])("%s", (text, target) => {
    expect(parseS3Url(text)).toEqual(target);
  });

  test.each(["s3://", "s3:/imagery", "s3://imagery/../x", "s3://imagery//x", "s3://imagery/a/./b"])(
    "DOWNLOAD-08 %s is refused",
    (text) => {
      expect(() => parseS3Url(text)).toThrow(/must be s3:\/\/bucket/);
    },
  );

  test.each(["s3://im agery/x", "s3://x/lisbon"])(
    "DOWNLOAD-08 %s is refused with the rules for names of buckets",
    (text) => {
      expect(() => parseS3Url(text)).toThrow(/is not a bucket name: 3 to 63/);
    },
  );

  test("a key that is too long is invalid", () => {
    expect(toKey({ bucket: "b", prefix: "p" }, "x".repeat(1022))).toHaveLength(1024);
    expect(toKey({ bucket: "b", prefix: "p" }, "x".repeat(1023))).toBeUndefined();
  });

  test.each([
    [undefined, "imagery", "https://imagery.s3.eu-west-1.amazonaws.com/a%20b/%C3%BC%27.tif"],
    [undefined, "my.bucket", "https://s3.eu-west-1.amazonaws.com/my.bucket/a%20b/%C3%BC%27.tif"],
    ["http://127.0.0.1:9000", "imagery", "http://127.0.0.1:9000/imagery/a%20b/%C3%BC%27.tif"],
  ])("at the endpoint %s, the bucket %s is %s", async (endpoint, bucket, url) => {
    const settings = await readS3Settings(
      { ...KEYS, AWS_REGION: "eu-west-1", AWS_ENDPOINT_URL: endpoint, AWS_SESSION_TOKEN: "token" },
      "/nowhere",
    );
    const signed = await signRequest(
      settings,
      { bucket, prefix: "" },
      { method: "GET", key: "a b/ü'.tif" },
      0,
    );
    expect(signed.url).toBe(url);
    expect(signed.headers).toMatchObject({
      "x-amz-date": "19700101T000000Z",
      "x-amz-security-token": "token",
      authorization: expect.stringContaining("Credential=AKIA/19700101/eu-west-1/s3/aws4_request") as string,
    });
    expect(JSON.stringify(signed)).not.toContain("secret");
  });
});

describe("parts", () => {
  const MIB = 1024 * 1024;
  const TIB = 1024 ** 4;
  test.each([
    [undefined, 1, 16 * MIB],
    [10 * 1024 ** 3, 640, 16 * MIB],
    [5 * TIB, 1, 583 * MIB],
  ])("of %s bytes, part %i has %i", (size, number, bytes) => {
    expect(choosePartBytes(size, number)).toBe(bytes);
  });

  test("any size that a store accepts fits into 10,000 of them, announced or not", () => {
    for (const size of [1, 16 * MIB, 160 * 1024 ** 3, TIB, 5 * TIB])
      expect(Math.ceil(size / choosePartBytes(size, 1))).toBeLessThanOrEqual(10_000);
    let unsaid = 0;
    for (let number = 1; number <= 10_000; number++) unsaid += choosePartBytes(undefined, number);
    expect(unsaid).toBeGreaterThan(5 * TIB);
  });
});

/** A store whose requests end as `send` decides, and a clock that never waits. */
async function storeBehind(send: Send, retries: number): Promise<ObjectStore> {
  const settings = await readS3Settings({ ...KEYS, AWS_ENDPOINT_URL: "http://127.0.0.1:9000" }, "/nowhere");
  return new ObjectStore(
    settings,
    { bucket: "imagery", prefix: "" },
    {
      send,
      clock: { now: () => 0, sleep: () => Promise.resolve() },
      random: () => 0.5,
      retries,
      headersTimeoutMs: 1000,
      idleTimeoutMs: 1000,
      maxRetryAfterMs: 1000,
    },
  );
}

const READ = { method: "GET", key: "a", what: "read a" } as const;
const refused = (): Promise<never> => Promise.reject(new TransportError("refused", "no", "refused"));

test("DOWNLOAD-08 an unreachable store is reported, with the setting of its address", async () => {
  const store = await storeBehind(refused, 0);
  await expect(store.ask(READ)).rejects.toMatchObject({
    code: "NETWORK",
    message: "S3: read a: the request to 127.0.0.1:9000 failed (refused)",
    next: expect.stringContaining("AWS_ENDPOINT_URL_S3") as string,
  });
});

test("DOWNLOAD-08 a store without an answer fails within seconds; one that has answered before is waited for", async () => {
  let tries = 0;
  let isUp = false;
  const store = await storeBehind(() => {
    tries += 1;
    return isUp ? Promise.resolve({ status: 200, headers: {}, body: emptyBody() }) : refused();
  }, 7);
  await expect(store.ask(READ)).rejects.toMatchObject({ code: "NETWORK" });
  expect(tries).toBe(3);

  isUp = true;
  await store.ask(READ);
  isUp = false;
  tries = 0;
  await expect(store.ask(READ)).rejects.toMatchObject({ code: "NETWORK" });
  expect(tries).toBe(8);
});

async function* emptyBody(): AsyncGenerator<Uint8Array> {}

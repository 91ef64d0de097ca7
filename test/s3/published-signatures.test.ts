/**
 * Requests as AWS signs them: the four examples in its description of S3's Authorization header, and the cases of its test
 * suite for version 4 (awslabs/aws-c-auth, tests/aws-signing-test-suite/v4) that can be S3 requests. The suite signs for a
 * service called "service", without the header of the content's digest that S3 requires. So a second signer, written here from
 * the description, first reproduces the suite's signatures, and then checks ours for the same request to S3.
 */
import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { signRequest, type S3Request } from "../../src/transfer/s3/sign-request.ts";
import { sha256 } from "../sha256.ts";

type Headers = Readonly<Record<string, string>>;

interface Unsigned {
  method: string;
  /** As in the request line, encoded once. */
  path: string;
  query: string;
  headers: Headers;
  payloadSha256: string;
}

interface Signer {
  key: string;
  secret: string;
  region: string;
  service: string;
  time: string;
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();
const EMPTY = sha256("");

/** The signature of all the given headers, by the description of version 4. */
function referenceSignature(request: Unsigned, { secret, region, service, time }: Signer): string {
  const headers = Object.entries(request.headers)
    .map(([name, value]) => [name.toLowerCase(), value.trim().replaceAll(/\s+/g, " ")] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  const canonical = [
    request.method,
    request.path,
    request.query
      .split("&")
      .filter((pair) => pair !== "")
      .map((pair) => (pair.includes("=") ? pair : `${pair}=`).split("=") as [string, string])
      .toSorted(([one, left], [other, right]) => (`${one}\0${left}` < `${other}\0${right}` ? -1 : 1))
      .map(([name, value]) => `${name}=${value}`)
      .join("&"),
    ...headers.map(([name, value]) => `${name}:${value}`),
    "",
    headers.map(([name]) => name).join(";"),
    request.payloadSha256,
  ].join("\n");
  const scope = [time.slice(0, 8), region, service, "aws4_request"];
  const text = ["AWS4-HMAC-SHA256", time, scope.join("/"), sha256(canonical)].join("\n");
  let key: string | Buffer = `AWS4${secret}`;
  for (const part of scope) key = hmac(key, part);
  return hmac(key, text).toString("hex");
}

/** Our signer's result for a request to `host`: its path as sent, the signed headers, and the signature. */
async function ourSignature(
  { host, key, secret, region, time, token }: Omit<Signer, "service"> & { host: string; token?: string },
  request: S3Request,
) {
  // The published hosts have the bucket in their names but no region: endpoint and bucket form such an address here.
  const settings = {
    endpoint: "https:/",
    region,
    accessKeyId: key,
    secretAccessKey: secret,
    ...(token !== undefined && { sessionToken: token }),
    sendsChecksums: false,
  };
  const at = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  const signed = await signRequest(settings, { bucket: host, prefix: "" }, request, at);
  const [, credential, names = "", signature] =
    /^AWS4-HMAC-SHA256 Credential=(.+), SignedHeaders=(.+), Signature=([0-9a-f]{64})$/.exec(
      signed.headers?.["authorization"] ?? "",
    ) ?? [];
  const { pathname, search } = new URL(signed.url);
  const sent: Headers = { ...signed.headers, host };
  const headers = Object.fromEntries(names.split(";").map((name) => [name, sent[name] ?? "absent"]));
  return { credential, names, signature, headers, sent, path: pathname, query: search.slice(1) };
}

describe("the examples of S3's description", () => {
  const host = "examplebucket.s3.amazonaws.com";
  const signer = {
    key: "AKIAIOSFODNN7EXAMPLE",
    secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    region: "us-east-1",
    service: "s3",
    time: "20130524T000000Z",
  };
  const common = { host, "x-amz-date": signer.time };
  const greeting = "Welcome to Amazon S3.";
  const stored = {
    date: "Fri, 24 May 2013 00:00:00 GMT",
    "x-amz-storage-class": "REDUCED_REDUNDANCY",
  };

  const examples: [string, S3Request, { path: string; query: string; headers: Headers }, string][] = [
    [
      "PUT of an object",
      { method: "PUT", key: "test$file.text", headers: stored, body: greeting },
      { path: "/test%24file.text", query: "", headers: stored },
      "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
    ],
    [
      "GET of a bucket's lifecycle",
      { method: "GET", query: { lifecycle: "" } },
      { path: "/", query: "lifecycle=", headers: {} },
      "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
    ],
    [
      "GET of a list of objects",
      { method: "GET", query: { "max-keys": "2", prefix: "J" } },
      { path: "/", query: "max-keys=2&prefix=J", headers: {} },
      "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
    ],
  ];

  test.each(examples)("%s has the published Authorization", async (_, request, published, signature) => {
    const payloadSha256 = sha256(String(request.body ?? ""));
    const headers = { ...common, ...published.headers, "x-amz-content-sha256": payloadSha256 };
    const { method } = request;
    const { path, query } = published;
    expect(referenceSignature({ method, path, query, headers, payloadSha256 }, signer)).toBe(signature);
    expect(await ourSignature({ host, ...signer }, request)).toMatchObject({
      credential: "AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request",
      names: Object.keys(headers).toSorted().join(";"),
      signature,
      path,
    });
  });

  test("GET of a range of an object: the example signs the range, and our list of signed headers omits it", async () => {
    const unsigned = { method: "GET", path: "/test.txt", query: "", payloadSha256: EMPTY };
    const headers = { ...common, "x-amz-content-sha256": EMPTY };
    expect(referenceSignature({ ...unsigned, headers: { ...headers, range: "bytes=0-9" } }, signer)).toBe(
      "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
    );
    const request: S3Request = { method: "GET", key: "test.txt", headers: { range: "bytes=0-9" } };
    const ours = await ourSignature({ host, ...signer }, request);
    expect(ours.sent["range"]).toBe("bytes=0-9");
    expect(ours).toMatchObject({
      path: "/test.txt",
      names: "host;x-amz-content-sha256;x-amz-date",
      signature: referenceSignature({ ...unsigned, headers }, signer),
    });
  });
});

describe("the test suite of version 4", () => {
  const host = "example.amazonaws.com";
  const signer = {
    key: "AKIDEXAMPLE",
    secret: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
    region: "us-east-1",
    time: "20150830T123600Z",
  };
  const unreserved = "-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  const token = "6e86291e8372ff2a2260956d9b8aae1d763fbf315fa00fa31553b73ebf194267";

  interface Case {
    name: string;
    method?: "GET" | "POST";
    /** The name of the object before it is encoded. */
    key?: string;
    path?: string;
    query?: Readonly<Record<string, string>>;
    sentQuery?: string;
    headers?: Headers;
    token?: string;
    signature: string;
  }

  const cases: Case[] = [
    { name: "get-vanilla", signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31" },
    {
      name: "get-vanilla-query-order-key-case",
      query: { Param2: "value2", Param1: "value1" },
      sentQuery: "Param2=value2&Param1=value1",
      signature: "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500",
    },
    {
      name: "get-vanilla-query-order-encoded",
      query: { "Param-3": "Value3", Param: "Value2", ሴ: "Value1" },
      sentQuery: "Param-3=Value3&Param=Value2&%E1%88%B4=Value1",
      signature: "371d3713e185cc334048618a97f809c9ffe339c62934c032af5a0e595648fcac",
    },
    {
      name: "get-vanilla-query-unreserved",
      query: { [unreserved]: unreserved },
      sentQuery: `${unreserved}=${unreserved}`,
      signature: "9c3e54bfcdf0b19771a7f523ee5669cdf59bc7cc0884027167c21bb143a40197",
    },
    {
      name: "get-vanilla-utf8-query",
      query: { ሴ: "bar" },
      sentQuery: "%E1%88%B4=bar",
      signature: "2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04",
    },
    {
      name: "get-vanilla-empty-query-key",
      query: { Param1: "value1" },
      sentQuery: "Param1=value1",
      signature: "a67d582fa61cc504c4bae71f336f98b97f1ea3c7a6bfe1b6e45aec72011b9aeb",
    },
    {
      name: "get-utf8",
      key: "ሴ",
      path: "/%E1%88%B4",
      signature: "8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85",
    },
    {
      name: "get-space-unnormalized",
      key: "example space/",
      path: "/example%20space/",
      signature: "652487583200325589f1fba4c7e578f72c47cb61beeca81406b39ddec1366741",
    },
    {
      name: "get-slashes-unnormalized",
      key: "/example//",
      path: "//example//",
      signature: "87cca117541a147f6df867677d98a7d80dff226d2bfca9e4ffa899665623c7e5",
    },
    {
      name: "get-unreserved",
      key: unreserved,
      path: `/${unreserved}`,
      signature: "07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f",
    },
    {
      name: "get-header-value-trim",
      headers: { "My-Header1": " value1", "My-Header2": ' "a   b   c"' },
      signature: "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736",
    },
    {
      name: "get-vanilla-with-session-token",
      token,
      signature: "07ec1639c89043aa0e3e2de82b96708f198cceab042d4a97044c66dd9f74e7f8",
    },
    {
      name: "post-vanilla",
      method: "POST",
      signature: "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b",
    },
    {
      name: "post-header-value-case",
      method: "POST",
      headers: { "My-Header1": "VALUE1" },
      signature: "cdbc9802e29d2942e5e10b5bccfdd67c5f22c7c4e8ae67b53629efa58b974b7d",
    },
    {
      name: "post-vanilla-query",
      method: "POST",
      query: { Param1: "value1" },
      sentQuery: "Param1=value1",
      signature: "28038455d6de14eafc1f9222cf5aa6f1a96197d7deb8263271d420d138af7f11",
    },
  ];

  test.each(cases)("$name", async ({ method = "GET", path = "/", ...one }) => {
    const query = one.sentQuery ?? "";
    const fixed = { host, "x-amz-date": signer.time };
    const secured: Headers = one.token === undefined ? {} : { "x-amz-security-token": one.token };
    const unsigned = { method, path, query, payloadSha256: EMPTY };
    const headers = { ...fixed, ...secured, ...one.headers };
    const service = "service";
    expect(referenceSignature({ ...unsigned, headers }, { ...signer, service })).toBe(one.signature);

    const ours = await ourSignature(
      { host, ...signer, ...(one.token !== undefined && { token: one.token }) },
      {
        method,
        ...(one.key !== undefined && { key: one.key }),
        ...(one.query !== undefined && { query: one.query }),
        ...(one.headers !== undefined && { headers: one.headers }),
      },
    );
    const demanded = [...Object.keys(headers), "x-amz-content-sha256"].map((header) => header.toLowerCase());
    expect(ours.names.split(";")).toEqual(demanded.toSorted());
    expect({ path: ours.path, query: ours.query }).toEqual({ path, query });
    expect(ours.signature).toBe(
      referenceSignature({ ...unsigned, headers: ours.headers }, { ...signer, service: "s3" }),
    );
  });
});

import { hash } from "node:crypto";
import { AwsV4Signer } from "aws4fetch";
import type { HttpRequest } from "../../contract/send.ts";
import type { S3Settings } from "../s3-settings.ts";
import type { S3Target } from "../s3-target.ts";

export interface S3Request {
  method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  /** Absent = the bucket itself. */
  key?: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array | string;
}

/** Returns the signed request. The signature covers the body's sha256, so bytes that change on the way are refused. */
export async function signRequest(
  settings: S3Settings,
  target: S3Target,
  { method, key = "", query = {}, headers, body }: S3Request,
  nowMs: number,
): Promise<HttpRequest> {
  const search = Object.entries(query).map(([name, value]) => `${encode(name)}=${encode(value)}`);
  const url = makeObjectUrl(settings, target, key) + (search.length === 0 ? "" : `?${search.join("&")}`);
  const { accessKeyId, secretAccessKey, sessionToken, region } = settings;
  const signer = new AwsV4Signer({
    service: "s3",
    method,
    url,
    headers: { ...headers, "x-amz-content-sha256": hash("sha256", body ?? "") },
    accessKeyId,
    secretAccessKey,
    ...(sessionToken !== undefined && { sessionToken }),
    region,
    datetime: new Date(nowMs).toISOString().replaceAll(/[:-]|\.\d{3}/gu, ""),
  });
  const signed = await signer.sign();
  return { method, url, headers: Object.fromEntries(signed.headers), ...(body !== undefined && { body }) };
}

/**
 * Returns the URL of an object. The bucket is a host name on AWS, except with dots, which do not match the
 * certificate. Elsewhere it is part of the path.
 */
function makeObjectUrl({ endpoint, region }: S3Settings, { bucket }: S3Target, key: string): string {
  const path = key.split("/").map(encode).join("/");
  if (endpoint !== undefined) return `${endpoint}/${bucket}/${path}`;
  const host = `s3.${region}.amazonaws.com${region.startsWith("cn-") ? ".cn" : ""}`;
  return bucket.includes(".") ? `https://${host}/${bucket}/${path}` : `https://${bucket}.${host}/${path}`;
}

/** Encodes a component as in RFC 3986: the signature and the store must see equal bytes of the path. */
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

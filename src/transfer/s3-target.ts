import { inputError, quoteText } from "../errors.ts";

/** The destination of objects: a bucket, and the prefix of every name (without `/` at either end, may be empty). */
export interface S3Target {
  bucket: string;
  prefix: string;
}

const MAX_KEY_BYTES = 1024;

/** Parses `s3://bucket/prefix`. Throws USAGE. */
export function parseS3Url(text: string): S3Target {
  const [, bucket = "", path = ""] = /^s3:\/\/([^/]*)(?:\/(.*))?$/isu.exec(text) ?? [];
  const prefix = path.replace(/\/+$/u, "");
  const isBucket = /^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/iu.test(bucket);
  const isPlain = prefix === "" || prefix.split("/").every((name) => !["", ".", ".."].includes(name));
  if (isBucket && isPlain && !/\p{Cc}/u.test(prefix)) return { bucket, prefix };
  const rule =
    bucket === "" || isBucket
      ? "must be s3://bucket or s3://bucket/prefix"
      : "is not a bucket name: 3 to 63 letters, digits, dots and hyphens";
  throw inputError([
    {
      code: "USAGE",
      path: "",
      option: "outDir",
      value: text,
      rule,
      message: `${quoteText(text)} ${rule}`,
      next: "The endpoint and the keys come from AWS_ENDPOINT_URL_S3, AWS_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
    },
  ]);
}

/** Returns the key of a planned path; undefined when it is too long for a key. */
export function toKey({ prefix }: S3Target, path: string): string | undefined {
  const key = prefix === "" ? path : `${prefix}/${path}`;
  return Buffer.byteLength(key) <= MAX_KEY_BYTES ? key : undefined;
}

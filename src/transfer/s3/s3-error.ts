import { AppError } from "../../errors.ts";

/** An error response of the store. A response to HEAD has a status only. */
export interface S3Refusal {
  status: number;
  headers: Readonly<Record<string, string>>;
  text: string;
}

/** Errors of the store about keys, clock and region, with their next steps. */
const WRONG: Readonly<Record<string, readonly [finding: string, hint: string]>> = {
  InvalidAccessKeyId: ["does not know the access key", "Check AWS_ACCESS_KEY_ID"],
  SignatureDoesNotMatch: [
    "rejects the signature",
    "Check AWS_SECRET_ACCESS_KEY: it must belong to the key id",
  ],
  ExpiredToken: [
    "reports that the session token has expired",
    "Get fresh keys, then run the same command again",
  ],
  InvalidToken: ["reports an invalid session token", "Check AWS_SESSION_TOKEN: it must belong to the key id"],
  RequestTimeTooSkewed: ["reports that the clock of this machine is too far off", "Set the clock"],
};

export const readS3Code = ({ text }: Pick<S3Refusal, "text">): string => readText(text, "Code") ?? "";

/** Reports whether a response is an error, also one of status 200, which a store may send after it has begun to respond. */
export const isS3Error = ({ status, text }: S3Refusal): boolean =>
  status >= 300 || /^\s*(?:<\?xml[^>]*>\s*)?<(?:\w+:)?Error[\s/>]/u.test(text);

/** Returns the error for a refusal by the store. `what` is the refused action, with the name. */
export function toS3Error(what: string, bucket: string, refusal: S3Refusal): AppError {
  const { status, headers } = refusal;
  const code = readS3Code(refusal);
  const region = headers["x-amz-bucket-region"] ?? readText(refusal.text, "Region");
  const isElsewhere = status === 301 || status === 307 || code === "AuthorizationHeaderMalformed";
  if (isElsewhere && region !== undefined)
    return makeRefusal(`the bucket ${bucket} is in region ${region}`, status, `Set AWS_REGION=${region}`);
  if (code === "NoSuchBucket")
    return makeRefusal(
      `there is no bucket ${bucket} at the S3 endpoint`,
      status,
      "Create it, or choose another bucket",
    );
  const wrong = WRONG[code];
  if (wrong !== undefined) return makeRefusal(`the S3 endpoint ${wrong[0]} (${code})`, status, wrong[1]);
  if (status === 403 || status === 401)
    return makeRefusal(
      `the S3 endpoint denies access: ${what} (${code || status})`,
      status,
      "The keys need s3:GetObject, s3:PutObject, s3:AbortMultipartUpload and s3:ListBucket there, and s3:DeleteObject for a catalog",
    );
  const said = code === "" ? `${status}` : `${status} ${code}`;
  return status >= 500 || status === 429
    ? new AppError("network", status === 429 ? "RATE_LIMITED" : "SERVICE_ERROR", `S3: ${what}: ${said}`, {
        status,
        next: "Try again later",
      })
    : makeRefusal(`the S3 endpoint refuses: ${what} (${said})`, status);
}

const makeRefusal = (message: string, status: number, hint?: string): AppError =>
  new AppError("io", "DESTINATION_REFUSED", message, { status, next: hint });

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** Returns the text of the first element of this name in a flat XML response; undefined when there is none. */
export function readText(xml: string, element: string): string | undefined {
  const [, text] = new RegExp(`<${element}(?:\\s[^>]*)?>([^<]*)</${element}>`, "u").exec(xml) ?? [];
  return text?.replaceAll(/&(#x[0-9a-f]+|#\d+|\w+);/giu, (whole, name: string) => {
    if (!name.startsWith("#")) return ENTITIES[name] ?? whole;
    const code = name[1]?.toLowerCase() === "x" ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
}

export const escapeXml = (text: string): string =>
  text.replaceAll(/[<>&"']/gu, (character) => `&#${character.charCodeAt(0)};`);

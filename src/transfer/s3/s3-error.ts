import { AppError } from "../../errors.ts";
import { textOf } from "./xml-text.ts";

/** A reply that is no success, as the store says it. HEAD has no body, so it says only its status. */
export interface S3Refusal {
  status: number;
  headers: Readonly<Record<string, string>>;
  text: string;
}

const WRONG_KEYS: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: "does not know the access key",
  SignatureDoesNotMatch: "finds the signature wrong (is AWS_SECRET_ACCESS_KEY the right one?)",
  ExpiredToken: "finds the session token expired",
  InvalidToken: "finds the session token invalid",
  RequestTimeTooSkewed: "finds the clock of this machine too far off",
};

export const s3CodeOf = ({ text }: Pick<S3Refusal, "text">): string => textOf(text, "Code") ?? "";

/** What the store's "no" means. `what` says what was to be done, with the name. */
export function s3Error(what: string, bucket: string, refusal: S3Refusal): AppError {
  const { status, headers } = refusal;
  const code = s3CodeOf(refusal);
  const region = headers["x-amz-bucket-region"] ?? textOf(refusal.text, "Region");
  const isElsewhere = status === 301 || status === 307 || code === "AuthorizationHeaderMalformed";
  if (isElsewhere && region !== undefined)
    return refused(`the bucket ${bucket} is in region ${region}`, status, `Set AWS_REGION=${region}`);
  if (code === "NoSuchBucket")
    return refused(
      `there is no bucket ${bucket} at the S3 endpoint`,
      status,
      "Make it first, or name another",
    );
  const wrong = WRONG_KEYS[code];
  if (wrong !== undefined)
    return refused(
      `the S3 endpoint ${wrong} (${code})`,
      status,
      "Check AWS_ACCESS_KEY_ID and what belongs to it",
    );
  if (status === 403 || status === 401)
    return refused(
      `the S3 endpoint denies access: ${what} (${code || status})`,
      status,
      "The keys need s3:GetObject, s3:PutObject, s3:AbortMultipartUpload and s3:ListBucket there",
    );
  const said = code === "" ? `${status}` : `${status} ${code}`;
  return status >= 500 || status === 429
    ? new AppError("network", status === 429 ? "RATE_LIMITED" : "SERVICE_ERROR", `S3: ${what}: ${said}`, {
        status,
      })
    : refused(`the S3 endpoint refuses: ${what} (${said})`, status);
}

const refused = (message: string, status: number, hint?: string): AppError =>
  new AppError("io", "DESTINATION_REFUSED", message, { status, hint });

/**
 * Every setting: its flag, its environment variable, its key in a profile and its default, in that order of
 * precedence. Help, `config list`, the reference and the resolver read this table.
 */
import { parseBaseUrl } from "../contract/base-url.ts";
import { findExpectedValues } from "../contract/dialect.ts";
import { parseBudget, PERIODS, type Budget } from "../domain/price/budget.ts";
import { readTypedMoney } from "../domain/price/money.ts";
import { isPublicKey } from "../domain/quotes/public-key.ts";
import {
  makeIntegerReader,
  makeWordReader,
  readPath,
  readNonEmpty,
  readTimeLimit,
  type Reader,
} from "../domain/readers.ts";
import { FORMATS } from "../domain/output-formats.ts";

export const COLOR_CHOICES = ["auto", "always", "never"] as const;
export const PROGRESS_CHOICES = ["auto", "json", "none"] as const;
export const SANDBOX_USERS = ["member", "manager", "outsider", "buyer"] as const;

const OFF = new Set(["", "0", "false", "no", "off"]);

/** Returns whether ACCESSIBLE is set: any text counts, except words for "off". */
export const isAccessible = (text = ""): boolean => !OFF.has(text.trim().toLowerCase());

export interface SettingRow {
  /** Option name of its flag, such as `caFile`. */
  option?: string;
  env?: string;
  profileKey?: string;
  read: Reader<unknown>;
  default?: unknown;
  /** The value is a list, to which `config set` adds. */
  isList?: true;
  summary: string;
}

const baseUrl: Reader<string> = (value) => {
  try {
    parseBaseUrl(value);
    return { ok: true, value: value.trim().replace(/\/+$/, "") };
  } catch {
    return {
      ok: false,
      rule: "must be https://host or https://host/prefix (http for this machine's own addresses only)",
    };
  }
};

const prefix: Reader<string> = (value) => {
  const expected = findExpectedValues("vendorPrefix", value);
  return expected === undefined ? { ok: true, value } : { ok: false, rule: `must be ${expected}` };
};

const budget: Reader<Budget> = (value) => {
  const parsed = parseBudget(value);
  return parsed === undefined
    ? {
        ok: false,
        rule: `must be an amount and a period, such as 5000/month or $200/day (${PERIODS.join(", ")})`,
      }
    : { ok: true, value: parsed };
};

const publicKeys: Reader<string[]> = (value) => {
  const keys = value.split(",").map((key) => key.trim());
  return keys.every(isPublicKey)
    ? { ok: true, value: keys }
    : {
        ok: false,
        rule: "must be public keys such as ed25519:..., with commas between them",
      };
};

const SECOND = 1000;

export const SETTINGS = {
  profile: {
    option: "profile",
    env: "SWATH_PROFILE",
    read: readNonEmpty,
    default: "default",
    summary: "settings profile (sandbox is built in)",
  },
  baseUrl: {
    option: "baseUrl",
    env: "SWATH_BASE_URL",
    profileKey: "baseUrl",
    read: baseUrl,
    summary: "base URL of the service",
  },
  contractId: {
    env: "SWATH_CONTRACT",
    profileKey: "contractId",
    read: readNonEmpty,
    summary: "contract of new tasks",
  },
  organizationId: {
    env: "SWATH_ORGANIZATION",
    profileKey: "organizationId",
    read: readNonEmpty,
    summary: "your organization's id",
  },
  budget: {
    profileKey: "budget",
    read: budget,
    summary: "what this profile may spend, such as 5000/month (UTC); requests beyond it are refused",
  },
  approvalAbove: {
    profileKey: "approval.above",
    read: readTypedMoney,
    summary: "amount above which a purchase needs a quote that another key of approval.keys has approved",
  },
  approvalKeys: {
    profileKey: "approval.keys",
    read: publicKeys,
    isList: true,
    summary: "public keys of approvers; config set adds one, config unset removes one",
  },
  output: {
    option: "output",
    env: "SWATH_OUTPUT",
    profileKey: "output",
    read: makeWordReader(FORMATS),
    default: "table",
    summary: "output format",
  },
  elements: {
    env: "SWATH_ELEMENTS",
    profileKey: "elements",
    read: readPath,
    summary: "file of orbital elements (OMM or TLE) for the prediction of passes",
  },
  concurrency: {
    option: "concurrency",
    env: "SWATH_CONCURRENCY",
    profileKey: "concurrency",
    read: makeIntegerReader(1, 256),
    default: 4,
    summary: "transfers or requests at once (pages of a search: 8 unless set)",
  },
  timeout: {
    option: "timeout",
    env: "SWATH_TIMEOUT",
    profileKey: "timeout",
    read: readTimeLimit,
    default: 60 * SECOND,
    summary: "limit for one request",
  },
  retries: {
    option: "retries",
    env: "SWATH_RETRIES",
    profileKey: "retries",
    read: makeIntegerReader(0, 20),
    default: 3,
    summary: "retries of requests that are safe to repeat (files: 7 unless set)",
  },
  vendorPrefix: {
    option: "vendorPrefix",
    env: "SWATH_VENDOR_PREFIX",
    profileKey: "dialect.vendorPrefix",
    read: prefix,
    summary: "the operator's prefix in property names",
  },
  caFile: {
    option: "caFile",
    env: "SWATH_CA_FILE",
    profileKey: "caFile",
    read: readPath,
    summary: "PEM file of further trusted certificates",
  },
  sandboxUser: {
    option: "sandboxUser",
    env: "SWATH_SANDBOX_USER",
    read: makeWordReader(SANDBOX_USERS),
    default: "member",
    summary: "user of the sandbox",
  },
  color: {
    option: "color",
    env: "SWATH_COLOR",
    read: makeWordReader(COLOR_CHOICES),
    default: "auto",
    summary: "colour",
  },
  progress: {
    option: "progress",
    env: "SWATH_PROGRESS",
    read: makeWordReader(PROGRESS_CHOICES),
    default: "auto",
    summary: "progress on stderr",
  },
  accessible: {
    env: "ACCESSIBLE",
    profileKey: "accessible",
    read: (value): ReturnType<Reader<boolean>> => ({ ok: true, value: isAccessible(value) }),
    default: false,
    summary:
      "questions in plain lines with numbered choices, and nothing redrawn (any value but 0, false, no, off)",
  },
  logFile: {
    option: "logFile",
    env: "SWATH_LOG_FILE",
    read: readPath,
    summary: "messages on stderr as JSON lines",
  },
} as const satisfies Record<string, SettingRow>;

export type SettingName = keyof typeof SETTINGS;

/** Further environment variables, for `help environment` and the reference. */
export const ENVIRONMENT = {
  SWATH_API_KEY: "API key (overrides a stored one)",
  SWATH_TOKEN: "bearer token, when there is no API key",
  SWATH_PASSWORD: "password for auth token",
  SWATH_CONFIG_DIR: "folder of the settings and stored keys, an absolute path",
  SWATH_NO_INPUT: "any value: never ask",
  SWATH_NO_COMPILE_CACHE: "any value: do not keep compiled code between runs",
  SWATH_NO_ID_CACHE: "any value: do not keep ids of results for completion",
  SWATH_SPINNER_DISABLED: "any value: no redrawn progress, one line per step",
  CI: "any value: never ask, no redrawn progress",
  GITHUB_STEP_SUMMARY: "file for the summary of a step (a CI runner sets it)",
  GITHUB_OUTPUT: "file for the outputs of a step (a CI runner sets it)",
  GITHUB_ACTIONS: "true: errors are also annotations, and a printed token is masked in the log",
  NO_COLOR: "any value: no colour",
  FORCE_COLOR: "any value but 0: colour even without a terminal (after NO_COLOR)",
  CLICOLOR: "0: no colour",
  CLICOLOR_FORCE: "any value but 0: like FORCE_COLOR",
  HTTPS_PROXY: "proxy for https (also HTTP_PROXY, ALL_PROXY, NO_PROXY)",
  NODE_EXTRA_CA_CERTS: "further trusted certificates, as in every Node program",
  AWS_ACCESS_KEY_ID:
    "key for downloads to s3:// (also AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN; or AWS_PROFILE in ~/.aws)",
  AWS_ENDPOINT_URL_S3:
    "S3-compatible endpoint other than AWS (also AWS_ENDPOINT_URL); AWS_REGION sets the region",
  XDG_CONFIG_HOME: "base of the settings folder (also XDG_CACHE_HOME, XDG_STATE_HOME, XDG_DATA_HOME)",
  APPDATA:
    "base of the settings folder on Windows, without XDG_CONFIG_HOME (LOCALAPPDATA: of the other folders)",
} as const;

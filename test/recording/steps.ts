/**
 * One line of the recording: the command and its environment. All of it is data, so that it can be stored beside its outcome.
 */
export interface Step {
  /** As typed after `swath`; `$NAME` is replaced by a value from an earlier line. */
  line: string;
  /** A terminal on stdin, stdout and stderr. */
  terminal?: true;
  columns?: number;
  stdin?: string;
  env?: Record<string, string>;
  /** The user: the sandbox's member by default; "nobody" has no key and no base URL. */
  as?: "member" | "manager" | "outsider" | "nobody";
  /** The answers of a person, one question after another. */
  answers?: readonly (string | boolean)[];
  /** Requests to the sandbox's control plane before the line. */
  control?: readonly Control[];
  /** Files below home that exist before the line. */
  files?: Record<string, string>;
  /** Files below home that are truncated to this number of bytes before the line. */
  cut?: Record<string, number>;
  /** Values for later lines, by name: the first group of the pattern, found on stdout. */
  keep?: Record<string, string>;
  /** Files below home of which only the path is compared: their bytes differ from run to run. */
  opaque?: string;
}

export type Control = readonly [method: "GET" | "POST" | "DELETE", path: string, body?: object];

export interface Chapter {
  name: string;
  steps: readonly Step[];
  /** Without the sandbox in memory: these lines use the machine itself. */
  alone?: true;
}

/** The virtual time of the sandbox advanced. */
export const later = (seconds: number): Control => ["POST", "/clock", { advance: seconds }];

/** One line of the recording: what is typed, and what it meets. All of it is data, so that it can be stored beside what came of it. */
export interface Step {
  /** As typed after `swath`; `$NAME` stands for what an earlier line kept. */
  line: string;
  /** A terminal on stdin, stdout and stderr. */
  terminal?: true;
  columns?: number;
  stdin?: string;
  env?: Record<string, string>;
  /** Who asks: the sandbox's member unless said otherwise; nobody has no key and no base URL. */
  as?: "member" | "manager" | "outsider" | "nobody";
  /** What a person answers, one question after another. */
  answers?: readonly (string | boolean)[];
  /** Requests to the sandbox's control plane before the line. */
  control?: readonly Control[];
  /** Files below home that are there before the line. */
  files?: Record<string, string>;
  /** Files below home of which only so many first bytes remain before the line. */
  cut?: Record<string, number>;
  /** What later lines call by name: the first group of the pattern, found on stdout. */
  keep?: Record<string, string>;
  /** Files below home of which only the path is compared: their bytes differ from run to run. */
  opaque?: string;
}

export type Control = readonly [method: "GET" | "POST" | "DELETE", path: string, body?: object];

export interface Chapter {
  name: string;
  steps: readonly Step[];
  /** Without the sandbox in memory: these lines meet the machine itself. */
  alone?: true;
  /** A part file is resumed: after its run has ended, bytes that were not synced count only where the system has a boot id. */
  resumes?: true;
}

/** The same line for each ending. */
export const each = (start: string, endings: readonly string[], rest: Omit<Step, "line"> = {}): Step[] =>
  endings.map((ending) => ({ ...rest, line: `${start} ${ending}`.trim() }));

/** The same line in a pipe in each output format. */
export const inFormats = (line: string, formats: string, rest: Omit<Step, "line"> = {}): Step[] =>
  each(
    line,
    formats.split(" ").map((format) => `--output ${format}`),
    rest,
  );

/** The virtual time of the sandbox moved on. */
export const later = (seconds: number): Control => ["POST", "/clock", { advance: seconds }];

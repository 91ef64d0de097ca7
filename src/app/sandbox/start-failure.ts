import { AppError, ERROR_CODES, type ErrorCode, type ErrorKind } from "../../errors.ts";

interface Reported {
  code: ErrorCode;
  message: string;
  source: ErrorKind;
  hint?: string;
}

/** The failure that a sandbox in the background wrote into its log, as if it had happened here. */
export function failureIn(said: string, log: string): AppError {
  for (const line of said.split("\n").reverse()) {
    const error = readLine(line);
    if (error !== undefined) {
      return new AppError(error.source, error.code, error.message, { hint: error.hint });
    }
  }
  return new AppError("local", "INTERNAL", "the sandbox ended before it answered", {
    hint: `See what it said: ${log}`,
  });
}

function readLine(line: string): Reported | undefined {
  if (!line.startsWith('{"error"')) return undefined;
  try {
    const { error } = JSON.parse(line) as { error: Reported };
    return Object.hasOwn(ERROR_CODES, error.code) ? error : undefined;
  } catch {
    return undefined;
  }
}

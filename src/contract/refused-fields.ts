/** Reads which fields of its body a refusal of the service is about. */
import { readErrorBody } from "./read-error.ts";

/** The parts of a failed response that are read. */
interface Failed {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  text: string;
}

const QUOTED = /['"`]([A-Za-z]\w*)['"`]/g;

/**
 * Returns the names of the fields: the last name of each path, and each quoted word, as in `Unrecognized key(s) in object: 'ascDesc'`.
 * Empty for another failure than a refused body.
 */
export function refusedFields({ status, headers, text }: Failed): ReadonlySet<string> {
  if (status !== 400 && status !== 422) return new Set();
  const { message, detail } = readErrorBody(status, headers["content-type"], text);
  const paths = detail.flatMap(({ path }) => path?.match(/[A-Za-z_]\w*/g)?.at(-1) ?? []);
  const quoted = [message, ...detail.map((entry) => entry.message)].flatMap((words) =>
    [...words.matchAll(QUOTED)].map(([, word]) => word!),
  );
  return new Set([...paths, ...quoted]);
}

import { checkBody } from "../../src/contract/parse.ts";
import type { EndpointName } from "../../src/contract/endpoints.ts";
import { parseBodyPath, setPath, removePath } from "../../src/contract/json-path.ts";

/** Returns the body with one value changed, or removed if the value is undefined. */
export function change(body: unknown, where: string, value: unknown): unknown {
  const read = parseBodyPath(where);
  if (!read.ok) throw new Error(`${where} ${read.reason}`);
  return value === undefined ? removePath(body, read.path) : setPath(body, read.path, value);
}

/** Returns the code of every fault by its path; a path with two faults is a mistake of ours. */
export async function codesOf(name: EndpointName, body: unknown): Promise<Record<string, string>> {
  const result = await checkBody(name, body);
  if (result.ok) return {};
  const codes = Object.fromEntries(result.faults.map(({ path, code }) => [path, code]));
  if (Object.keys(codes).length !== result.faults.length) throw new Error(JSON.stringify(result.faults));
  return codes;
}

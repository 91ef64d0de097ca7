import {
  findBuiltInDeployment,
  parseDeployment,
  type ReadDeployment,
} from "../../settings/deployment-file.ts";
import type { Context } from "../context.ts";
import { readDocument } from "./read-value.ts";

/** Reads the file of a deployment, or a built-in one by its name; `-` is stdin. `flag` names it in messages. Errors: INPUT_NOT_READABLE, CONFIG_INVALID. */
export async function readDeploymentFile(
  context: Context,
  path: string,
  flag: string,
): Promise<ReadDeployment> {
  const builtIn = findBuiltInDeployment(path);
  if (builtIn !== undefined) return builtIn;
  const { bytes } = await readDocument(context, path, flag);
  return parseDeployment(bytes, path === "-" ? "stdin" : path);
}

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { type Deployment, DEPLOYMENTS, isDeploymentName } from "../contract/deployments.ts";
import { isJsonObject } from "../contract/json-object.ts";
import { AppError } from "../errors.ts";

/**
 * Returns a deployment by the name of a built-in one, or from a file. Errors: CONFIG_INVALID with the file's path.
 */
export async function readDeployment(given: string, cwd: string): Promise<Deployment> {
  if (isDeploymentName(given)) return DEPLOYMENTS[given];
  const path = resolve(cwd, given);
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw invalid(`${given} cannot be read: ${error.code ?? error.message}`, error);
  });
  const value = parse(text, given);
  if (!isJsonObject(value) || value["swathDeployment"] !== 1 || typeof value["name"] !== "string") {
    throw invalid(`${given} is not a deployment file: it has no swathDeployment 1 and no name`);
  }
  return value as unknown as Deployment;
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw invalid(`${path} is not JSON: ${(error as Error).message}`, error);
  }
}

const invalid = (message: string, cause?: unknown): AppError =>
  new AppError("usage", "CONFIG_INVALID", message, {
    next: `Built-in deployments: ${Object.keys(DEPLOYMENTS).join(", ")}`,
    cause,
  });

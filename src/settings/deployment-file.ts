/**
 * The file of a deployment: the forms of one service, for every profile and colleague that uses it. It has no address and no
 * key. `dialect` has keys of the table in contract/dialect.ts, `sandbox` has settings of a sandbox that answers like the service.
 */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { DIALECT_KEYS, readDialect, type Dialect } from "../contract/dialect.ts";
import { type Deployment, DEPLOYMENTS, isDeploymentName } from "../contract/deployments.ts";
import { isJsonObject, tryParseJson, nameOfKind, type JsonObject } from "../contract/json-object.ts";
import { findClosest, didYouMean } from "../domain/closest.ts";
import { AppError, inputError, type Fault } from "../errors.ts";
import { readText } from "../geo/read-text.ts";
import { advice, swath } from "../hint.ts";

/** The version of the format. */
const FORMAT = 1;

/** A deployment whose dialect was checked. */
export interface ReadDeployment extends Deployment {
  /** Flat: `"paths.orders": "/orders/"`. */
  readonly dialect: Partial<Dialect>;
  /** Read by `sandbox start` alone, which checks it. */
  readonly sandbox: JsonObject;
}

/** Returns a deployment by the name of a built-in one, or from a file. Errors: CONFIG_INVALID with the file's path. */
export async function readDeployment(given: string, cwd: string): Promise<ReadDeployment> {
  const builtIn = findBuiltInDeployment(given);
  if (builtIn !== undefined) return builtIn;
  const bytes = await readFile(resolve(cwd, given)).catch((error: NodeJS.ErrnoException) => {
    throw new AppError("usage", "CONFIG_INVALID", `${given} cannot be read: ${error.code ?? error.message}`, {
      next: `Built-in deployments: ${Object.keys(DEPLOYMENTS).join(", ")}`,
      cause: error,
    });
  });
  return parseDeployment(bytes, given);
}

/** Returns a built-in deployment; undefined for another name. */
export const findBuiltInDeployment = (name: string): ReadDeployment | undefined =>
  isDeploymentName(name) ? checkDeployment(DEPLOYMENTS[name], name) : undefined;

const MEMBERS = ["swathDeployment", "name", "dialect", "sandbox"];

/** Reads the content of such a file. `source` names it in messages. Throws all faults at once. Errors: CONFIG_INVALID. */
export function parseDeployment(bytes: Uint8Array, source: string): ReadDeployment {
  const content = tryParseJson(readText(bytes, source, "CONFIG_INVALID").text);
  if (content === undefined) throw makeInvalid(`${source} is not JSON`);
  if (!isJsonObject(content) || content["swathDeployment"] === undefined)
    throw makeInvalid(
      `${source} is not the file of a deployment: ${isJsonObject(content) ? "it has no swathDeployment" : `it has ${nameOfKind(content)}`}`,
    );
  return checkDeployment(content, source);
}

function checkDeployment(content: Readonly<Record<string, unknown>>, source: string): ReadDeployment {
  const { swathDeployment: version, name, dialect, sandbox = {} } = content;
  if (version !== FORMAT)
    throw makeInvalid(
      `${source} has swathDeployment ${JSON.stringify(version)}, and this version of swath reads ${FORMAT}`,
    );
  const read = readDialect(dialect);
  const faults = [
    ...Object.keys(content).flatMap((member) =>
      MEMBERS.includes(member) ? [] : [makeUnknownKey(member, MEMBERS)],
    ),
    ...(typeof name === "string" && name.trim() !== "" ? [] : [makeWrongValue("name", name, "a text")]),
    ...(isJsonObject(sandbox)
      ? []
      : [makeWrongValue("sandbox", sandbox, "an object of settings of the sandbox")]),
    ...read.faults.map((fault) => ({ ...fault, ...findNearestKey(fault) })),
  ];
  if (faults.length > 0)
    throw inputError(faults.map((fault) => ({ ...fault, message: `${source}: ${fault.message}` })));
  return { swathDeployment: FORMAT, name: String(name), dialect: read.set, sandbox: sandbox as JsonObject };
}

/** Returns the text of such a file. */
export const writeDeployment = (deployment: Deployment): string =>
  `${JSON.stringify(deployment, undefined, 2)}\n`;

/** Returns a deployment with these values. */
export const createDeployment = (name: string, dialect: Partial<Dialect>): Deployment => ({
  swathDeployment: FORMAT,
  name,
  dialect,
});

const makeInvalid = (message: string): AppError =>
  new AppError("usage", "CONFIG_INVALID", message, {
    next: advice`Such a file is written by ${swath`config export <file>`}`,
  });

const makeWrongValue = (path: string, value: unknown, rule: string): Fault => ({
  code: "CONFIG_INVALID",
  path,
  value,
  rule,
  message: `${path} ${JSON.stringify(value) ?? "is missing, and"} must be ${rule}`,
});

const makeUnknownKey = (path: string, known: readonly string[]): Fault => ({
  code: "CONFIG_INVALID",
  path,
  message: `there is no member ${JSON.stringify(path)}`,
  rule: `one of ${known.join(", ")}`,
  ...didYouMean(findClosest(path, known)),
});

/** Returns the key that was probably meant. */
function findNearestKey({ path }: Fault): ReturnType<typeof didYouMean> {
  const key = path.replace(/^dialect\./, "");
  if (Object.hasOwn(DIALECT_KEYS, key)) return {};
  return didYouMean(findClosest(key, Object.keys(DIALECT_KEYS)));
}

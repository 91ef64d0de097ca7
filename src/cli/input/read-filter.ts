import { isJsonObject } from "../../contract/json-object.ts";
import { AppError } from "../../errors.ts";
import { advice, type Command } from "../../hint.ts";
import type { Context } from "../context.ts";
import { readInlineJson } from "./read-value.ts";

/**
 * Parses the value of `--filter`. `of` describes its properties, `example` is a valid use. Errors: INPUT_NOT_JSON.
 */
export async function readFilter(
  context: Context,
  value: string | undefined,
  of: "fields" | "properties",
  example: Command,
): Promise<Record<string, unknown> | undefined> {
  if (value === undefined) return undefined;
  const filter = await readInlineJson(context, value, "--filter");
  if (isJsonObject(filter)) return filter;
  throw new AppError("usage", "INPUT_NOT_JSON", `--filter is not a JSON object of ${of}`, {
    next: advice`For example: ${example}`,
  });
}

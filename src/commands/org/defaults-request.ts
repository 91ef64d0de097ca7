/** Converts arguments and flags to the validated body of `PUT /organizations/{id}`. */
import { usageError } from "../../cli/input/usage.ts";
import {
  readBaseBody,
  listBodySources,
  withAssignments,
  type BodyOptions,
} from "../../cli/flags/body-flags.ts";
import { requireValidRequest } from "../../cli/input/require-valid-request.ts";
import type { Context } from "../../cli/context.ts";
import { readJsonDocument } from "../../cli/input/read-value.ts";
import { isJsonObject } from "../../contract/json-object.ts";
import type { DefaultsRequest } from "../../app/accounts/update-organization.ts";
import { correctFields } from "../../domain/correct-fields.ts";
import { mergeOrgDefaults, type DefaultProductType } from "../../domain/tasking/org-defaults.ts";
import { AppError } from "../../errors.ts";
import { advice, keepOne, swath, typed } from "../../hint.ts";

export interface DefaultsOptions extends BodyOptions {
  org?: string;
  required?: string[];
  optional?: string[];
  file?: string;
}

export async function readDefaultsRequest(
  context: Context,
  options: DefaultsOptions,
  orgId: string | undefined,
): Promise<DefaultsRequest> {
  const id = requireOrganization(context, options, orgId);
  const { file, data, required = [], optional = [] } = options;
  if (file !== undefined && data !== undefined)
    throw new AppError("usage", "INPUT_AMBIGUOUS", "--file and --data both give the list", {
      next: keepOne("--data", "--file"),
    });
  const given = file === undefined ? await readBaseBody(context, options) : await readBodyFile(context, file);
  const { body: base, ...correction } = correctFields("organization", withAssignments(given, options));
  const listed: unknown = base["defaultProductTypes"];
  if (listed === undefined && required.length === 0 && optional.length === 0) {
    throw usageError(
      "no product types are given",
      advice`Type: ${typed("--required", "GEO", "--optional", "SICD,GEC")}`,
    );
  }
  // A value that is not an array keeps its own fault.
  const isList = listed === undefined || (Array.isArray(listed) && listed.every(isJsonObject));
  const draft = mergeOrgDefaults(isList ? ((listed ?? []) as unknown as DefaultProductType[]) : [], {
    required,
    optional,
  });
  for (const note of draft.notes) context.notes.note(note);
  const body = { ...base, defaultProductTypes: isList ? draft.list : listed };
  const flags = {
    defaultProductTypes: optional.length > 0 ? "--optional" : "--required",
    ...(file !== undefined && { defaultProductTypes: "--file" }),
    ...listBodySources(given, options),
  };
  return {
    id,
    body: await requireValidRequest(
      context,
      "updateOrganization",
      {
        body: body as DefaultsRequest["body"],
        faults: [...correction.faults, ...draft.faults],
        warnings: [...correction.warnings, ...draft.warnings],
      },
      flags,
    ),
  };
}

function requireOrganization(
  { settings, service }: Context,
  { org }: DefaultsOptions,
  orgId: string | undefined,
): string {
  if (orgId !== undefined && org !== undefined && orgId !== org)
    throw usageError(`${orgId} and --org ${org} are two organizations`);
  const id = orgId ?? org ?? settings.organizationId.value;
  if (id !== undefined && id.trim() !== "") return id;
  throw usageError(
    "no organization is given",
    service.isSandbox
      ? advice`Find its id: ${swath`sandbox users --columns user,organization,organizationId`}`
      : advice`Store its id, which each order has as organizationId: ${swath`config set organizationId <id>`}`,
  );
}

/** Reads a file with the body, or with the array alone. */
async function readBodyFile(context: Context, file: string): Promise<Record<string, unknown>> {
  const { value } = await readJsonDocument(context, file, "--file");
  if (Array.isArray(value)) return { defaultProductTypes: value };
  if (isJsonObject(value)) return value;
  throw new AppError("usage", "INPUT_NOT_JSON", `--file ${file} contains neither a list nor an object`);
}

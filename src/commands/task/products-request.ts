/** Words -> which product types a task is to have. */
import { checkRequest } from "../../cli/input/check-request.ts";
import type { Context } from "../../cli/context.ts";
import { readIds } from "../../cli/input/ids-argument.ts";
import type { BodyOf } from "../../contract/schemas.ts";
import { missingGeo, productTypeList } from "../../domain/tasking/product-types.ts";
import { AppError, type Fault } from "../../errors.ts";

export interface ProductOptions {
  productType?: string[];
  add?: string[];
  remove?: string[];
  withRequired?: true;
}

export interface ProductsRequest {
  ids: string[];
  /** The whole new list, or what changes in the list that the task has. */
  change: { types: string[] } | { add: string[]; remove: string[] };
}

export type UpdateBody = BodyOf<"updateTask">;

const PATH = "properties.processingConfig.productTypes";

/** This and nothing else: other members of a task cannot be changed. */
export const updateBody = (productTypes: string[]): UpdateBody => ({
  properties: { processingConfig: { productTypes } },
});

export async function productsRequest(
  context: Context,
  options: ProductOptions,
  given: readonly string[],
): Promise<ProductsRequest> {
  const { productType, add = [], remove = [] } = options;
  const isChange = add.length > 0 || remove.length > 0;
  if ((productType === undefined) === !isChange) {
    const message = isChange
      ? "--product-type replaces the list that --add and --remove change: give one or the other"
      : "no product types are given";
    throw new AppError("usage", "USAGE", message, {
      hint: "Type: --product-type GEO,SICD, or --add GEC --remove SLC",
    });
  }
  const ids = await readIds(context, given, "taskId");
  const faults: Fault[] = [];
  const warnings: Fault[] = [];
  const read = (types: readonly string[], flag: string): string[] => {
    const list = productTypeList(types, PATH, flag);
    for (const note of list.notes) context.notes.note(`${flag}: ${note}`);
    faults.push(...list.faults);
    warnings.push(...list.warnings);
    return list.types;
  };
  if (isChange) {
    const change = { add: read(add, "--add"), remove: read(remove, "--remove") };
    if (change.remove.includes("GEO")) {
      const rule = "GEO is required by the system and must always be included";
      faults.push({
        code: "GEO_REQUIRED",
        path: PATH,
        flag: "--remove",
        value: "GEO",
        rule,
        message: "GEO cannot be removed: the system requires it",
      });
    }
    // The list itself is checked once the task was read; what is wrong with the words is said before.
    const body = updateBody(["GEO", ...change.add]);
    await checkRequest(context, "updateTask", { body, faults, warnings }, {});
    return { ids, change };
  }
  const asked = productType ?? [];
  const isCompleted = options.withRequired === true && !asked.some((type) => type.toUpperCase() === "GEO");
  const types = read(isCompleted ? ["GEO", ...asked] : asked, "--product-type");
  const missing = missingGeo(types, PATH, "--product-type");
  if (missing !== undefined) faults.push(missing);
  await checkRequest(
    context,
    "updateTask",
    { body: updateBody(types), faults, warnings },
    { [PATH]: "--product-type" },
  );
  return { ids, change: { types } };
}

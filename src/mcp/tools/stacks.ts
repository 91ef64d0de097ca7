import * as z from "zod";
import { formatTimestamp } from "../../time/timestamp.ts";
import type { Collect, Stack } from "../../domain/catalog/stacks.ts";
import { productTypes } from "../../domain/catalog/scene.ts";
import { allFromStac } from "../../domain/orders/order-items.ts";
import { listAnswer } from "../answer.ts";
import { areaInput, pageInput, timeInput, usage } from "../inputs.ts";
import { defineTool } from "../tool.ts";
import { searchOf } from "./search.ts";

export const stacks = defineTool({
  name: "stacks",
  title: "Group scenes of one geometry",
  description:
    "Groups the scenes over an area, or around an item, that were taken in the same geometry, for change detection. One row per stack. " +
    "Interferometric baselines are not considered. Costs nothing.",
  input: z.strictObject({
    ...areaInput,
    ...timeInput,
    item: z.string().optional().describe("only the stack of this item id"),
    productType: z.string().optional(),
    minScenes: z.number().int().min(2).optional().describe("smallest stack, default 2"),
    ...pageInput,
  }),
  run: async (context, input) => {
    const [{ findStacks, requestAround }, { searchItems }, { USUAL_LIKENESS }] = await Promise.all([
      import("../../app/catalog/find-stacks.ts"),
      import("../../app/catalog/search-items.ts"),
      import("../../domain/catalog/stacks.ts"),
    ]);
    const { item, minScenes } = input;
    const asked = await searchOf(context, input, undefined);
    const { body } = asked;
    if (item === undefined && body.bbox === undefined && body.intersects === undefined)
      throw usage("give an area or an item: the stacks of the whole archive are not searched");
    const request = { ...asked, limit: Infinity };
    const around = item === undefined ? request : (await requestAround(context, request, item)).request;
    const found = await findStacks(context, searchItems(context, around), {
      likeness: USUAL_LIKENESS,
      item,
      least: minScenes,
    });
    return listAnswer(found, input, rowOf);
  },
});

/** Maximum number of listed scenes of a stack. */
const MAX_SCENES = 30;

const rowOf = ({ reference, collects, medianGapDays }: Stack): Record<string, unknown> => ({
  reference: sceneOf(reference),
  scenes: collects.length,
  medianGapDays: Math.round(medianGapDays * 10) / 10,
  satellite: reference.satellite,
  orbit: reference.orbitState,
  look: reference.lookDirection,
  mode: reference.mode,
  polarization: reference.polarization,
  lookAngle: reference.lookAngle,
  incidence: reference.incidence,
  collects: collects.slice(0, MAX_SCENES).map(sceneOf),
});

const sceneOf = ({ id, items, timeMs }: Collect): Record<string, unknown> => ({
  scene: id,
  time: formatTimestamp(timeMs),
  products: productTypes(items),
  items: allFromStac(items).map(({ collectionId, granuleId }) => `${collectionId}/${granuleId}`),
});

import * as z from "zod";
import { pathInside } from "../roots.ts";
import { defineTool } from "../tool.ts";

export const download = defineTool({
  name: "download",
  title: "Download an order",
  description:
    "Downloads the files of an order that exists into the output folder of the server. Each file is verified; a second call fetches only " +
    "what is missing. Orders nothing and costs nothing.",
  writes: "files",
  input: z.strictObject({
    order: z.string().describe("id of the order"),
    folder: z.string().optional().describe("folder in the output folder, default: the output folder itself"),
    assets: z.array(z.string()).optional().describe("only these assets, such as metadata"),
    wait: z.boolean().optional().describe("wait until the order is ready, up to an hour"),
  }),
  run: async (context, { order, folder = ".", assets, wait = false }) => {
    const outDir = await pathInside(context.roots, "output", folder);
    const [{ downloadOrder }, { DEFAULT_WAIT }] = await Promise.all([
      import("../../app/downloads/download-order.ts"),
      import("../../time/poll.ts"),
    ]);
    const report = await downloadOrder(context, order, {
      outDir,
      ...(assets && { filters: { asset: assets } }),
      ...(wait && { wait: DEFAULT_WAIT }),
    });
    return { data: { ...report, directory: folder } };
  },
});

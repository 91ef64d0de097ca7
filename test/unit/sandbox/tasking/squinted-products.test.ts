/* eslint-disable typescript/no-explicit-any */
import { describe, expect, it } from "vitest";
import { expectFootprintIn } from "../imagery/sicd-footprint.ts";
import { idOf, openSky, type Sky, taskBody } from "./requests.ts";

/** The SICD document of an order that is complete. */
async function documentOf({ ask }: Sky, orderId: string): Promise<string> {
  const items: any[] = (await ask("GET", `/orders/${orderId}/download`)).json;
  const item = items.find(({ properties }) => properties["sar:product_type"] === "SICD");
  const data = Object.values<any>(item.assets).find(({ roles }) => roles[0] === "data");
  const { pathname, search } = new URL(data.href);
  const { text } = await ask("GET", pathname + search, { as: "nobody" });
  return text.slice(text.indexOf("<SICD "), text.indexOf("</SICD>") + 7);
}

async function searched({ ask }: Sky, query: object): Promise<any[]> {
  const body = { query: { "sar:product_type": { eq: "SICD" }, ...query }, limit: 5 };
  return (await ask("POST", "/catalog/search", { body })).json.features;
}

describe("squinted collects", () => {
  it("SBX-07 of the archive have footprints that their SICD products show", async () => {
    const sky = await openSky({ archiveSize: 4000 });
    for (const query of [{ gt: 10 }, { lt: -10 }]) {
      const items = await searched(sky, { "vendor:squint_angle": query });
      expect(items.length).toBeGreaterThan(1);
      for (const item of items) {
        const collectIds = [item.properties["vendor:collect_id"]];
        const { json } = await sky.ask("POST", "/orders", {
          body: { items: [{ productType: "SICD", collectIds }] },
        });
        expectFootprintIn(await documentOf(sky, json.orderId), item.geometry, item.id);
      }
    }
  });

  it.each([
    ["stripmap_20", "forward"],
    ["stripmap_50", "backward"],
    ["stripmap_100", "enabled"],
  ])(
    "SBX-07 TASK-49 of tasks have footprints that their SICD products show: %s, %s",
    async (type, squint) => {
      const sky = await openSky();
      const body = taskBody(
        {
          collectionType: type,
          collectConstraints: { squint, maxSquintAngle: 30, offNadirMin: 30 },
          processingConfig: { productTypes: ["GEO", "SICD"] },
        },
        { preApproval: true },
      );
      const id = idOf(await sky.create(body));
      await sky.go(30);
      expect((await sky.ask("POST", `/_sandbox/tasks/${id}/complete`, { body: {} })).status).toBe(200);
      const { properties } = await sky.task(id);
      const [item] = await searched(sky, { "vendor:collect_id": { eq: properties.collectIds[0] } });
      if (squint !== "enabled") expect(Math.abs(item.properties["vendor:squint_angle"])).toBeGreaterThan(14);
      const { json } = await sky.ask("POST", `/orders/task/${id}`);
      expectFootprintIn(await documentOf(sky, json.orderId), item.geometry, item.id);
    },
  );
});

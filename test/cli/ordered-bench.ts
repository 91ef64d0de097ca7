/** A bench on which one image of the archive can be ordered: the start of every test about downloads. */
import { openBench, type Bench } from "./bench.ts";
import { tempHome } from "./world.ts";

export interface OrderedBench extends Bench {
  granule: string;
  /** An order of the image, placed from a home folder of its own, where no fault is planted. */
  freshOrder: () => Promise<{ home: string; id: string }>;
}

export async function openOrderedBench(): Promise<OrderedBench> {
  const bench = await openBench();
  const { swath, control } = bench;
  const granule = (await swath("catalog search --product-type GEO --limit 1 --output id")).stdout.trim();
  return {
    ...bench,
    granule,
    freshOrder: async () => {
      await control("DELETE", "/faults");
      const home = await tempHome();
      const placed = await swath(`order place --item vendor-archive/${granule} --yes --output id`, { home });
      return { home, id: placed.stdout.trim() };
    },
  };
}

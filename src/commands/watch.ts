import { Option, type Command } from "@commander-js/extra-typings";
import {
  toOrderItems,
  toSceneJson,
  type NewScene,
  type WatchRequest,
} from "../app/watching/watch-request.ts";
import { defineCommand } from "../cli/command/define-command.ts";
import type { Context } from "../cli/context.ts";
import { flag } from "../cli/flags/flag.ts";
import { addMapFlags } from "../cli/flags/map-flags.ts";
import { maxCostFlag } from "../cli/flags/spending-flags.ts";
import { priceFlag } from "../cli/flags/paging-flags.ts";
import { addPollFlags, waitTimes } from "../cli/flags/wait-flags.ts";
import { refuse, usageFault } from "../cli/input/usage.ts";
import { choosePresentation, isTableForPeople } from "../cli/output/presentation.ts";
import { listView } from "../cli/output/view.ts";
import { readFootprint } from "../contract/item-footprint.ts";
import { listItemProducts } from "../domain/catalog/scene.ts";
import {
  isDocumentText,
  readCommandWords,
  readDuration,
  readNewPath,
  readPath,
  readNonEmpty,
} from "../domain/readers.ts";
import type { Column } from "../render/column.ts";
import { DAY_MS } from "../time/civil.ts";
import { SCENE, readItemTime } from "./catalog/item-view.ts";
import {
  collectionFlag,
  instrumentModeFlag,
  minCoverFlag,
  notOwnedFlag,
  orbitStateFlag,
  platformFlag,
  productTypeFlag,
  whereFlag,
} from "./catalog/search-flags.ts";
import { makeProgramRunner } from "./files/program-runner.ts";
import { requireReach } from "./files/transfer-faults.ts";

const addWatchFlags = (command: Command) =>
  addPollFlags(
    addMapFlags(
      command
        .argument("<file>", "sites: GeoJSON, KML, GeoPackage, shapefile ... (- for stdin)")
        .optionsGroup("Sites:")
        .addOption(flag("--name <name>", "name of the site, for a single geometry", readNonEmpty))
        .addOption(flag("--name-property <property>", "property with the name (default: name)", readNonEmpty))
        .addOption(new Option("--ignore-unknown", "ignore properties of sites that are not filters"))
        .addOption(collectionFlag())
        .addOption(productTypeFlag())
        .addOption(instrumentModeFlag())
        .addOption(orbitStateFlag())
        .addOption(platformFlag())
        .addOption(whereFlag())
        .addOption(minCoverFlag())
        .optionsGroup("New scenes:")
        .addOption(
          flag("--state <path>", "state file or s3:// object (default: <sites>.watch.json)", readNewPath),
        )
        .addOption(
          flag("--since <duration>", "report this much that no run has reported, such as 7d", readDuration),
        )
        .addOption(
          flag("--look-back <duration>", "a usual look begins this long ago (default: 30d)", readDuration),
        )
        .addOption(new Option("--full", "look at everything, not only at the last 30 days"))
        .addOption(new Option("--peek", "show what is new, and order, run and remember nothing"))
        .addOption(new Option("--reset", "begin again: every look is a first look"))
        .addOption(flag("--exports <dir>", "read mirrored export files, without the catalog", readPath))
        .addOption(
          flag("--lock-timeout <duration>", "wait this long for another run (default: 10m)", readDuration),
        )
        .addOption(priceFlag())
        .addOption(notOwnedFlag())
        .optionsGroup("Map:"),
    )
      .optionsGroup("For a job:")
      .addOption(
        flag("--exec <command>", "run once per scene, its JSON appended or for {}", readCommandWords),
      )
      .addOption(new Option("--exit-code", "exit with 15 instead of 0 when something is new"))
      .addOption(new Option("--github-output", "append the counts to $GITHUB_OUTPUT"))
      .optionsGroup("Order:")
      .addOption(new Option("--order", "order the new scenes; needs --yes and a limit or a budget"))
      .addOption(maxCostFlag())
      .addOption(flag("--download <dir>", "then download the orders into this folder", readNewPath)),
  );

type WatchOptions = ReturnType<ReturnType<typeof addWatchFlags>["opts"]>;

const COLUMNS: readonly Column<NewScene>[] = [
  { key: "site", header: "SITE", value: ({ site }) => site },
  SCENE.time,
  SCENE.products,
  { ...SCENE.owned, only: "screen" },
  SCENE.covers,
  { ...SCENE.price, onRequest: "price" },
  { key: "order", header: "ORDER", value: ({ order }) => orderText(order), kept: true },
  { ...SCENE.inc, wide: true },
  { ...SCENE.orbit, wide: true },
  { ...SCENE.mode, wide: true },
  SCENE.scene,
  { key: "firstSeen", header: "FIRST SEEN", value: ({ firstSeen }) => firstSeen, only: "sheet" },
  {
    key: "items",
    header: "ITEMS",
    value: ({ items }) => items.map(({ item }) => item.id).join(" "),
    only: "sheet",
  },
];

const orderText = (order: NewScene["order"]): string | undefined =>
  order?.status === "ordered" ? (order.price ?? "ordered") : order?.status.replace("-", " ");

const newScenesView = listView<NewScene, AsyncIterable<NewScene>>({
  columns: COLUMNS,
  names: ["id"],
  empty: "Nothing new",
  rowSource: toSceneJson,
  id: ({ items }) => items.flatMap(({ item }) => item.id ?? []),
  feature: (scene) => ({
    type: "Feature",
    id: scene.scene,
    geometry: readFootprint(scene.items[0]!.item) ?? null,
    properties: {
      site: scene.site,
      scene: scene.scene,
      firstSeen: scene.firstSeen,
      datetime: SCENE.time.value(scene),
      products: listItemProducts(scene.items.map(({ item }) => item)),
      items: scene.items.map(({ item }) => item.id),
      ...(scene.order && { order: scene.order }),
    },
  }),
  orderItems: toOrderItems,
  map: {
    part: ({ items: [first] }) => ({ geometry: readFootprint(first!.item), time: readItemTime(first!.item) }),
    colourBy: "site",
    labelBy: "scene",
  },
});

export const watch = defineCommand({
  name: "watch",
  summary: "Report new scenes over many sites since the last run",
  description:
    "Each feature of the file is a site: its `name`, and filters of `catalog search` as properties; flags are the defaults of all sites. " +
    "A state file beside the sites keeps the ids that were reported: ids decide what is new, not dates. The first look at a site " +
    "notes what exists. Later runs ask for the last 30 days, and once a week for everything. The state is written when the rows are out: a run that " +
    "was killed, or whose program, order or download failed, reports the same scenes again. Runs with --order, runs with --exec and runs with " +
    "other filters have memories of their own, so that none takes the news of another; --peek takes none. With --order each scene is ordered " +
    "once, in rounds over the sites, within --max-cost for the whole run. With --not-owned a scene that is owned already counts as reported.",
  examples: [
    "swath watch sites.geojson --sandbox",
    'swath watch sites.geojson --since 7d --json --query "[].scene" --sandbox',
    "swath watch sites.geojson --product-type GEO --order --yes --max-cost 5000 --download new/",
    "swath watch sites.geojson --exports footprints/ --exit-code",
  ],
  mostUsed: [
    "--state",
    "--product-type",
    "--where",
    "--min-cover",
    "--since",
    "--full",
    "--peek",
    "--not-owned",
    "--order",
    "--max-cost",
    "--download",
    "--exports",
    "--exec",
    "--exit-code",
    "--map",
  ],
  syntax: addWatchFlags,
  parse: async (context, options, file): Promise<WatchRequest> => {
    const [{ readSites }, { makeOwnedFilter }] = await Promise.all([
      import("./watch/sites-request.ts"),
      import("./catalog/owned-marks.ts"),
    ]);
    await requireWatch(context, options, file);
    await requireReach(context, options.download);
    const { collection = [], exports: folder, order, maxCost, download, exec } = options;
    return {
      sites: await readSites(context, file, options),
      state: options.state ?? toStatePath(file),
      lockTimeoutMs: options.lockTimeout ?? 600_000,
      lookBackMs: options.lookBack ?? 30 * DAY_MS,
      isFull: options.full === true,
      isPeek: options.peek === true,
      isReset: options.reset === true,
      sinceMs: options.since,
      isPriced: options.price === true,
      filter: await makeOwnedFilter(context, options),
      ...(folder !== undefined && { exports: { folder, collection: collection[0] } }),
      ...(order === true && { order: { maxCost, downloadTo: download, times: waitTimes(options) } }),
      ...(exec !== undefined && { exec: { words: exec, run: makeProgramRunner(context) } }),
    };
  },
  run: async (context, request, options): Promise<AsyncIterable<NewScene>> => {
    const [{ watchSites }, { PagedRows }, { WatchTally }, { reportToJob }] = await Promise.all([
      import("../app/watching/watch-sites.ts"),
      import("../cli/output/paged-rows.ts"),
      import("./watch/job-report.ts"),
      import("./job-report.ts"),
    ]);
    const run = await watchSites(context, request);
    context.outcome.atEnd.push(() => run.close());
    const tally = new WatchTally();
    const shown: NewScene[] = [];
    context.outcome.afterShown.push(
      () => run.commit(),
      () => reportToJob(context, tally.report(), options),
      () => suggestOrder(context, request, shown),
    );
    const counted = async function* (): AsyncGenerator<readonly NewScene[]> {
      for await (const page of run.findScenes()) {
        for (const scene of page) tally.add(scene);
        shown.push(...page);
        yield page;
      }
    };
    context.map.targets = request.sites.map(({ name, geometry }) => ({ name, geometry }));
    return new PagedRows(counted());
  },
  view: newScenesView,
});

/**
 * Keeps the scenes on a terminal for the list of `order place`, and suggests the next step. A run with --order has taken it, and
 * export files do not name the collection that an order needs.
 */
async function suggestOrder(
  context: Context,
  { order, exports }: Pick<WatchRequest, "order" | "exports">,
  shown: readonly NewScene[],
): Promise<void> {
  if (shown.length === 0 || order !== undefined || exports !== undefined) return;
  if (!isTableForPeople(choosePresentation(context))) return;
  const [{ keepLastSearch }, { hintAtList }] = await Promise.all([
    import("../cli/ids/last-search.ts"),
    import("./catalog/order-hint.ts"),
  ]);
  await keepLastSearch(
    context,
    shown.flatMap(({ items }) => items),
    "over your sites",
  );
  hintAtList(context);
}

/** Refuses flags that contradict each other, before anything is read. */
async function requireWatch(context: Context, given: WatchOptions, file: string): Promise<void> {
  const { state, exports, order, maxCost, download, price, collection, peek } = given;
  const { options, settings, consent } = context;
  refuse([
    (file === "-" || isDocumentText(file)) &&
      state === undefined &&
      usageFault("--state", "the sites have no file beside which the state could be", {
        next: "Add --state <path>",
      }),
    /^s3:\/\/[^/]*\/?$/i.test(state ?? "") &&
      usageFault("--state", `--state ${state}: the object has no name`, {
        rule: "s3://bucket/name",
        next: "Add a name, such as s3://bucket/sites.watch.json",
      }),
    order !== true &&
      (maxCost !== undefined || download !== undefined) &&
      usageFault(
        maxCost === undefined ? "--download" : "--max-cost",
        `${maxCost === undefined ? "--download" : "--max-cost"} is for orders, and this run orders nothing`,
        { next: "Add --order" },
      ),
    order === true &&
      options.yes !== true &&
      options.dryRun !== true &&
      peek !== true &&
      usageFault(
        "--order",
        "--order buys without a question for each scene, so it needs consent beforehand",
        { next: "Add --yes" },
      ),
    order === true &&
      peek !== true &&
      maxCost === undefined &&
      settings.budget.value === undefined &&
      usageFault("--order", "--order needs a limit: --max-cost, or a budget of the profile", {
        next: "Add --max-cost <amount>",
      }),
    order === true &&
      consent.resend &&
      usageFault("--resend", "a watch buys nothing twice, so --resend has no effect with --order", {
        next: "Leave out --resend",
      }),
    exports !== undefined &&
      (collection ?? []).length > 1 &&
      usageFault("--collection", "--exports takes one --collection, which export files do not contain"),
  ]);
  if (exports === undefined || order === true || price === true) return;
  const { requireCollection } = await import("./catalog/catalog-request.ts");
  requireCollection(choosePresentation(context).format, collection?.[0]);
}

/** `sites.geojson` has the state `sites.watch.json`, and the layer `sites.gpkg|layername=ports` has `sites.ports.watch.json`. */
function toStatePath(given: string): string {
  const [file = "", layer] = given.split("|layername=", 2);
  const name = layer === undefined ? "" : `.${layer.replaceAll(/[^\p{L}\p{N}_.-]+/gu, "-")}`;
  return `${file.replace(/\.[^./\\]+$/, "")}${name}.watch.json`;
}

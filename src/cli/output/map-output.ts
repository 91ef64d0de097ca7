/**
 * Writes the rows of a command as a map page: to stdout, to the file of --map, and with --open in the system's
 * browser.
 */
import { dirname, basename, join, resolve } from "node:path";
import { findPlaces } from "../../app/catalog/item-places.ts";
import { onDisk } from "../../disk/disk-error.ts";
import { replaceDurably } from "../../disk/durable-files.ts";
import { makeFolder } from "../../disk/make-folder.ts";
import type { ItemName } from "../../domain/catalog/item-name.ts";
import type { Geometry } from "../../geo/geojson.ts";
import { programName, findShell } from "../../hint.ts";
import { writeMapPage, type MapPage, type MapRow } from "../../render/map-page.ts";
import type { Column } from "../../render/column.ts";
import { countText } from "../../counted.ts";
import { SANDBOX_PROFILE } from "../../settings/profiles.ts";
import { requirePageFile } from "../../app/page-file.ts";
import type { Context } from "../context.ts";
import type { MapOptions } from "../flags/map-flags.ts";
import { listCarriedFlags } from "../write-command.ts";
import { isStream, watchPages } from "./paged-rows.ts";
import { showInBrowser } from "./show-in-browser.ts";
import type { View } from "./view.ts";
import type { Presentation } from "./presentation.ts";
import { chooseDefaultColumns, isRequested } from "./select-columns.ts";
import type { World } from "../world.ts";

/** A page with more rows would open slowly. */
const MAX_ROWS = 20_000;

/** Returns the view with the location of each row's catalog items, and reports the number of rows without one. */
export async function viewForMap(
  context: Context,
  view: View<unknown>,
  data: unknown,
): Promise<View<unknown>> {
  if (view.summary !== undefined) context.map.facts = await view.summary(data);
  const { map } = view;
  if (map?.itemsOf === undefined) return view;
  const itemsOf = (row: unknown): readonly ItemName[] => map.itemsOf?.(row) ?? [];
  const rows = [...(view.rows(data) as Iterable<unknown>)];
  const { notes } = context;
  if (context.service.isDryRun) {
    notes.note("--dry-run sends nothing, so the map does not show where the items lie");
    return view;
  }
  const placeOf = await findPlaces(context, rows.flatMap(itemsOf));
  const places = new Map<unknown, Geometry | undefined>();
  for (const row of rows)
    places.set(row, await joinPlaces(itemsOf(row).flatMap((item) => placeOf?.(item) ?? [])));
  const without = rows.filter((row) => places.get(row) === undefined).length;
  const why = placeOf === undefined ? "" : ": the catalog of this profile does not show their items";
  if (without > 0)
    notes.note(
      `${without} of ${countText(rows.length, "row")} ${without === 1 ? "has" : "have"} no place on the map${why}`,
    );
  return { ...view, map: { ...map, part: (row) => ({ ...map.part(row), geometry: places.get(row) }) } };
}

/** Joins the locations of a row's items: if two of them overlapped, the map would draw a hole. */
async function joinPlaces(places: readonly Geometry[]): Promise<Geometry | undefined> {
  // The products of a scene mostly have one outline.
  const different = [...new Map(places.map((place) => [JSON.stringify(place), place])).values()];
  if (different.length < 2) return different[0];
  const { union } = await import("../../geo/overlay.ts");
  return { type: "GeometryCollection", geometries: union(different) };
}

/** Keeps the rows of a result on their way to the output. */
export class MapRecorder {
  private readonly rows: unknown[] = [];
  private omitted = 0;

  /** @param command the words of the command, as the page's title */
  constructor(
    private readonly view: View<unknown>,
    readonly command: readonly string[],
    private readonly how: Pick<Presentation, "flags" | "columns">,
  ) {}

  /** Returns the same data; rows of a stream are kept as they pass. */
  watch<Data>(data: Data): Data {
    if (!isStream(data)) this.keep([...(this.view.rows(data) as Iterable<unknown>)]);
    return watchPages(data, (page) => this.keep(page));
  }

  private keep(page: readonly unknown[]): void {
    const room = Math.max(0, MAX_ROWS - this.rows.length);
    this.rows.push(...page.slice(0, room));
    this.omitted += Math.max(0, page.length - room);
  }

  page(context: Context): string {
    return writeMapPage(this.describe(context));
  }

  private describe(context: Context): MapPage {
    const { view } = this;
    const parts = this.rows.map((row) => view.map?.part(row) ?? {});
    const hasPrices = parts.some(({ price }) => price !== undefined);
    const isPriced = parts.length > 0 && parts.every(({ price }) => price !== undefined);
    const isEmpty = (column: Column<unknown>): boolean =>
      this.rows.every((row) => column.value(row) === undefined);
    // The page sorts prices by their amounts. Most pages have no owned row.
    const isLeftOut = (column: Column<unknown>): boolean =>
      (column.key === "price" && hasPrices) ||
      (column.key === "cost" && isPriced) ||
      (column.key === "owned" && isEmpty(column));
    const columns = chooseDefaultColumns(view, { target: "screen", flags: this.how.flags }).filter(
      (column) => !isLeftOut(column),
    );
    // A command would read an id that starts with a hyphen as a flag.
    const isNoFlag = (row: unknown): boolean =>
      ![view.id?.(row) ?? []].flat().some((id) => id.startsWith("-"));
    return {
      title: makeTitle(this.command),
      madeAt: new Date(context.clock.now()).toISOString(),
      columns,
      ...(view.map?.colourBy !== undefined && { colourBy: view.map.colourBy }),
      rows: this.rows.map((row, index): MapRow => ({
        orderItems: view.orderItems?.(row),
        id: [view.id?.(row) ?? []].flat().join(" "),
        values: Object.fromEntries(columns.map((column) => [column.key, column.value(row)])),
        ...parts[index],
      })),
      omitted: this.omitted,
      command: {
        program: programName(context.world.env),
        carried: listCarriedWords(context),
        shell: ["powershell", "cmd"].includes(findShell(context.world.env, context.world.platform))
          ? "powershell"
          : "posix",
        ...(this.rows.every(isNoFlag) && { ofIds: view.map?.ofIds }),
        ...(parts.some(({ scene }) => scene !== undefined) && !hasPrices && this.withPrices()),
      },
      ...context.map,
    };
  }

  /** Returns the command that adds prices; absent if the search asked for them, and if files were searched. */
  private withPrices(): { withPrices?: string } {
    const { columns = [] } = this.view;
    return !columns.some(({ key }) => key === "price") || isRequested("price", this.how, columns)
      ? {}
      : { withPrices: "add --price to the search" };
  }
}

/** Returns `Catalog search`; of a list of a noun in the plural the noun alone: `Deliveries`. */
const makeTitle = (command: readonly string[]): string => {
  const [noun = "", verb] = command;
  const text = verb === "list" && noun.endsWith("s") ? noun : command.join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
};

const listCarriedWords = (context: Context): string[] => [
  ...listProfileWords(context),
  ...listCarriedFlags(context.world.argv),
];

/** The page is read in another shell, which may have another profile in its environment. */
function listProfileWords({ world, profileName }: Context): string[] {
  const isNamed = listCarriedFlags(world.argv).some((word) => word === "--sandbox" || word === "--profile");
  if (isNamed || profileName === "default") return [];
  return profileName === SANDBOX_PROFILE ? ["--sandbox"] : ["--profile", profileName];
}

/** Called before anything is sent, so that a missing folder does not waste work. */
export const requireMapFile = ({ cwd }: Pick<World, "cwd">, given: string): Promise<void> =>
  requirePageFile({ given, path: resolve(cwd, given) });

/** Writes the page as requested by the flags, and shows it. */
export async function writeMap(context: Context, recorder: MapRecorder, options: MapOptions): Promise<void> {
  const { world, notes, directories } = context;
  const path =
    options.map === undefined
      ? join(directories.cache, "maps", context.profileName, `${recorder.command.join("-")}.html`)
      : resolve(world.cwd, options.map);
  const page = recorder.page(context);
  await onDisk(path, async () => {
    await makeFolder(dirname(path));
    await replaceDurably(dirname(path), basename(path), page, world.uuid());
  });
  notes.note(`Wrote the map page ${path}`);
  if (options.open === true && options.gallery !== true) await showInBrowser(context, path);
}

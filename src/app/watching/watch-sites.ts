/**
 * Reports what is new over many sites since the last run. Delivery is at least once: the state is written when the rows are
 * out, so a run that dies before reports the same scenes again.
 */
import type { AppContext } from "../context.ts";
import type { StacItem } from "../../contract/read-items.ts";
import { countText, listText } from "../../counted.ts";
import { findCollectId, groupScenes } from "../../domain/catalog/scene.ts";
import { toIdKey } from "../../contract/id-key.ts";
import { findMemory, withMemory, type FoundMemory } from "../../domain/watching/find-memory.ts";
import { nextLook, SiteDelta, type Look, type NamedItem } from "../../domain/watching/site-delta.ts";
import type { Ordering, Purpose, SiteMemory } from "../../domain/watching/watch-state.ts";
import { AppError } from "../../errors.ts";
import { timeForPeople } from "../../time/timestamp.ts";
import { escapeJson } from "../../render/safe-text.ts";
import { toBatchError } from "../batch.ts";
import {
  toFoundItems,
  gatherPages,
  addCover,
  addItemPrices,
  type FoundFilter,
  type FoundPages,
} from "../catalog/found-items.ts";
import { findInCatalog } from "../catalog/item-places.ts";
import { markOwned } from "../deliveries/owned.ts";
import { runProgram } from "../downloads/exec-hook.ts";
import { workInOrder } from "../in-order.ts";
import { readPagesOverSite } from "./look-in-catalog.ts";
import { MAY_BE_ORDERED, SceneOrders, type Failure } from "./scene-orders.ts";
import { openState, type StateFile } from "./state-file.ts";
import {
  choosePurpose,
  toSceneArgument,
  type NewScene,
  type Site,
  type WatchRequest,
} from "./watch-request.ts";

/** Errors: those of `openState`, before anything is sent. */
export async function watchSites(context: AppContext, request: WatchRequest): Promise<WatchRun> {
  const { service, settings, clock } = context;
  const { state: path, lockTimeoutMs, exports, order } = request;
  // Export files need no service: its address counts if the settings have one.
  const needsService = exports === undefined || order !== undefined;
  const baseUrl = settings.baseUrl.value;
  const origin = needsService ? (await service.connect()).origin : baseUrl && new URL(baseUrl).origin;
  const isReadOnly = request.isPeek || service.isDryRun;
  const file = await openState(context, { path, lockTimeoutMs, origin, isReadOnly });
  try {
    const nowMs = needsService ? (await service.time()).nowMs : clock.now();
    return new WatchRun(context, request, file, origin, nowMs);
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** One look at a site, with the items to report. */
interface Looked {
  site: Site;
  delta: SiteDelta;
  fresh: readonly NamedItem[];
  /** Undefined if the look listed everything. */
  failure?: AppError | undefined;
}

export class WatchRun {
  readonly #failures: Failure[] = [];
  readonly #purpose: Purpose;
  /** The knowledge of the state about each site. */
  readonly #memories: ReadonlyMap<Site, FoundMemory>;
  /** The next memory of each site. */
  readonly #next = new Map<string, SiteMemory>();
  /** Canonical ids of items whose next memory is not saved: they may have been ordered. */
  readonly #unsaved = new Set<string>();
  /** Orders of this run that were sent, or may have been. */
  #sent: readonly Ordering[] = [];
  /** Why no further site is looked at: the service cannot be reached. */
  #stop: AppError | undefined;
  #notLookedAt = 0;
  /** Canonical ids of items that this watch has reported or ordered: they are not left out once they are owned. */
  readonly #reported: Set<string>;
  readonly #marked: FoundFilter;

  constructor(
    private readonly context: AppContext,
    private readonly request: WatchRequest,
    private readonly file: StateFile,
    private readonly origin: string | undefined,
    private readonly nowMs: number,
  ) {
    const { ordering, sites } = file.state;
    this.#reported = new Set([
      ...listWaiting(sites.values()),
      ...ordering.flatMap(({ items }) => items.map(toIdKey)),
    ]);
    this.#marked = markOwned(context);
    const purpose = choosePurpose(request);
    this.#purpose = purpose;
    this.#memories = new Map(
      request.sites.map((site) => {
        const known = request.isReset ? [] : (sites.get(site.name) ?? []);
        return [site, findMemory(known, { key: site.key, purpose })];
      }),
    );
  }

  /** Yields the new scenes, site by site. */
  async *findScenes(): AsyncGenerator<readonly NewScene[]> {
    this.#noteOtherSites();
    const orders = await this.#openOrders();
    if (orders !== undefined) return yield* this.#orderScenes(orders);
    for await (const looked of this.#lookAtSites()) {
      const scenes = await this.#toScenes(looked, { isOrdering: false });
      const undelivered = await this.#findUndelivered(scenes);
      if (scenes.length > 0) yield scenes;
      this.#remember(looked, undelivered);
    }
    this.#reportFailures(undefined);
  }

  /** Yields the new scenes with their orders. The orders are placed when all sites were looked at: they share one limit. */
  async *#orderScenes(orders: SceneOrders): AsyncGenerator<readonly NewScene[]> {
    const looks: Looked[] = [];
    const scenes: NewScene[][] = [];
    for await (const looked of this.#lookAtSites()) {
      looks.push(looked);
      scenes.push(await this.#toScenes(looked, { isOrdering: true }));
    }
    const placed = await orders.orderInRounds(scenes);
    /** Ids that were not delivered, by site. */
    const undelivered = new Map<string, Set<string>>();
    for (const [at, { site }] of looks.entries()) {
      const rows = scenes[at]!.map((scene): NewScene => ({ ...scene, order: placed.get(scene) }));
      undelivered.set(site.name, await this.#findUndelivered(rows));
      if (rows.length > 0) yield rows;
    }
    for (const { site, items } of await orders.download())
      for (const { item } of items) undelivered.get(site)?.add(item.id ?? "");
    this.#sent = orders.sent;
    for (const looked of looks) this.#remember(looked, undelivered.get(looked.site.name) ?? new Set());
    this.#failures.push(...orders.failures);
    const { failure, text } = orders.tally;
    if (text !== undefined && (failure === undefined || this.#failures.length > 0))
      this.context.events.note(text);
    this.#reportFailures(failure);
  }

  /** Runs the program of the run for each row. Returns the ids of the items that were not ordered, or whose program failed. */
  async #findUndelivered(rows: readonly NewScene[]): Promise<Set<string>> {
    const ids = new Set<string>();
    for (const row of rows) {
      const isOrdered = row.order === undefined || row.order.status.startsWith("ordered");
      if ((await this.#handle(row)) && isOrdered) continue;
      for (const { item } of row.items) ids.add(item.id ?? "");
    }
    return ids;
  }

  /** Ends the run without a change of the state, unless it was written. */
  close(): Promise<void> {
    return this.file.close();
  }

  /** Writes the state. Call it when the scenes are out. */
  async commit(): Promise<void> {
    const { request, file, origin } = this;
    if (request.isPeek || this.context.service.isDryRun) return;
    // A site that could not be looked at keeps its memories.
    const sites = new Map(
      request.sites.flatMap(({ name }): [string, readonly SiteMemory[]][] => {
        const [known, next] = [file.state.sites.get(name) ?? [], this.#next.get(name)];
        if (next === undefined) return known.length === 0 ? [] : [[name, known]];
        return [[name, withMemory(known, next)]];
      }),
    );
    const open = new Set([...listWaiting(sites.values()), ...this.#unsaved]);
    const isOpen = ({ items }: Ordering): boolean => items.some((id) => open.has(toIdKey(id)));
    await file.save({
      origin: origin ?? file.state.origin,
      ordering: [...file.state.ordering, ...this.#sent].filter(isOpen),
      sites,
    });
  }

  async #openOrders(): Promise<SceneOrders | undefined> {
    const { context, request, file, origin } = this;
    if (request.order === undefined || request.isPeek || context.service.isDryRun) return undefined;
    return new SceneOrders(context, request.order, {
      earlier: file.state.ordering,
      journal: await (await context.service.journal()).makeId(),
      note: (ordering) => file.save({ ...file.state, origin, ordering }),
    });
  }

  #getMemory(site: Site): FoundMemory {
    return this.#memories.get(site) ?? {};
  }

  /** Notes the sites that were removed, and those with other filters than in earlier runs. */
  #noteOtherSites(): void {
    const { context, request, file } = this;
    const names = new Set(request.sites.map(({ name }) => name));
    const removed = [...file.state.sites.keys()].filter((name) => !names.has(name));
    if (removed.length > 0)
      context.events.note(
        `${listText(removed, MAX_NAMED)} ${removed.length === 1 ? "is" : "are"} no longer in the file: the state ${request.isPeek ? "would be" : "is"} dropped`,
      );
    this.#noteSitesWithoutReports();
    const askedMs = request.sinceMs === undefined ? Infinity : this.nowMs - request.sinceMs;
    const changed = request.sites.flatMap((site) => {
      const { beginning } = this.#getMemory(site);
      return beginning === undefined ? [] : { name: site.name, sinceMs: beginning.sinceMs };
    });
    if (changed.length === 0) return;
    const changedNames = changed.map(({ name }) => name);
    const sinceMs = Math.min(askedMs, ...changed.map((one) => one.sinceMs));
    const since = Number.isFinite(sinceMs) ? ` since ${timeForPeople(sinceMs)}` : "";
    context.events.note(
      `${listText(changedNames, MAX_NAMED)}: other filters or another geometry than in the last run, whose memory is kept. Scenes that were collected${since} are reported`,
    );
  }

  /** Notes the sites whose memories do not tell what was reported: `--since` reports nothing that they know. */
  #noteSitesWithoutReports(): void {
    const { context, request } = this;
    if (request.sinceMs === undefined) return;
    const unclear = request.sites.filter((site) => {
      const { memory, beginning, reported } = this.#getMemory(site);
      return (memory ?? beginning) !== undefined && reported === undefined;
    });
    if (unclear.length === 0) return;
    context.events.note(
      `Only new scenes are reported at ${countText(unclear.length, "known site")}: an earlier version wrote the state, which does not say what was reported`,
      "To begin again, add --reset",
    );
  }

  /** Looks at all sites, some of them at the same time. Yields the looks in the order of the file. */
  async *#lookAtSites(): AsyncGenerator<Looked> {
    const { context, request } = this;
    const first = { sites: 0, items: 0 };
    const looks =
      request.exports === undefined
        ? workInOrder(request.sites, context.settings.concurrency.value, (site) => this.#lookInCatalog(site))
        : this.#lookInExports(request.exports);
    for await (const looked of looks) {
      if (looked === undefined) continue;
      const { site, delta } = looked;
      const { memory, beginning } = this.#getMemory(site);
      if (memory === undefined && beginning === undefined) {
        first.sites += 1;
        first.items += delta.noted;
      }
      yield looked;
    }
    if (first.sites > 0)
      context.events.note(
        `First look at ${countText(first.sites, "site")}: ${countText(first.items, "item")} ${request.isPeek ? "would be noted" : "noted"} as known`,
      );
  }

  #makeDelta(site: Site, look: Look): SiteDelta {
    const { nowMs, request } = this;
    return new SiteDelta(this.#getMemory(site), look, {
      atMs: nowMs,
      sinceMs: request.sinceMs === undefined ? undefined : nowMs - request.sinceMs,
    });
  }

  async #lookInCatalog(site: Site): Promise<Looked | undefined> {
    const { context, nowMs, request } = this;
    if (this.#stop !== undefined) {
      this.#notLookedAt += 1;
      return undefined;
    }
    const look = nextLook(this.#getMemory(site).memory, { nowMs, ...request });
    const delta = this.#makeDelta(site, look);
    const fresh: NamedItem[] = [];
    let failure: AppError | undefined;
    try {
      for await (const page of readPagesOverSite(context, site, look, (error) => (failure = error)))
        fresh.push(...delta.take(page));
    } catch (error) {
      if (!(error instanceof AppError) || context.signal.aborted) throw error;
      failure = error;
    }
    if (failure !== undefined) this.#addFailure(site, failure);
    return { site, delta, fresh, failure };
  }

  async *#lookInExports({
    folder,
    collection,
  }: NonNullable<WatchRequest["exports"]>): AsyncGenerator<Looked> {
    const { lookInExports } = await import("./look-in-exports.ts");
    const { context, request } = this;
    const looks = request.sites.map((site) => ({ site, delta: this.#makeDelta(site, { kind: "full" }) }));
    const fresh = await lookInExports(context, { folder, collection, looks });
    for (const [at, look] of looks.entries()) yield { ...look, fresh: fresh[at]! };
  }

  /** Returns the new scenes of a site, newest first. A scene that is ordered has the outcome in place of marks. */
  async #toScenes(
    { site, delta, fresh }: Looked,
    { isOrdering }: { isOrdering: boolean },
  ): Promise<NewScene[]> {
    const { request, context } = this;
    const wanted = await this.#chooseWanted(fresh);
    if (wanted.length === 0) return [];
    const items = request.exports === undefined ? wanted : await this.#withCollections(site, wanted);
    let pages: FoundPages = toFoundItems([items.toSorted(compareNewestFirst)]);
    if (site.area !== undefined) pages = addCover(pages, site.area);
    if (request.isPriced) pages = addItemPrices(context, pages);
    if (!isOrdering) pages = this.#marked(pages);
    return groupScenes(await gatherPages(pages)).map(({ items }) => {
      const [{ item }] = items;
      return {
        site: site.name,
        scene: findCollectId(item) ?? item.id ?? "",
        firstSeen: delta.getFirstSeen(item.id ?? ""),
        items,
      };
    });
  }

  /** Returns the items to report. */
  async #chooseWanted(fresh: readonly NamedItem[]): Promise<readonly NamedItem[]> {
    const { filter } = this.request;
    if (filter === undefined || fresh.length === 0) return fresh;
    const kept = new Set<StacItem>(
      (await gatherPages(filter(toFoundItems([fresh])))).map(({ item }) => item),
    );
    const wanted = fresh.filter((item) => kept.has(item) || this.#reported.has(toIdKey(item.id)));
    for (const { id } of wanted) this.#reported.add(toIdKey(id));
    return wanted;
  }

  /** Export files do not contain collections: returns the items of the catalog, if the run orders or prices them. */
  async #withCollections(site: Site, items: readonly NamedItem[]): Promise<readonly StacItem[]> {
    const { request, context } = this;
    const isNeeded = request.order !== undefined || request.isPriced;
    if (!isNeeded || this.#stop !== undefined || request.exports?.collection !== undefined) return items;
    try {
      const find = await findInCatalog(context, items);
      return items.map(({ id, ...item }) => find({ id }) ?? { ...item, id });
    } catch (error) {
      if (!(error instanceof AppError) || context.signal.aborted) throw error;
      this.#addFailure(site, error);
      return items;
    }
  }

  #addFailure(site: Site, error: AppError): void {
    this.#failures.push({ id: site.name, error });
    // Every other site would fail in the same way.
    if (error.kind === "network" || error.exitCode === 4 || error.exitCode === 5) this.#stop ??= error;
  }

  /** Runs the program of the run for a scene. Returns false if it failed. */
  async #handle(row: NewScene): Promise<boolean> {
    const { request, context } = this;
    if (request.exec === undefined || request.isPeek || context.service.isDryRun) return true;
    const fault = await runProgram(context, request.exec, escapeJson(toSceneArgument(row)));
    context.signal.throwIfAborted();
    if (fault === undefined) return true;
    const message = `${request.exec.words[0]} ${fault} for scene ${row.scene}`;
    this.#failures.push({ id: row.site, error: new AppError("local", "BATCH_PARTIAL", message) });
    return false;
  }

  #remember({ site, delta, failure, fresh }: Looked, undelivered: ReadonlySet<string>): void {
    const next = delta.next(
      { key: site.key, purpose: this.#purpose },
      { atMs: this.nowMs, isComplete: failure === undefined, undelivered },
    );
    if (next !== undefined) this.#next.set(site.name, next);
    else for (const { id } of fresh) this.#unsaved.add(toIdKey(id));
  }

  /**
   * Reports the failures after the rows, one per site; a failure of the network is one failure. A run without failures ends with
   * the error `otherwise`.
   */
  #reportFailures(otherwise: AppError | undefined): void {
    const { context, request } = this;
    const bySite = new Map<string, AppError>();
    for (const { id, error } of this.#failures)
      if (!bySite.has(id) || MAY_BE_ORDERED.has(error.code)) bySite.set(id, error);
    const failed = Array.from(bySite, ([id, error]) => ({ id, error }));
    const [first, ...others] = failed;
    if (first === undefined) {
      if (otherwise !== undefined) context.events.failed(otherwise);
      return;
    }
    const { length } = request.sites;
    const isOfNetwork = ({ error }: Failure): boolean =>
      error.kind !== "local" && !MAY_BE_ORDERED.has(error.code);
    if (this.#stop !== undefined && failed.every(isOfNetwork)) {
      const some = `${failed.length + this.#notLookedAt} of ${countText(length, "site")} failed`;
      context.events.failed(this.#stop.restated(`${this.#stop.message}; ${some}`));
    } else if (others.length === 0) {
      context.events.failed(first.error.restated(`${first.id}: ${first.error.message}`));
    } else {
      const { kind, code, message, issues, data } = toBatchError(failed, length, "sites");
      // An order that may have been sent takes precedence over every other failure.
      const open = failed.find(({ error }) => MAY_BE_ORDERED.has(error.code))?.error ?? { kind, code };
      context.events.failed(new AppError(open.kind, open.code, message, { issues, ...(data && { data }) }));
    }
  }
}

/** Returns the canonical ids of the items that were not delivered. */
const listWaiting = (sites: Iterable<readonly SiteMemory[]>): string[] =>
  [...sites].flatMap((memories) => memories.flatMap(({ waiting }) => waiting.map(({ id }) => toIdKey(id))));

/** Maximum number of names in a note. */
const MAX_NAMED = 5;

const readTime = ({ properties }: StacItem): string =>
  typeof properties?.["datetime"] === "string" ? properties["datetime"] : "";

const compareNewestFirst = (a: StacItem, b: StacItem): number => {
  const [one, other] = [readTime(a), readTime(b)];
  return one === other ? 0 : one < other ? 1 : -1;
};

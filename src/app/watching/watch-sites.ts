/**
 * Reports what is new over many sites since the last run. Delivery is at least once: the state is written when the rows are
 * out, so a run that dies before reports the same scenes again.
 */
import type { StacItem } from "../../contract/read-items.ts";
import { countText, listText } from "../../counted.ts";
import { collectOf, scenesOf } from "../../domain/catalog/scene.ts";
import { nextLook, SiteDelta, type Look, type NamedItem } from "../../domain/watching/site-delta.ts";
import type { Ordering, SiteState } from "../../domain/watching/watch-state.ts";
import { AppError } from "../../errors.ts";
import { safeJson } from "../../render/safe-json.ts";
import { batchError } from "../batch.ts";
import {
  foundItems,
  gathered,
  measured,
  priced,
  type FoundFilter,
  type FoundPages,
} from "../catalog/found-items.ts";
import { itemsInCatalog } from "../catalog/item-places.ts";
import { ownedMarks } from "../deliveries/owned.ts";
import { faultOfProgram } from "../downloads/exec-hook.ts";
import type { OrderContext } from "../ordering/settle-order.ts";
import { pagesOverSite } from "./look-in-catalog.ts";
import { MAY_BE_ORDERED, SceneOrders, type Failure } from "./scene-orders.ts";
import { openState, type StateFile } from "./state-file.ts";
import { sceneArgument, type NewScene, type Site, type WatchRequest } from "./watch-request.ts";

/** Errors: those of `openState`, before anything is sent. */
export async function watchSites(context: OrderContext, request: WatchRequest): Promise<WatchRun> {
  const { service, settings, clock } = context;
  const { state: path, lockTimeoutMs, exports, order } = request;
  // Export files need no service: its address counts if the settings have one.
  const needsService = exports === undefined || order !== undefined;
  const baseUrl = settings.baseUrl.value;
  const origin = needsService ? (await service.connect()).origin : baseUrl && new URL(baseUrl).origin;
  const file = await openState(context, { path, lockTimeoutMs, origin });
  try {
    const nowMs = needsService ? (await service.time()).nowMs : clock.now();
    return new WatchRun(context, request, file, origin, nowMs);
  } catch (error) {
    file.close();
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
  /** The next state of each site. */
  readonly #next = new Map<string, SiteState>();
  /** Why no further site is looked at: the service cannot be reached. */
  #stop: AppError | undefined;
  #notLookedAt = 0;
  /** Ids of items that this watch has reported or ordered: they are not left out once they are owned. */
  readonly #reported: Set<string>;
  readonly #marked: FoundFilter;

  constructor(
    private readonly context: OrderContext,
    private readonly request: WatchRequest,
    private readonly file: StateFile,
    private readonly origin: string | undefined,
    private readonly nowMs: number,
  ) {
    const { ordering, sites } = file.state;
    const waiting = [...sites.values()].flatMap((site) => site.waiting.map(({ id }) => id));
    this.#reported = new Set([...waiting, ...ordering.flatMap(({ items }) => items)]);
    this.#marked = ownedMarks(context);
  }

  /** Yields the new scenes, site by site. */
  async *scenes(): AsyncGenerator<readonly NewScene[]> {
    const { context } = this;
    this.#noteRemovedSites();
    const orders = await this.#openOrders();
    /** Looks with something to report, and the ids that were not delivered. */
    const reported = new Map<string, Looked & { undelivered: Set<string> }>();
    for await (const looked of this.#looks()) {
      const scenes = await this.#scenesOf(looked, { isOrdering: orders !== undefined });
      const undelivered = new Set<string>();
      const rows: NewScene[] = [];
      for (const scene of scenes) {
        const order = await orders?.order(scene);
        const row = order === undefined ? scene : { ...scene, order };
        const isOrdered = order === undefined || order.status.startsWith("ordered");
        if (order !== undefined && "reason" in order)
          context.events.note(`${row.site}: scene ${row.scene} was not ordered: ${order.reason}`);
        if (!(await this.#isHandled(row)) || !isOrdered)
          for (const { item } of row.items) undelivered.add(item.id ?? "");
        rows.push(row);
      }
      if (rows.length > 0) yield rows;
      if (orders === undefined || rows.length === 0) this.#keep(looked, undelivered);
      else reported.set(looked.site.name, { ...looked, undelivered });
    }
    for (const { site, items } of (await orders?.download()) ?? [])
      for (const { item } of items) reported.get(site)?.undelivered.add(item.id ?? "");
    for (const { undelivered, ...looked } of reported.values()) this.#keep(looked, undelivered);
    this.#failures.push(...(orders?.failures ?? []));
    this.#reportFailures();
  }

  /** Ends the run without a change of the state, unless it was written. */
  close(): void {
    this.file.close();
  }

  /** Writes the state. Call it when the scenes are out. */
  async commit(): Promise<void> {
    const { request, file, origin } = this;
    if (this.context.service.isDryRun) return;
    // A site that could not be looked at keeps its state.
    const sites = new Map(
      request.sites.flatMap(({ name }): [string, SiteState][] => {
        const state = this.#next.get(name) ?? file.state.sites.get(name);
        return state === undefined ? [] : [[name, state]];
      }),
    );
    const waiting = new Set([...sites.values()].flatMap((site) => site.waiting.map(({ id }) => id)));
    const isOpen = ({ items }: Ordering): boolean => items.some((id) => waiting.has(id));
    await file.save({
      origin: origin ?? file.state.origin,
      ordering: file.state.ordering.filter(isOpen),
      sites,
    });
  }

  async #openOrders(): Promise<SceneOrders | undefined> {
    const { context, request, file, origin } = this;
    if (request.order === undefined || context.service.isDryRun) return undefined;
    return new SceneOrders(context, request.order, {
      earlier: file.state.ordering,
      journal: await (await context.service.journal()).id(),
      note: (ordering) => file.save({ ...file.state, origin, ordering }),
    });
  }

  /** The state of a site with this name, geometry and filters. */
  #stateOf({ name, key }: Site): SiteState | undefined {
    const state = this.file.state.sites.get(name);
    return state?.key === key ? state : undefined;
  }

  #noteRemovedSites(): void {
    const { context, request, file } = this;
    const names = new Set(request.sites.map(({ name }) => name));
    const removed = [...file.state.sites.keys()].filter((name) => !names.has(name));
    if (removed.length > 0)
      context.events.note(
        `${listText(removed, MOST_NAMED)} ${removed.length === 1 ? "is" : "are"} no longer in the file: the state is dropped`,
      );
    const changed = request.sites.filter((site) => file.state.sites.has(site.name) && !this.#stateOf(site));
    if (changed.length > 0)
      context.events.note(
        `${listText(
          changed.map(({ name }) => name),
          MOST_NAMED,
        )}: the geometry or the filters changed, so this is a first look`,
      );
  }

  /** Looks at all sites, some of them at the same time. Yields the looks in the order of the file. */
  async *#looks(): AsyncGenerator<Looked> {
    const { context, request } = this;
    const first = { sites: 0, items: 0 };
    const looks =
      request.exports === undefined
        ? inOrder(request.sites, context.settings.concurrency.value, (site) => this.#lookInCatalog(site))
        : this.#lookInExports(request.exports);
    for await (const looked of looks) {
      if (looked === undefined) continue;
      const { site, delta } = looked;
      if (this.#stateOf(site) === undefined) {
        first.sites += 1;
        first.items += delta.noted;
      }
      yield looked;
    }
    if (first.sites > 0)
      context.events.note(
        `First look at ${countText(first.sites, "site")}: ${countText(first.items, "item")} noted as known`,
      );
  }

  #deltaOf(site: Site, look: Look): SiteDelta {
    const { nowMs, request } = this;
    return new SiteDelta(this.#stateOf(site), look, {
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
    const look = nextLook(this.#stateOf(site), { nowMs, ...request });
    const delta = this.#deltaOf(site, look);
    const fresh: NamedItem[] = [];
    let failure: AppError | undefined;
    try {
      for await (const page of pagesOverSite(context, site, look, (error) => (failure = error)))
        fresh.push(...delta.take(page));
    } catch (error) {
      if (!(error instanceof AppError) || context.signal.aborted) throw error;
      failure = error;
    }
    if (failure !== undefined) this.#fail(site, failure);
    return { site, delta, fresh, failure };
  }

  async *#lookInExports({
    folder,
    collection,
  }: NonNullable<WatchRequest["exports"]>): AsyncGenerator<Looked> {
    const { lookInExports } = await import("./look-in-exports.ts");
    const { context, request } = this;
    const looks = request.sites.map((site) => ({ site, delta: this.#deltaOf(site, { kind: "full" }) }));
    const fresh = await lookInExports(context, { folder, collection, looks });
    for (const [at, look] of looks.entries()) yield { ...look, fresh: fresh[at]! };
  }

  /** Returns the new scenes of a site, newest first. A scene that is ordered has the outcome in place of marks. */
  async #scenesOf(
    { site, delta, fresh }: Looked,
    { isOrdering }: { isOrdering: boolean },
  ): Promise<NewScene[]> {
    const { request, context } = this;
    const wanted = await this.#wanted(fresh);
    if (wanted.length === 0) return [];
    const items = request.exports === undefined ? wanted : await this.#withCollections(site, wanted);
    let pages: FoundPages = foundItems([items.toSorted(newestFirst)]);
    if (site.area !== undefined) pages = measured(pages, site.area);
    if (request.isPriced) pages = priced(context, pages);
    if (!isOrdering) pages = this.#marked(pages);
    return scenesOf(await gathered(pages)).map(({ items }) => {
      const [{ item }] = items;
      return {
        site: site.name,
        scene: collectOf(item) ?? item.id ?? "",
        firstSeen: delta.firstSeen(item.id ?? ""),
        items,
      };
    });
  }

  /** Returns the items to report. */
  async #wanted(fresh: readonly NamedItem[]): Promise<readonly NamedItem[]> {
    const { filter } = this.request;
    if (filter === undefined || fresh.length === 0) return fresh;
    const kept = new Set<StacItem>((await gathered(filter(foundItems([fresh])))).map(({ item }) => item));
    const wanted = fresh.filter((item) => kept.has(item) || this.#reported.has(item.id));
    for (const { id } of wanted) this.#reported.add(id);
    return wanted;
  }

  /** Export files do not contain collections: returns the items of the catalog, if the run orders or prices them. */
  async #withCollections(site: Site, items: readonly NamedItem[]): Promise<readonly StacItem[]> {
    const { request, context } = this;
    const isNeeded = request.order !== undefined || request.isPriced;
    if (!isNeeded || this.#stop !== undefined || request.exports?.collection !== undefined) return items;
    try {
      const find = await itemsInCatalog(context, items);
      return items.map(({ id, ...item }) => find({ id }) ?? { ...item, id });
    } catch (error) {
      if (!(error instanceof AppError) || context.signal.aborted) throw error;
      this.#fail(site, error);
      return items;
    }
  }

  #fail(site: Site, error: AppError): void {
    this.#failures.push({ id: site.name, error });
    // Every other site would fail in the same way.
    if (error.kind === "network" || error.exitCode === 4 || error.exitCode === 5) this.#stop ??= error;
  }

  /** Runs the program of the run for a scene. Returns false if it failed. */
  async #isHandled(row: NewScene): Promise<boolean> {
    const { request, context } = this;
    if (request.exec === undefined || context.service.isDryRun) return true;
    const fault = await faultOfProgram(context, request.exec, safeJson(sceneArgument(row)));
    context.signal.throwIfAborted();
    if (fault === undefined) return true;
    const message = `${request.exec.words[0]} ${fault} for scene ${row.scene}`;
    this.#failures.push({ id: row.site, error: new AppError("local", "BATCH_PARTIAL", message) });
    return false;
  }

  #keep({ site, delta, failure }: Looked, undelivered: ReadonlySet<string>): void {
    const next = delta.next(site.key, {
      atMs: this.nowMs,
      isComplete: failure === undefined,
      undelivered,
    });
    if (next !== undefined) this.#next.set(site.name, next);
  }

  /** Reports the failures after the rows, one per site; a failure of the network is one failure. */
  #reportFailures(): void {
    const { context, request } = this;
    const bySite = new Map<string, AppError>();
    for (const { id, error } of this.#failures)
      if (!bySite.has(id) || MAY_BE_ORDERED.has(error.code)) bySite.set(id, error);
    const failed = Array.from(bySite, ([id, error]) => ({ id, error }));
    const [first, ...others] = failed;
    if (first === undefined) return;
    const { length } = request.sites;
    const isOfNetwork = ({ error }: Failure): boolean =>
      error.kind !== "local" && !MAY_BE_ORDERED.has(error.code);
    if (this.#stop !== undefined && failed.every(isOfNetwork)) {
      const some = `${failed.length + this.#notLookedAt} of ${countText(length, "site")} failed`;
      context.events.failed(this.#stop.restated(`${this.#stop.message}; ${some}`));
    } else if (others.length === 0) {
      context.events.failed(first.error.restated(`${first.id}: ${first.error.message}`));
    } else {
      const { kind, code, message, issues, data } = batchError(failed, length, "sites");
      // An order that may have been sent takes precedence over every other failure.
      const open = failed.find(({ error }) => MAY_BE_ORDERED.has(error.code))?.error ?? { kind, code };
      context.events.failed(new AppError(open.kind, open.code, message, { issues, ...(data && { data }) }));
    }
  }
}

/** Maximum number of names in a note. */
const MOST_NAMED = 5;

const timeOfItem = ({ properties }: StacItem): string =>
  typeof properties?.["datetime"] === "string" ? properties["datetime"] : "";

const newestFirst = (a: StacItem, b: StacItem): number => {
  const [one, other] = [timeOfItem(a), timeOfItem(b)];
  return one === other ? 0 : one < other ? 1 : -1;
};

/** Yields the results in the order of the list; at most `atOnce` are being worked on or wait for those before them. */
async function* inOrder<One, Result>(
  list: readonly One[],
  atOnce: number,
  work: (one: One) => Promise<Result>,
): AsyncGenerator<Result> {
  const started: Promise<Result>[] = [];
  for (const one of list) {
    const result = work(one);
    // An error is thrown when the result is awaited; until then it must not count as an unhandled rejection.
    result.catch(() => {});
    started.push(result);
    if (started.length >= atOnce) yield await started.shift()!;
  }
  for (const result of started) yield await result;
}

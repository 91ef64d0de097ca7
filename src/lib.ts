/**
 * The library: `import { openService, searchCatalog, placeOrder, downloadOrder } from "swath"`. The functions are those of the
 * commands, with the same settings, keys and spend journal. They print nothing, read no terminal and end no process. The types
 * are stated here in full: the published declarations are this file alone.
 */
import { resolve } from "node:path";
import { AGREED, NO_CONSENT } from "./money/consent.ts";
import type { AppContext } from "./app/context.ts";
import { Interrupted, Interrupts } from "./app/interrupts.ts";
import { withEvents, type Surroundings } from "./app/surroundings.ts";
import { Secrets } from "./client/redact.ts";
import { readHomeDirectory } from "./disk/home-directory.ts";
import { AppError, quoteText } from "./errors.ts";
import type { Geometry as SearchedGeometry } from "./geo/geojson.ts";
import { isAlive } from "./is-alive.ts";
import { systemClock } from "./time/clock.ts";

/** The service, and the ways to follow the work. */
export interface ServiceOptions {
  /** The settings profile. Default: the profile that a command would use. */
  profile?: string;
  /** Uses the sandbox on this machine instead of a service: no account, no cost. */
  sandbox?: boolean;
  /** Replaces the base URL of the profile. */
  baseUrl?: string;
  /** Replaces the stored key. */
  apiKey?: string;
  /** Replaces the stored key by a bearer token. */
  token?: string;
  /** The base folder of relative paths. Default: the current folder. */
  folder?: string;
  /** Ends the work when it aborts. A paid request in flight is awaited first, because only its response shows its outcome. */
  signal?: AbortSignal;
  /** Receives notes and warnings, which the command line writes to stderr. */
  onMessage?: (message: Message) => void;
  /** Receives the progress of downloads. */
  onProgress?: (progress: FileProgress) => void;
}

export interface Message {
  kind: "note" | "warning";
  text: string;
}

export interface FileProgress {
  /** The path of the file, relative to the output folder. */
  path: string;
  /** Bytes of the file so far. */
  done: number;
  /** Bytes of the complete file, if known. */
  size?: number;
}

/** A service that was opened by `openService`. */
export interface Service {
  /** The name of its profile. */
  readonly profile: string;
  /** Closes its connections. Call it when the work is done. */
  close(): Promise<void>;
}

/**
 * An expected failure. `code` is the stable code of the error table (`COST_LIMIT_EXCEEDED`), `exitCode` the exit code of the
 * command line.
 */
export interface SwathError extends Error {
  readonly code: string;
  readonly exitCode: number;
  /** HTTP status of the response, if there was one. */
  readonly status: number | undefined;
  /** Details. `result`: the outcome of the work before the failure, such as a paid order or the files that are in place. */
  readonly data: Record<string, unknown> | undefined;
}

/** Reports whether an error is an expected failure. Any other error is a bug. */
export function isSwathError(error: unknown): error is SwathError {
  return error instanceof AppError;
}

/** GeoJSON: degrees, longitude first. */
export interface Geometry {
  type: "Point" | "LineString" | "Polygon";
  coordinates: number[] | number[][] | number[][][];
}

export interface CatalogSearch {
  /** West, south, east, north in degrees. */
  bbox?: readonly number[];
  intersects?: Geometry;
  /** An RFC 3339 interval, such as `2026-01-01T00:00:00Z/..`. */
  datetime?: string;
  collections?: readonly string[];
  ids?: readonly string[];
  /** Conditions on properties: `{"sar:product_type": {eq: "GEO"}, "view:incidence_angle": {lt: 30}}`. */
  query?: Record<string, Record<string, string | number | boolean>>;
  /** Properties to sort by, such as `datetime` or `-datetime`. */
  sortby?: readonly string[];
  /** Maximum number of items over all pages. Default: one page of the service. */
  limit?: number;
}

/** A STAC item, as the service describes it. */
export interface CatalogItem {
  id: string;
  collection: string;
  properties?: Record<string, unknown>;
  assets?: Record<string, Record<string, unknown>>;
  [member: string]: unknown;
}

/** An archive product, or a product to generate from collects. */
export type OrderItem =
  | CatalogItem
  | { collectionId: string; granuleId: string }
  | { productType: string; collectIds: string[] };

export interface Amount {
  amount: number;
  /** ISO code, if the price has a currency. */
  currency: string;
}

export interface Review {
  /** The total in the service's format. */
  total?: string;
  /** The maximum cost of the order, which `maxCost` is compared with. */
  commitment?: Amount;
  lines: { label?: string; cost?: string; amount?: Amount }[];
}

export interface PlaceOptions {
  items: readonly OrderItem[];
  /**
   * The consent: the highest price that may be paid, such as `500`, `$500` or `EUR 500.00`. A higher price and an unreadable
   * price are refused, and nothing is ordered. The budget of the profile applies as well.
   */
  maxCost: number | string;
}

export interface Order {
  orderId: string;
  /** In the service's words, such as `in-progress` or `completed`. */
  orderStatus?: string;
  /** RFC 3339. Afterwards the order cannot be downloaded. */
  expirationDate?: string;
  /** The price that was agreed to. */
  price?: string;
  items: { collectionId?: string; granuleId?: string; [member: string]: unknown }[];
}

export interface DownloadOptions {
  /** A folder, or an `s3://bucket/prefix`. Default: the current folder. */
  outDir?: string;
  /** Waits until the order is ready, up to an hour. Without it such an order fails with ORDER_IN_PROGRESS. */
  wait?: boolean;
  /** Only these assets. */
  assets?: readonly string[];
  /** Replaces existing files of another content. */
  overwrite?: boolean;
}

export interface DownloadedFile {
  path: string;
  item: string;
  asset: string;
  status: "downloaded" | "skipped" | "failed";
  size?: number;
  sha256?: string;
  /** The checks that passed, such as `file:checksum sha256`. */
  verified: readonly string[];
  error?: { code: string; message: string };
}

export interface Download {
  orderId: string;
  /** The output folder as given. */
  directory: string;
  files: DownloadedFile[];
  /** Bytes received for files that are now in place. */
  bytes: number;
  downloaded: number;
  skipped: number;
  failed: number;
}

interface Opened {
  context: AppContext;
  signal: AbortSignal | undefined;
}

const opened = new WeakMap<Service, Opened>();

/** Opens a service with its settings and its key. Nothing is sent. */
export async function openService(options: ServiceOptions = {}): Promise<Service> {
  const { openService: open } = await import("./app/service/open-service.ts");
  const configuration = await readConfiguration(options);
  const folder = resolve(await requirePath("folder", options.folder ?? "."));
  const { signal } = options;
  const { interrupts, release } = Interrupts.listenTo(signal);
  const secrets = new Secrets();
  const surroundings: Surroundings = {
    ...configuration,
    isStoredDefault: false,
    folder,
    secrets,
    clock: systemClock,
    machine: { pid: process.pid, isAlive, uuid: () => crypto.randomUUID(), random: Math.random },
    events: makeEvents(options, secrets),
    consent: NO_CONSENT,
    interruption: interrupts,
    signal: interrupts.signal,
  };
  const noStdin = (): Promise<never> => Promise.reject(new Error("a library has no stdin"));
  const service = open(surroundings, { isDryRun: false, readStdin: noStdin });
  const door: Service = {
    profile: configuration.profileName,
    close: async () => {
      opened.delete(door);
      release();
      await service.close();
    },
  };
  opened.set(door, { context: { ...surroundings, service }, signal });
  return door;
}

/** Reads the settings of the profile. Throws USAGE if the options contradict it. */
async function readConfiguration(options: ServiceOptions) {
  const [{ resolveDirectories }, { loadSettings }, { SETTINGS }, profiles, { findServicePlace }] =
    await Promise.all([
      import("./settings/environment.ts"),
      import("./settings/settings.ts"),
      import("./settings/settings-table.ts"),
      import("./settings/profiles.ts"),
      import("./app/service/learn-forms.ts"),
    ]);
  const { baseUrl } = options;
  const env = makeEnvironment(options);
  const homeFolder = readHomeDirectory();
  const directories = resolveDirectories(env, { homeDir: homeFolder, platform: process.platform });
  const named = options.sandbox === true ? profiles.SANDBOX_PROFILE : options.profile;
  const profileName = profiles.chooseProfile(directories.config, env, named);
  if (profileName === profiles.SANDBOX_PROFILE && (baseUrl ?? options.apiKey ?? options.token) !== undefined)
    throw new AppError("usage", "USAGE", "the sandbox has its own address and its own key");
  const address = baseUrl === undefined ? undefined : SETTINGS.baseUrl.read(baseUrl);
  if (address?.ok === false) throw new AppError("usage", "USAGE", `baseUrl ${address.rule}`);
  const { settings, dialect, learner } = await loadSettings(
    {
      options: { ...(baseUrl !== undefined && { baseUrl }) },
      env,
      readProfile: () => profiles.readProfile(directories.config, profileName),
      placeOf: (found) => findServicePlace({ profileName, directories }, found),
    },
    false,
  );
  return { settings, dialect, learner, directories, env, homeFolder, profileName };
}

/** Returns the environment of the process, with the given key in place of its key and its token. */
function makeEnvironment({ apiKey, token }: ServiceOptions): Surroundings["env"] {
  if (apiKey === undefined && token === undefined) return process.env;
  return { ...process.env, SWATH_API_KEY: apiKey, SWATH_TOKEN: token };
}

/** Returns the path of a folder, as given. Throws USAGE by the rule of a flag. */
async function requirePath(name: string, given: string): Promise<string> {
  const { readNewPath } = await import("./domain/readers.ts");
  const reading = readNewPath(given, process.platform);
  if (reading.ok) return reading.value;
  throw new AppError("usage", "USAGE", `${name} ${quoteText(given)} ${reading.rule}`);
}

const makeEvents = ({ onMessage, onProgress }: ServiceOptions, secrets: Secrets): Surroundings["events"] => ({
  note: (text) => onMessage?.({ kind: "note", text: secrets.clean(text) }),
  warn: (text) => onMessage?.({ kind: "warning", text: secrets.clean(text) }),
  hint: () => {},
  detail: () => {},
  failed: () => {},
  inFlight: () => () => {},
  waiting: () => Promise.resolve(undefined),
  transfer: () =>
    Promise.resolve({
      report: (event) => {
        if (event.type !== "progress") return;
        const { file, done, size } = event;
        onProgress?.({ path: file.path, done, ...(size !== undefined && { size }) });
      },
      stop: () => {},
    }),
});

/** Searches the archive. Returns the items of as many pages as the limit needs. */
export async function searchCatalog(service: Service, search: CatalogSearch = {}): Promise<CatalogItem[]> {
  return work(service, async (context) => {
    const [{ buildSearch }, { searchItems }] = await Promise.all([
      import("./app/catalog/search-body.ts"),
      import("./app/catalog/search-items.ts"),
    ]);
    const { query, limit, intersects, ...rest } = search;
    if (limit !== undefined && limit !== Infinity && !(Number.isInteger(limit) && limit >= 1))
      throw new AppError("usage", "USAGE", `limit is ${limit}, and must be an integer from 1, or Infinity`);
    // The body's rules check the shape of the area.
    const question = { ...rest, intersects: intersects as SearchedGeometry | undefined };
    const asked = await buildSearch(context, question, query === undefined ? {} : { query });
    const items: CatalogItem[] = [];
    for await (const page of searchItems(context, { ...asked, limit, isForOrder: true }))
      for (const { id, collection, ...item } of page)
        if (id !== undefined && collection !== undefined) items.push({ ...item, id, collection });
    return items;
  });
}

/** Returns the price of an order without placing it. Errors: ORDER_NOT_AUTHORIZED. */
export async function reviewOrder(service: Service, items: readonly OrderItem[]): Promise<Review> {
  const copied = copyItems(items);
  return work(service, async (context) => {
    const [{ readOrderBody }, { reviewOrder: review }] = await Promise.all([
      import("./app/ordering/order-items.ts"),
      import("./app/ordering/order-price.ts"),
    ]);
    const { total, commitment, lines } = await review(context, await readOrderBody(context, copied));
    return {
      ...(total !== undefined && { total }),
      ...(commitment !== undefined && { commitment }),
      lines: lines.map(({ label, cost, amount }) => ({ label, cost, amount })),
    };
  });
}

/**
 * Places an order at a price up to `maxCost`. The intent is on disk before the request is sent, and the request is sent once.
 * Errors: COST_LIMIT_EXCEEDED, BUDGET_EXCEEDED, ALREADY_ORDERED for items that an earlier order has, OUTCOME_UNKNOWN when the
 * service may have accepted the order without a response.
 */
export async function placeOrder(service: Service, { items, maxCost }: PlaceOptions): Promise<Order> {
  const copied = copyItems(items);
  return work(service, async (context) => {
    const [{ parseMoney }, { readOrderBody }, { placeOrder: place }] = await Promise.all([
      import("./domain/price/money.ts"),
      import("./app/ordering/order-items.ts"),
      import("./app/ordering/place-order.ts"),
    ]);
    const limit = parseMoney(String(maxCost));
    if (limit === undefined)
      throw new AppError(
        "usage",
        "USAGE",
        `maxCost is ${maxCost}, and must be an amount such as 500 or $500`,
      );
    const body = await readOrderBody(context, copied);
    const order = await place({ ...context, consent: AGREED }, body, { maxCost: limit });
    const { orderId, orderStatus, expirationDate, price } = order;
    return {
      orderId,
      ...(orderStatus !== undefined && { orderStatus }),
      ...(expirationDate !== undefined && { expirationDate }),
      ...(price !== undefined && { price }),
      items: order.items,
    };
  });
}

/**
 * Downloads an order. Each file gets its name when it is complete and verified; a second call fetches only what is missing.
 * Errors: ORDER_IN_PROGRESS, ORDER_EXPIRED, DOWNLOAD_PARTIAL when some files failed.
 */
export async function downloadOrder(
  service: Service,
  orderId: string,
  { outDir, wait = false, assets, overwrite = false }: DownloadOptions = {},
): Promise<Download> {
  return work(service, async (context) => {
    const [{ downloadOrder: download }, { DEFAULT_WAIT }] = await Promise.all([
      import("./app/downloads/download-order.ts"),
      import("./time/poll.ts"),
    ]);
    return download(context, orderId, {
      outDir: outDir === undefined ? undefined : await requirePath("outDir", outDir),
      ...(wait && { wait: DEFAULT_WAIT }),
      ...(assets !== undefined && { filters: { asset: assets } }),
      policy: overwrite ? "overwrite" : "resume",
    });
  });
}

/** Copies the items at the call: what the caller changes afterwards is neither priced nor ordered. Errors: USAGE. */
function copyItems(items: readonly OrderItem[]): readonly OrderItem[] {
  try {
    return JSON.parse(JSON.stringify(items)) as readonly OrderItem[];
  } catch (error) {
    throw new AppError("usage", "USAGE", "items must be a list of JSON objects", { cause: error });
  }
}

/** Runs a function of `app/`. Throws a failure that it reports, with its result in `data`. */
async function work<T>(service: Service, run: (context: AppContext) => Promise<T>): Promise<T> {
  const found = opened.get(service);
  if (found === undefined) throw new AppError("usage", "USAGE", "the service is closed");
  const { context, signal } = found;
  let failure: AppError | undefined;
  try {
    const result = await run(withEvents(context, { failed: (error) => (failure = error) }));
    if (failure === undefined) return result;
    throw failure.restated(failure.message, { data: { ...failure.data, result } });
  } catch (error) {
    if (error instanceof Interrupted) throw signal?.reason;
    context.secrets.cleanError(error);
    throw error;
  }
}

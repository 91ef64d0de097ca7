/**
 * The possible next steps after an error or a result, as data. Lower layers choose the step; the command line writes
 * it as one command or one flag (`src/cli/output/next-steps.ts`).
 */
import type { Hint } from "./hint.ts";

/** An item of an order: its ids, or a product of collects. */
interface NamedItem {
  collectionId?: string;
  granuleId?: string;
  productType?: string;
  collectIds?: readonly string[];
}

/** The steps with their values. */
export interface StepValues {
  /** The service may respond at another path or with another method. */
  changeDialect: { setting: string };
  /** Another server responds at the base URL. */
  checkConnection: object;
  /** The service redirects to another path on its own host. */
  changeBaseUrl: object;
  /** Several options give the same value. */
  keepOne: { options: readonly string[] };
  /** The value that was probably meant. */
  correctTo: { value: string };
  /** A request has a contract in its body, and another one from an option or a setting. */
  chooseContract: { contractId: string; path: string; isOption: boolean };
  /** The items of an order have different contracts. */
  splitByContract: object;
  /** A column of items that is not a property has its own flag. */
  selectColumn: { column: string };
  trustCertificates: object;
  sendLess: object;
  logIn: object;
  seeCredential: { check: boolean };
  storeUnchecked: object;
  /** No service is configured. */
  trySandbox: object;
  /** The sandbox lacks a feature that the run needs. */
  leaveSandbox: object;
  makeProfile: { name: string };
  /** The value in the profile is invalid. */
  correctSetting: { key: string };
  removeSetting: { key: string };
  /** A file of a deployment is expected. */
  exportDialect: object;
  listSettings: object;
  /** The setting has no key in a profile. */
  giveSetting: { option: string | undefined; variable: string | undefined };
  changeMode: { path: string; mode: number };
  replaceKeyStore: { path: string };
  startSandbox: object;
  stopSandbox: object;
  resetSandbox: object;
  choosePort: object;
  endProcess: { pid: number };
  /** The search for shortened ids failed. */
  giveFullId: object;
  rerun: object;
  /** Some scenes of a watch were not ordered. */
  raiseLimit: object;
  /** The state file of a watch cannot be used. */
  changeState: object;
  /** Some ids of a batch cannot be bought, and the others were not sent either. */
  keepGoing: object;
  /** A quiet run does not show the ids that the words of a purchase resolve to. */
  showIds: object;
  giveElements: object;
  showMore: { page?: number };
  /** The results were chosen among a part of all. */
  readAll: object;
  seeState: { noun: "task" | "repeat"; id: string };
  /** A request or a purchase was not repeated. */
  resend: object;
  /** `others`: the number of items that no earlier order has; `orderId`: the earlier order. */
  skipOwned: { others: number; orderId: string | undefined };
  /** The requests of a file were sent before. */
  sendAnew: object;
  decide: { decision: "approve" | "reject"; noun: "task" | "repeat"; id: string };
  /** Requests that can be cancelled. */
  cancel: { noun: "task" | "repeat"; ids: readonly string[] };
  /** A new request differs from what was asked. */
  endMade: { end: "reject" | "cancel"; noun: "task" | "repeat"; id: string };
  /** The service did not read the form of new requests. "learned": it has shown its own form, which is sent from now on. */
  changeForm: {
    end: "reject" | "cancel";
    noun: "task" | "repeat";
    ids: readonly string[];
    form: "learned" | { key: "retaskEnvelope" | "repeatNameCasing"; value: string };
  };
  /** The service may be at another address. */
  checkBaseUrl: object;
  /** The estimate of a new request exceeds the limit that it was created with. */
  approveAbove: { noun: "task" | "repeat"; id: string };
  awaitPrice: { noun: "task" | "repeat"; ids: readonly string[] };
  followRequest: { noun: "task" | "repeat"; ids: readonly string[] };
  /** A search for tasks omits those of series. */
  includeSeries: object;
  findRequests: { noun: "task" | "repeat" };
  /** `productTypes`: only these, since the others were ordered. */
  orderTasks: { ids: readonly string[]; productTypes?: readonly string[] | undefined };
  /** The tasks of a series have collected images. */
  orderSeries: object;
  /** Requests that wait for approval. */
  seeApprovals: object;
  /** Requests and orders in progress. */
  seeStatus: object;
  /** The review of an order's items shows their price, and reports earlier orders of them. */
  reviewItems: { items: readonly NamedItem[]; contractId?: string };
  /** The sandbox's clock stands. */
  advanceClock: object;
  /** The sandbox's clock is no faster than this machine's. */
  hastenClock: object;
  /** `orderId`: any order if it is undefined; `isBegun`: some of its files may be in the folder. */
  downloadOrder: {
    orderId: string | undefined;
    outDir?: string;
    wait?: boolean;
    isBegun?: boolean;
    hasGallery?: boolean;
  };
  /** A file of the same name is not changed unasked. */
  replaceFile: object;
  /** The items of an order that has expired. */
  reviewAgain: { items: readonly NamedItem[]; contractId?: string };
  /** The download may place its expired order again at no cost. */
  reorderFree: { orderId: string };
  /** Ordering these items again costs money. */
  orderAgain: { items: readonly NamedItem[]; contractId?: string };
  /** The journal of this machine has the orders that were placed from here. */
  listOrders: object;
  /** Flags cannot express the body of an order. */
  saveOrderBody: { orderId: string };
  excludeAssets: { assets: readonly string[] };
  /** Web pages are left out unless their keys are given. */
  includePages: { assets: readonly string[] };
  saveLinks: object;
  planDownload: object;
  /** A result on stdout is one file. */
  chooseFile: { of: "order" | "exports" };
  repairFolder: { folder: string };
  /** The option is that of the result's file or folder. */
  writeElsewhere: { option: "out" | "outDir" };
  findItems: object;
  coverTogether: object;
  /** `type` is one of the listed products, as an example. */
  listOneProduct: { type: string };
  /** No scene covers this part of an area: west, south, east, north. */
  taskArea: { box: readonly [number, number, number, number] };
  fetchExports: object;
  /** A record has no id to print. */
  seeRecords: object;
  /** Every weekly file is fetched. */
  fetchNewest: object;
  queryExports: { folder: string };
  showGallery: { folder: string };
  showIntent: { intentId: string };
  listJournal: { state?: "unknown" };
  /** `decidedId`: the request that the intent approves or rejects. */
  resolveIntent: { intentId: string; noun: "order" | "task" | "repeat"; decidedId?: string };
  /** `isLookedUp`: the archive has no such item. */
  addGeo: { collectId: string; isLookedUp: boolean };
  refreshTypes: object;
  /** The caller left the price out. */
  readPrice: object;
  makeQuote: object;
  buyQuote: { file: string };
  saveElsewhere: object;
  chooseProfile: object;
  importJournal: object;
  /** An approval needs a person on a terminal. */
  typeAmount: object;
}

export type NextStep = { [K in keyof StepValues]: { do: K } & StepValues[K] }[keyof StepValues];

export const isStep = (next: Hint | NextStep): next is NextStep => typeof next === "object" && "do" in next;

/** Builds the gallery of a download folder: its pictures, its metadata, and the state of its files. */
import { availableParallelism } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { onDisk } from "../../disk/disk-error.ts";
import { replaceDurably } from "../../disk/durable-files.ts";
import { listFilesBelow } from "../../disk/files-below.ts";
import { makeFolder } from "../../disk/make-folder.ts";
import {
  writeGalleryPage,
  type GalleryFile,
  type GalleryProduct,
  type GalleryScene,
} from "../../render/gallery-page.ts";
import { hasDigestProof } from "../../domain/orders/download-options.ts";
import { SANDBOX_PROFILE } from "../../settings/profiles.ts";
import { HashPool } from "../../transfer/hash-pool.ts";
import { GALLERY_NAME, type ManifestEntry } from "../../transfer/manifest.ts";
import {
  listBegunFiles,
  compareSize,
  verifyFolder,
  type VerifiedFile,
} from "../../transfer/verify-folder.ts";
import type { AppContext } from "../context.ts";
import { requireOwnPage } from "../page-file.ts";
import { openDownloads } from "./downloaded-folder.ts";
import {
  listFacts,
  findFootprint,
  ISO_TIME,
  readMetadata,
  formatSceneTime,
  type Fact,
  type Metadata,
} from "./gallery-metadata.ts";
import { GalleryPictures, isPicture } from "./gallery-pictures.ts";

export interface GalleryOptions {
  /** Path of the page, as given; default: `swath-gallery.html` in the folder. */
  out?: string | undefined;
  /** Reads every byte and compares digests, like `verify`; otherwise sizes are compared. */
  isVerifying?: boolean;
}

export interface GalleryReport {
  /** The folder as given. */
  directory: string;
  /** Path of the page. */
  page: string;
  items: number;
  files: number;
  pictures: number;
  /** Files that are missing or differ from the manifest. */
  wrong: number;
}

/** Writes the gallery of a download folder. Errors: INPUT_NOT_READABLE, FILE_EXISTS. */
export async function makeGallery(
  context: AppContext,
  directory: string,
  { out, isVerifying = false }: GalleryOptions = {},
): Promise<GalleryReport> {
  const { root, entries, unreadableLines } = await openDownloads(context, directory, true);
  const path = out === undefined ? join(root, GALLERY_NAME) : resolve(context.folder, out);
  if (out !== undefined) await requireOwnPage({ given: out, path });
  const begun = new Set(listBegunFiles(root, await listFilesBelow(root, () => {})));
  const states = await readStates(context, root, entries, { begun, isVerifying });
  const pictures = new GalleryPictures(root);
  const items: Item[] = [];
  for (const [id, own] of Map.groupBy(entries, ({ item }) => item)) {
    context.signal.throwIfAborted();
    items.push(await readItem(root, id, own, states, pictures));
  }
  const page = writeGalleryPage({
    title: `Gallery of ${basename(root)}`,
    madeAt: new Date(context.clock.now()).toISOString(),
    simulated: context.profileName === SANDBOX_PROFILE ? "all" : judgeSimulated(items),
    isVerified: isVerifying,
    unfinished: begun.difference(states).size,
    unreadableLines,
    scenes: await toGalleryScenes(items),
  });
  await onDisk(path, async () => {
    await makeFolder(dirname(path));
    await replaceDurably(dirname(path), basename(path), page, context.machine.uuid());
  });
  const all = items.flatMap(({ files }) => files);
  return {
    directory,
    page: path,
    items: items.length,
    files: all.length,
    pictures: items.filter(({ picture }) => picture !== undefined).length,
    wrong: all.filter(({ isOk }) => !isOk).length,
  };
}

type State = Pick<GalleryFile, "isOk" | "state" | "size" | "isBySize" | "isProven">;

async function readStates(
  { signal }: AppContext,
  root: string,
  entries: readonly ManifestEntry[],
  { begun, isVerifying }: { begun: ReadonlySet<string>; isVerifying: boolean },
): Promise<ReadonlyMap<string, State>> {
  const states = new Map<string, State>();
  const add = (name: string, found: Finding, proof: string, isProven = false): void => {
    const isBegun = found.status === "missing" && begun.has(name);
    const state = isBegun ? { isOk: false, state: "not finished" } : toState(found, proof);
    states.set(name, { ...state, isProven });
  };
  if (!isVerifying) {
    for (const entry of entries)
      add(
        entry.name,
        await compareSize(root, entry, signal),
        formatEarlierProof(entry),
        hasDigestProof(listProofs(entry)),
      );
    return states;
  }
  const pool = new HashPool(availableParallelism());
  try {
    const { files } = await verifyFolder(root, { signal, pool });
    for (const file of files) {
      const isBySize = file.checked === "size";
      add(file.path, file, isBySize ? "right size, no sha256 in the manifest" : "verified by sha256 now");
    }
    return states;
  } finally {
    await pool.close();
  }
}

type Finding = Pick<VerifiedFile, "status" | "fault" | "size" | "checked">;

/** Returns the state with the terms of `verify`. */
function toState({ status, fault, size, checked }: Finding, proof: string): State {
  const sized = size === undefined ? {} : { size };
  if (status !== "ok")
    return { isOk: false, state: fault === undefined ? status : `${status}: ${fault}`, ...sized };
  return { isOk: true, state: proof, ...sized, isBySize: checked === "size" };
}

const listProofs = ({ verified }: { verified?: unknown }): string[] =>
  Array.isArray(verified) ? verified.map(String) : [];

/** Returns the proof of the file from its download. A manifest may be edited: values of another type are ignored. */
function formatEarlierProof(entry: ManifestEntry): string {
  const { time } = entry as { time?: unknown };
  const proof = listProofs(entry).at(-1)?.split(" ").at(-1) ?? "";
  const day = typeof time === "string" && ISO_TIME.test(time) ? ` on ${time.slice(0, 10)}` : "";
  return proof === "" ? "sizes match" : `sizes match, verified by ${proof}${day}`;
}

interface Item {
  id: string;
  files: readonly GalleryFile[];
  picture: string | undefined;
  pictureFault: string | undefined;
  metadata: Metadata;
  origin: readonly Fact[];
}

async function readItem(
  root: string,
  id: string,
  entries: readonly ManifestEntry[],
  states: ReadonlyMap<string, State>,
  pictures: GalleryPictures,
): Promise<Item> {
  const files = entries.map(({ name, asset }): GalleryFile => ({
    name,
    asset,
    ...(states.get(name) ?? { isOk: false, state: "missing" }),
  }));
  const whole = entries.filter(({ name }) => states.get(name)?.isOk === true);
  const shown = await pictures.choosePicture(whole);
  const isBroken = entries.filter(isPicture).length > whole.filter(isPicture).length;
  return {
    id,
    files,
    picture: shown.picture,
    pictureFault: isBroken ? "The picture is missing or is not what was downloaded" : shown.fault,
    metadata: await readMetadata(root, whole),
    origin: listOrigin(entries),
  };
}

/** The sandbox marks the metadata of each item, because the folder may be viewed with any profile. */
function judgeSimulated(items: readonly Item[]): "all" | "some" | "none" {
  const count = items.filter(({ metadata }) => metadata["simulated"] === true).length;
  return count === 0 ? "none" : count === items.length ? "all" : "some";
}

const listOrigin = ([first]: readonly ManifestEntry[]): Fact[] => [
  ...(typeof first?.collection === "string" ? [["collection", first.collection] as const] : []),
  ...(typeof first?.order === "string" ? [["order", first.order] as const] : []),
];

/** Returns the items of one collect as products of one scene, the newest scene first. */
async function toGalleryScenes(items: readonly Item[]): Promise<GalleryScene[]> {
  const groups = Map.groupBy(items, (item): unknown => {
    const collect = item.metadata["collectId"];
    return typeof collect === "string" && collect !== "" ? collect : item;
  });
  const newest = ([item]: readonly Item[]): string => formatSceneTime(item!.metadata) ?? "";
  const sorted = [...groups.values()].toSorted((a, b) =>
    newest(a) < newest(b) ? 1 : newest(a) > newest(b) ? -1 : 0,
  );
  const { placeText } = await import("../../places/describe-geometry.ts");
  return sorted.map((scene) => toScene(scene, placeText));
}

function toScene(items: readonly Item[], placeText: (geometry: unknown) => string | undefined): GalleryScene {
  const { id, metadata, pictureFault } = items[0]!;
  const place = placeText({ type: "Point", coordinates: metadata["center"] });
  const about = [place, metadata["collectMode"], metadata["platform"]];
  const fault = pictureFault ?? "No picture was downloaded with it";
  return {
    name: formatSceneTime(metadata) ?? id,
    about: about.filter((part) => typeof part === "string"),
    ...(items.every(({ picture }) => picture === undefined) && { pictureFault: fault }),
    products: items.map(({ id: name, files, picture, metadata: own, origin }): GalleryProduct => ({
      id: name,
      files,
      facts: [...listFacts(own), ...origin],
      ...(typeof own["productType"] === "string" && { type: own["productType"] }),
      ...(picture !== undefined && { picture }),
      ...findFootprint(own),
    })),
  };
}

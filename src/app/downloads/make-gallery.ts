/** The gallery of a download folder: its pictures, what its metadata say, and the state of its files. */
import { availableParallelism } from "node:os";
import { lstat, realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { isMembers } from "../../contract/members.ts";
import { onDisk } from "../../disk/disk-error.ts";
import { replaceDurably } from "../../disk/durable-files.ts";
import { makeFolder } from "../../disk/make-folder.ts";
import { readBounded } from "../../disk/read-bounded.ts";
import { findFile } from "../../disk/safe-parent.ts";
import { AppError } from "../../errors.ts";
import { advice, swath } from "../../hint.ts";
import { decodePicture, pictureKindOf } from "../../render/decode-picture.ts";
import { galleryPage, type GalleryFile, type GalleryItem } from "../../render/gallery-page.ts";
import { HashPool } from "../../transfer/hash-pool.ts";
import { GALLERY_NAME, inspectManifest, MANIFEST_NAME, type ManifestEntry } from "../../transfer/manifest.ts";
import { verifyFolder } from "../../transfer/verify-folder.ts";
import type { AppContext } from "../context.ts";
import { requireOwnPage } from "../page-file.ts";

type GalleryContext = Pick<AppContext, "folder" | "signal" | "clock" | "machine">;

export interface GalleryOptions {
  /** Where the page is written, as given; default: `swath-gallery.html` in the folder. */
  out?: string | undefined;
  /** Reads every byte and compares digests, as `verify` does; otherwise sizes are compared. */
  isVerifying?: boolean;
}

export interface GalleryReport {
  /** The folder as given. */
  directory: string;
  /** The page. */
  page: string;
  items: number;
  files: number;
  pictures: number;
  /** Files that are missing or differ from the manifest. */
  wrong: number;
}

/** Writes the gallery of a folder that was downloaded into. Errors: INPUT_NOT_READABLE, FILE_EXISTS. */
export async function makeGallery(
  context: GalleryContext,
  directory: string,
  { out, isVerifying = false }: GalleryOptions = {},
): Promise<GalleryReport> {
  const dir = resolve(context.folder, directory);
  const root = await rootOf(dir, directory);
  const path = out === undefined ? join(root, GALLERY_NAME) : resolve(context.folder, out);
  if (out !== undefined) await requireOwnPage({ flag: "--out", given: out, path });
  const entries = await entriesOf(root, directory);
  const taken = out === undefined ? entries.find(({ name }) => name === GALLERY_NAME) : undefined;
  if (taken !== undefined) throw nameTaken(directory, taken);
  const states = await statesOf(context, root, entries, isVerifying);
  const budget = { left: MOST_PICTURE_BYTES };
  const items: GalleryItem[] = [];
  for (const [id, own] of groupedByItem(entries)) {
    context.signal.throwIfAborted();
    items.push(await itemOf(root, id, own, states, budget));
  }
  const page = galleryPage({
    title: `Gallery of ${basename(root)}`,
    madeAt: new Date(context.clock.now()).toISOString(),
    items,
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

/** Downloads before this page existed could give a file its name. */
const nameTaken = (directory: string, { item, asset }: ManifestEntry): AppError =>
  new AppError("local", "FILE_EXISTS", `${GALLERY_NAME} is a file of ${item} (${asset})`, {
    hint: advice`Write the page elsewhere: ${swath`gallery ${directory} --out gallery.html`}`,
  });

async function rootOf(dir: string, given: string): Promise<string> {
  try {
    const root = await realpath(dir);
    if ((await lstat(root)).isDirectory()) return root;
  } catch (error) {
    throw new AppError("usage", "INPUT_NOT_READABLE", `there is no folder ${given}`, {
      cause: error,
      hint: advice`Name the --out-dir of an earlier download; or download into it: ${downloadInto(given)}`,
    });
  }
  throw new AppError("usage", "INPUT_NOT_READABLE", `${given} is a file, not a folder of downloads`, {
    hint: "Name the --out-dir of an earlier download",
  });
}

async function entriesOf(root: string, given: string): Promise<ManifestEntry[]> {
  const manifest = await inspectManifest(root);
  const entries = [...(manifest?.entries.values() ?? [])];
  if (entries.length > 0) return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const fault =
    manifest === undefined ? `has no ${MANIFEST_NAME}` : `has a ${MANIFEST_NAME} that names no file`;
  throw new AppError("usage", "INPUT_NOT_READABLE", `${given} ${fault}, so what is in it is not known`, {
    hint: advice`Name the --out-dir of an earlier download, which has one; or download again: ${downloadInto(given)}`,
  });
}

const downloadInto = (folder: string) => swath`order download <orderId> --out-dir ${folder} --gallery`;

function groupedByItem(entries: readonly ManifestEntry[]): Map<string, ManifestEntry[]> {
  const items = new Map<string, ManifestEntry[]>();
  for (const entry of entries) {
    const own = items.get(entry.item);
    if (own === undefined) items.set(entry.item, [entry]);
    else own.push(entry);
  }
  return items;
}

type State = Pick<GalleryFile, "isOk" | "state" | "size">;

async function statesOf(
  context: GalleryContext,
  root: string,
  entries: readonly ManifestEntry[],
  isVerifying: boolean,
): Promise<ReadonlyMap<string, State>> {
  if (!isVerifying) {
    const states = await Promise.all(
      entries.map(async (entry) => [entry.name, await stateBySize(root, entry)] as const),
    );
    return new Map(states);
  }
  const pool = new HashPool(availableParallelism());
  try {
    const { files } = await verifyFolder(root, { signal: context.signal, pool });
    return new Map(
      files.map(({ path, status, fault, size, checked }) => [
        path,
        {
          isOk: status === "ok",
          state: status === "ok" ? `verified by ${checked ?? "size"} now` : (fault ?? status),
          ...(size !== undefined && { size }),
        },
      ]),
    );
  } finally {
    await pool.close();
  }
}

/** Without reading the file: its size now, and what proved it when it was downloaded. */
async function stateBySize(root: string, entry: ManifestEntry): Promise<State> {
  try {
    const stats = await lstat(await findFile(root, entry.name));
    if (!stats.isFile()) return { isOk: false, state: "not a file" };
    const { size } = stats;
    if (size !== entry.size)
      return { isOk: false, size, state: `has ${size} bytes instead of ${entry.size}` };
    // A manifest is a file like any other: what has another type says nothing.
    const { verified, time } = entry as { verified?: unknown; time?: unknown };
    const proof = Array.isArray(verified)
      ? String(verified.at(-1) ?? "")
          .split(" ")
          .at(-1)
      : "";
    const day = typeof time === "string" ? ` on ${time.slice(0, 10)}` : "";
    return {
      isOk: true,
      size,
      state: proof === "" ? "size as downloaded" : `by ${proof}${day}, size as then`,
    };
  } catch (error) {
    if (error instanceof AppError) return { isOk: false, state: "its name leads out of the folder" };
    return { isOk: false, state: "missing" };
  }
}

/** Of all pictures together: a page that is larger opens slowly. */
const MOST_PICTURE_BYTES = 40_000_000;
const MOST_METADATA_BYTES = 1_000_000;

async function itemOf(
  root: string,
  id: string,
  entries: readonly ManifestEntry[],
  states: ReadonlyMap<string, State>,
  budget: { left: number },
): Promise<GalleryItem> {
  const files = entries.map(({ name, asset }): GalleryFile => ({
    name,
    asset,
    ...(states.get(name) ?? { isOk: false, state: "missing" }),
  }));
  const whole = entries.filter(({ name }) => states.get(name)?.isOk === true);
  const picture = await pictureOf(root, whole, budget);
  const facts = await factsOf(root, whole);
  return { id, files, facts, ...(picture !== undefined && { picture }) };
}

/** Assets that show an item: the larger picture first, as a click enlarges it. */
const PICTURE_ASSETS = ["preview", "overview", "quicklook", "thumbnail"];

async function pictureOf(
  root: string,
  entries: readonly ManifestEntry[],
  budget: { left: number },
): Promise<string | undefined> {
  const rank = ({ asset }: ManifestEntry): number =>
    (PICTURE_ASSETS.indexOf(asset) + PICTURE_ASSETS.length + 1) % (PICTURE_ASSETS.length + 1);
  const candidates = entries
    .filter(({ name, asset }) => PICTURE_ASSETS.includes(asset) || /\.(?:png|jpe?g)$/i.test(name))
    .toSorted((a, b) => rank(a) - rank(b));
  for (const { name, size } of candidates) {
    const length = Math.ceil(size / 3) * 4;
    if (length > budget.left) continue;
    const bytes = await readBounded(await findFile(root, name), size);
    if (bytes === "too-long" || pictureKindOf(bytes) === undefined) continue;
    const decoded = await decodePicture(bytes);
    if ("fault" in decoded) continue;
    budget.left -= length;
    return `data:image/${decoded.kind};base64,${bytes.toString("base64")}`;
  }
  return undefined;
}

const MOST_FACTS = 40;

/** Texts, numbers and switches of the metadata file, the ones that people look for first. */
async function factsOf(root: string, entries: readonly ManifestEntry[]): Promise<GalleryItem["facts"]> {
  const entry = entries.find(
    ({ asset, name, size }) => asset === "metadata" && /\.json$/i.test(name) && size <= MOST_METADATA_BYTES,
  );
  const [first] = entries;
  const origin: (readonly [string, string])[] = [
    ...(typeof first?.collection === "string" ? [["collection", first.collection] as const] : []),
    ...(typeof first?.order === "string" ? [["order", first.order] as const] : []),
  ];
  if (entry === undefined) return origin;
  const bytes = await readBounded(await findFile(root, entry.name), entry.size);
  const facts = bytes === "too-long" ? [] : factsIn(bytes);
  return [...facts.slice(0, MOST_FACTS), ...origin];
}

/** A link may be signed, and the page may be passed on. */
const LINK = /^\s*[a-z][a-z\d+.-]*:\/\//i;

const FIRST_FACTS = ["startTime", "datetime", "productType", "collectMode", "polarization", "platform"];

function factsIn(bytes: Buffer): (readonly [string, string])[] {
  let read: unknown;
  try {
    read = JSON.parse(bytes.toString("utf8"));
  } catch {
    return [];
  }
  if (!isMembers(read)) return [];
  const facts = Object.entries(read).flatMap(([name, value]) =>
    ["string", "number", "boolean"].includes(typeof value) && !LINK.test(String(value))
      ? [[name, String(value)] as const]
      : [],
  );
  const rank = (name: string): number =>
    FIRST_FACTS.includes(name) ? FIRST_FACTS.indexOf(name) : FIRST_FACTS.length;
  return facts.toSorted(([a], [b]) => rank(a) - rank(b));
}

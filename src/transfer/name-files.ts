import { OWN_NAMES } from "./manifest.ts";
import { hashHex, withSuffix } from "./naming/safe-name.ts";
import { isInSharedFolders, makeSourcePath, type Layout } from "./naming/source-path.ts";
import type { TransferSource } from "./transfer-source.ts";

/**
 * Returns a relative path (`/` between components) per source, by `linkKey`. Each file in a collision gets its own suffix,
 * also if names differ only in case or Unicode composition. A name depends neither on the order of the sources nor on the
 * filters.
 */
export function nameFiles(sources: ReadonlyMap<string, TransferSource>, layout: Layout): Map<string, string> {
  const wanted = [...sources].map(([key, source]) => {
    const { folders, file } = makeSourcePath(source, layout);
    if (OWN_NAMES.includes(foldName(folders[0] ?? ""))) folders[0] = `_${folders[0]}`;
    return { key, source, folders, file, isShared: isInSharedFolders(source, layout) };
  });

  // Different items with the same folder name must not share a folder. Folders of export names and of a --path
  // template are shared on purpose.
  const folderOf = new Map<string, string>();
  for (const { source, folders, isShared } of wanted)
    if (!isShared && folders[0] !== undefined) folderOf.set(makeItemSeed(source), folders[0]);
  const sharedFolders = wanted.flatMap(({ isShared, folders }) =>
    !isShared ? [] : folders.map((_, index) => folders.slice(0, index + 1).join("/")),
  );
  const reserved = new Set([...OWN_NAMES, ...sharedFolders.map(foldName)]);
  const itemFolders = separate(folderOf, reserved);

  const taken = new Set([...reserved, ...[...itemFolders.values()].map(foldName)]);
  const files = wanted.map(({ key, source, folders, file, isShared }): [string, string] => {
    const folder =
      isShared || folders[0] === undefined ? folders.join("/") : itemFolders.get(makeItemSeed(source));
    return [key, folder === undefined || folder === "" ? file : `${folder}/${file}`];
  });
  return separate(new Map(files), taken);
}

const makeItemSeed = ({ collection, item }: TransferSource): string =>
  JSON.stringify([collection ?? null, item]);

/** Returns a name with case and composition folded like the strictest file systems, in every locale alike. */
export function foldName(name: string): string {
  // Most names need no Unicode table.
  if (/^[\x20-\x7e]*$/u.test(name)) return name.toLowerCase();
  return name.normalize("NFC").toUpperCase().toLowerCase().normalize("NFC");
}

/** Returns names that do not clash, by the seeds of their suffixes, which are equal on every rerun. */
function separate(wanted: ReadonlyMap<string, string>, reserved: ReadonlySet<string>): Map<string, string> {
  const names = new Map(wanted);
  // A suffixed name may clash with a natural one, which then also gets a suffix; longer hashes end any chain.
  for (const digits of [8, 16, 32, 64]) {
    const owners = new Map<string, string[]>();
    for (const [seed, name] of names) {
      const folded = foldName(name);
      const seeds = owners.get(folded);
      if (seeds === undefined) owners.set(folded, [seed]);
      else seeds.push(seed);
    }
    const clashes = [...owners].filter(([folded, seeds]) => seeds.length > 1 || reserved.has(folded));
    if (clashes.length === 0) break;
    for (const seed of clashes.flatMap(([, seeds]) => seeds)) {
      const original = wanted.get(seed) as string;
      const slash = original.lastIndexOf("/") + 1;
      const suffix = hashHex(seed).slice(0, digits);
      names.set(seed, original.slice(0, slash) + withSuffix(original.slice(slash), suffix));
    }
  }
  return names;
}

/** The members of a zipped shapefile: those of one layer, and the check of all of them. */
import { WrongFile, type RandomAccessFile } from "../random-access-file.ts";
import { listFiles, readZipDirectory, readZipMember, type ZipMember } from "../zip-directory.ts";

/** The required files of a shapefile. */
export const SHAPEFILE_MEMBERS = [".shp", ".shx", ".dbf", ".prj"] as const;

/** Returns the member of a layer with the extension. `shape` is its .shp. */
export function findLayerMember(
  members: readonly ZipMember[],
  shape: ZipMember,
  extension: string,
): ZipMember | undefined {
  const stem = shape.name.slice(0, -4);
  return members.find(({ name }) => name.slice(0, -4) === stem && name.slice(-4).toLowerCase() === extension);
}

type Extension = (typeof SHAPEFILE_MEMBERS)[number];

/** Returns the required members of the first layer by extension. Throws WrongFile when one is missing. */
export function findLayerMembers(members: readonly ZipMember[]): Record<Extension, ZipMember> {
  const shape = listFiles(members).find(({ name }) => /\.shp$/i.test(name));
  const found = SHAPEFILE_MEMBERS.map((extension) => {
    const member = shape && findLayerMember(members, shape, extension);
    if (member === undefined) throw new WrongFile(`it has no ${extension} member`);
    return [extension, member] as const;
  });
  return Object.fromEntries(found) as Record<Extension, ZipMember>;
}

/** Checks the zip directory, the four members, and their bytes against the CRCs. Throws WrongFile. */
export async function inspectShapefile(file: RandomAccessFile): Promise<string> {
  const layer = findLayerMembers(await readZipDirectory(file));
  for (const extension of SHAPEFILE_MEMBERS) {
    let length = 0;
    for await (const chunk of readZipMember(file, layer[extension])) length += chunk.length;
    if (length === 0) throw new WrongFile(`its ${extension} member is empty`);
  }
  return "zip members";
}

import type { RandomAccessFile } from "../random-access-file.ts";
import { WrongFile } from "../wrong-file.ts";
import { readZipDirectory, readZipMember, type ZipMember } from "./zip-directory.ts";

/** The required files of a shapefile. */
export const SHAPEFILE_MEMBERS = [".shp", ".shx", ".dbf", ".prj"] as const;

/** Reports whether macOS added the member: it has the attributes of another file, under the name of that file. */
const isAppleDouble = (name: string): boolean => /^__MACOSX\/|(?:^|\/)\._[^/]*$/.test(name);

/** Returns the members of one layer by extension. Throws WrongFile when one is missing. */
export function layerOf(
  members: readonly ZipMember[],
): Record<(typeof SHAPEFILE_MEMBERS)[number], ZipMember> {
  const shape = members.find(({ name }) => /\.shp$/i.test(name) && !isAppleDouble(name));
  const stem = shape?.name.slice(0, -4);
  const found = SHAPEFILE_MEMBERS.map((extension) => {
    const member = members.find(
      ({ name }) => name.slice(0, -4) === stem && name.slice(-4).toLowerCase() === extension,
    );
    if (member === undefined) throw new WrongFile(`it has no ${extension} member`);
    return [extension, member] as const;
  });
  return Object.fromEntries(found) as Record<(typeof SHAPEFILE_MEMBERS)[number], ZipMember>;
}

/** Checks the zip directory, the four members, and their bytes against the CRCs. Throws WrongFile. */
export async function inspectShapefile(file: RandomAccessFile): Promise<string> {
  const layer = layerOf(await readZipDirectory(file));
  for (const extension of SHAPEFILE_MEMBERS) {
    let length = 0;
    for await (const chunk of readZipMember(file, layer[extension])) length += chunk.length;
    if (length === 0) throw new WrongFile(`its ${extension} member is empty`);
  }
  return "zip members";
}

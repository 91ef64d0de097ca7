import type { FileMetaData } from "hyparquet";
import { declaresGeometry } from "./geo-columns.ts";
import { ofTheFile, readParquet } from "./parquet-file.ts";
import type { RandomAccessFile } from "../random-access-file.ts";
import { WrongFile } from "../wrong-file.ts";

/**
 * Checks the footer, its sums, the position of every column chunk (in the file, before the footer), and that there is a geometry column. Throws
 * WrongFile.
 */
export async function inspectParquet(file: RandomAccessFile): Promise<string> {
  const { metadata } = await readParquet(file);
  ofTheFile("its footer", () => checkFooter(metadata, file.length));
  return "parquet footer";
}

function checkFooter(metadata: FileMetaData, length: number): void {
  const rows = metadata.row_groups.reduce((sum, { num_rows }) => sum + Number(num_rows), 0);
  if (rows !== Number(metadata.num_rows))
    throw new WrongFile(`its row groups hold ${rows} rows, its footer says ${metadata.num_rows}`);
  const end = length - 8 - metadata.metadata_length;
  for (const { columns } of metadata.row_groups) {
    for (const { meta_data: chunk } of columns) {
      if (chunk === undefined) continue;
      const start = Number(chunk.dictionary_page_offset ?? chunk.data_page_offset);
      if (start < 4 || start + Number(chunk.total_compressed_size) > end)
        throw new WrongFile(`the column ${chunk.path_in_schema.join(".")} lies outside the file`);
    }
  }
  if (!declaresGeometry(metadata)) throw new WrongFile("it declares no geometry");
}

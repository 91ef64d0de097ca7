/** Rows of texts as a table: first row is the header. */
export function printTable(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  for (const row of rows) {
    process.stdout.write(
      `${row
        .map((text, column) => text.padEnd(widths[column]))
        .join("  ")
        .trimEnd()}\n`,
    );
  }
  process.stdout.write("\n");
}

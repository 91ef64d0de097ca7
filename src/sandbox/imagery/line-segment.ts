import type { Segment } from "./segments.ts";

interface Lines {
  width: number;
  height: number;
  bytesPerPixel: number;
  /** Side of a cell in pixels. */
  cell: number;
  /** Bytes of the cells that lie side by side in a row of cells, each full even past the image's edge. */
  cellsOf: (cellY: number) => readonly Uint8Array[];
}

/** An image without tiles: pixels from left to right, line after line, copied out of the cells that it is laid of. */
export function lineSegment({ width, height, bytesPerPixel, cell, cellsOf }: Lines): Segment {
  const lineBytes = width * bytesPerPixel;
  const cellLineBytes = cell * bytesPerPixel;
  let row = -1;
  let cells: readonly Uint8Array[] = [];
  return {
    length: lineBytes * height,
    copyTo(target, offset) {
      let line = Math.floor(offset / lineBytes);
      let inLine = offset - line * lineBytes;
      for (let at = 0; at < target.length;) {
        const cellY = Math.floor(line / cell);
        if (cellY !== row) {
          cells = cellsOf(cellY);
          row = cellY;
        }
        const cellX = Math.floor(inLine / cellLineBytes);
        const inCell = inLine - cellX * cellLineBytes;
        const bytes = Math.min(cellLineBytes - inCell, lineBytes - inLine, target.length - at);
        const from = (line - cellY * cell) * cellLineBytes + inCell;
        target.set(cells[cellX]!.subarray(from, from + bytes), at);
        at += bytes;
        inLine += bytes;
        if (inLine === lineBytes) {
          line += 1;
          inLine = 0;
        }
      }
    },
  };
}

/** A screen that wraps its lines again when its width changes, as most terminals do, as far as a status line needs it. */
import { EventEmitter } from "node:events";
import { clearLine, cursorTo, moveCursor } from "node:readline";

/** `continues`: the line was wider than the screen, and continues in the next row. */
interface Row {
  text: string;
  continues: boolean;
}

const TOKEN = /\u001B\[([?\d;]*)([A-Za-z])|[\r\n]|[^\u001B\r\n]/gu;

export class ReflowingScreen extends EventEmitter {
  readonly isTTY = true;
  columns: number;
  rows = 40;
  #rows: Row[] = [{ text: "", continues: false }];
  #y = 0;
  #x = 0;
  /** False: lines wider than the screen are cut off, as in xterm. */
  readonly #isReflowing: boolean;

  constructor(columns: number, isReflowing = true) {
    super();
    this.columns = columns;
    this.#isReflowing = isReflowing;
  }

  /** The visible lines. */
  get shown(): string[] {
    return this.#rows.map(({ text }) => text.trimEnd()).filter((text) => text !== "");
  }

  write(chunk: string): boolean {
    for (const [token, argument = "", command] of chunk.matchAll(TOKEN)) {
      if (command !== undefined) this.#obey(command, argument);
      else if (token === "\r") this.#x = 0;
      else if (token === "\n") this.#newLine(false);
      else this.#put(token);
    }
    return true;
  }

  cursorTo(x: number): boolean {
    return cursorTo(this as unknown as NodeJS.WritableStream, x);
  }

  moveCursor(dx: number, dy: number): boolean {
    return moveCursor(this as unknown as NodeJS.WritableStream, dx, dy);
  }

  clearLine(direction: -1 | 0 | 1): boolean {
    return clearLine(this as unknown as NodeJS.WritableStream, direction);
  }

  resize(columns: number): void {
    if (this.#isReflowing) this.#reflow(columns);
    else for (const row of this.#rows) row.text = row.text.slice(0, columns);
    this.columns = columns;
    this.#x = Math.min(this.#x, columns);
    this.emit("resize");
  }

  #reflow(columns: number): void {
    const rows: Row[] = [];
    let line = "";
    let cursor: number | undefined;
    let y = 0;
    for (const [index, { text, continues }] of this.#rows.entries()) {
      if (index === this.#y) cursor = line.length + this.#x;
      line += text;
      if (continues) continue;
      if (cursor !== undefined) {
        // After the last character of a full row the cursor stays in it.
        const below = Math.floor(Math.max(0, cursor - 1) / columns);
        y = rows.length + below;
        this.#x = cursor - below * columns;
        cursor = undefined;
      }
      for (let at = 0; at === 0 || at < line.length; at += columns)
        rows.push({ text: line.slice(at, at + columns), continues: at + columns < line.length });
      line = "";
    }
    this.#rows = rows;
    this.#y = y;
  }

  #put(character: string): void {
    if (this.#x >= this.columns) this.#newLine(true);
    const row = this.#rows[this.#y]!;
    row.text = row.text.padEnd(this.#x).slice(0, this.#x) + character + row.text.slice(this.#x + 1);
    this.#x += 1;
  }

  #newLine(continues: boolean): void {
    this.#rows[this.#y]!.continues = continues;
    this.#y += 1;
    this.#x = 0;
    if (this.#y === this.#rows.length) this.#rows.push({ text: "", continues: false });
  }

  #obey(command: string, argument: string): void {
    const row = this.#rows[this.#y]!;
    const count = Number(argument || 1);
    if (command === "A") this.#y = Math.max(0, this.#y - count);
    else if (command === "G") this.#x = count - 1;
    else if (command === "K") {
      row.text = argument === "2" ? "" : row.text.slice(0, this.#x);
      row.continues = false;
    } else if (!"hl".includes(command)) throw new Error(`this screen does not know ${command}`);
  }
}

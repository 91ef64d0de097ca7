/** What `npm run reading` counts. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { testFolder } from "./new-folder.ts";

const PROGRAM = `import type { Stats } from "node:fs";
import { names } from "./names.ts";

interface Greeting {
  readonly text: string;
}

class Greeter {
  /** Both are parameter properties. */
  constructor(
    private readonly word: string,
    public times = 1,
  ) {}

  greet(name: string, file?: Stats): Greeting {
    if (file !== undefined) {
      throw new Error("a file");
    } else {
      // An empty line and a comment are no code.

      return { text: \`\${this.word.repeat(this.times)} \${name}\` };
    }
  }

  leave(): void {
    this.times = 0;
  }
}

process.stdout.write(new Greeter("hello").greet(names[0]!).text);
`;

test("a line counts if it is code of a function and ran, without types and comments", async () => {
  const { linesOfRun } = (await import(join(import.meta.dirname, "reading", "run-program.mjs"))) as {
    linesOfRun: (program: string, words: string[], env: object) => Promise<Map<string, Set<number>>>;
  };
  const folder = await testFolder();
  const program = join(folder, "program.ts");
  await writeFile(program, PROGRAM);
  await writeFile(join(folder, "names.ts"), 'export const names = ["you"];\n');
  const files = await linesOfRun(program, [], { ...process.env, HOME: folder });
  const texts = PROGRAM.split("\n");
  const ran = [...(files.get(program) ?? [])].map((number) => texts[number - 1]!.trim());
  expect(ran).toEqual([
    "constructor(",
    "private readonly word: string,",
    "public times = 1,",
    // Both are assigned here.
    ") {}",
    "greet(name: string, file?: Stats): Greeting {",
    "if (file !== undefined) {",
    "return { text: `${this.word.repeat(this.times)} ${name}` };",
  ]);
  // No function of the other file ran.
  expect([...files.keys()]).toEqual([program]);
});

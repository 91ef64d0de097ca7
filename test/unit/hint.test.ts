/** Commands in hints: words as data, quoted for the shell at hand. */
import { execFileSync } from "node:child_process";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { advice, blank, commandLine, hintText, findShell, swath, typed, type Shell } from "../../src/hint.ts";
import { needPosixShell } from "../this-system.ts";

const line = (texts: readonly string[], shell?: Shell): string =>
  commandLine(
    texts.map((text) => ({ text })),
    shell,
  );

describe("the words of a command", () => {
  it("values are their own words, and a list is several words", () => {
    const command = swath`order download ${"o 1"} --out-dir ${"a b"} ${["--wait", "x'y"]} --json`;
    expect(hintText(command)).toBe("swath order download 'o 1' --out-dir 'a b' --wait 'x'\\''y' --json");
    expect(hintText(swath`task get ${""}`)).toBe("swath task get ''");
    expect(hintText(swath`task wait ${[]} --json`)).toBe("swath task wait --json");
    expect(hintText(swath`order place ${typed("--item", "a b")}`)).toBe("swath order place --item 'a b'");
  });

  it("a placeholder is not quoted, and an id that looks like a flag is left to the reader", () => {
    expect(hintText(swath`task get ${blank("taskId")}`)).toBe("swath task get <taskId>");
    expect(hintText(swath`auth token --username <name>`)).toBe("swath auth token --username <name>");
    expect(hintText(swath`order download ${"--overwrite"}`)).toBe("swath order download <...>");
    expect(hintText(swath`catalog search --point ${"-9.1,38.7"}`)).toBe(
      "swath catalog search --point -9.1,38.7",
    );
  });

  it("no control or bidi character is in a command, for any shell", () => {
    const bad = [
      "a\nb",
      "a\u001b[2Jb",
      "a\u202eb",
      "a\u200bb",
      "a\u2066b",
      "a\u0085b",
      "a\u2028b",
      "a\ud800b",
      "a\u{e0041}",
      "a\ufe0fb",
      "\u{1f6f0}\ufe0f\ufe0f",
      "\u{1f6f0}\ufe00",
    ];
    for (const text of bad)
      for (const shell of ["posix", "fish", "powershell", "cmd"] as const)
        expect([text, line(["swath", text], shell)]).toEqual([text, "swath <...>"]);
  });

  it("an emoji in a name is written into a command", () => {
    for (const shell of ["posix", "fish", "powershell", "cmd"] as const)
      expect(line(["\u{1f6f0}\ufe0f"], shell)).toContain("\u{1f6f0}\ufe0f");
  });

  it("advice without a front end is plain text", () => {
    const hint = advice`Type: ${swath`auth login`}, or add --yes`;
    expect(hintText(hint)).toBe("Type: swath auth login, or add --yes");
    expect(hintText(hint, () => "swath auth login --sandbox")).toBe(
      "Type: swath auth login --sandbox, or add --yes",
    );
  });
});

describe("shells", () => {
  const text = fc
    .string({ unit: "grapheme", maxLength: 12 })
    .filter((word) => !/[\p{C}\p{Zl}\p{Zp}]|\p{DI}/u.test(word));

  it("a POSIX shell reads back the words that were written", () => {
    needPosixShell();
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 8 }), (texts) => {
        const read = execFileSync("sh", ["-c", `printf '%s\\0' ${line(texts)}`], { encoding: "utf8" });
        expect(read).toBe(texts.map((each) => `${each}\0`).join(""));
      }),
      { numRuns: 50 },
    );
  });

  it("a pasted command line is split into the same words again", () => {
    expect(line(["--name", "it's Etna", "--point", "-9.1,38"])).toBe(
      "--name 'it'\\''s Etna' --point -9.1,38",
    );
    expect(line(["=x", "a~b", "$(x)", "a*"])).toBe("'=x' 'a~b' '$(x)' 'a*'");
  });

  it("fish, PowerShell and cmd have their own quotes", () => {
    expect(line(["it's", "a\\b c"], "fish")).toBe("'it\\'s' 'a\\\\b c'");
    expect(line(["it's", "-9.1,38.7", "a b", "C:\\x", "--wait"], "powershell")).toBe(
      "'it''s' '-9.1,38.7' 'a b' C:\\x --wait",
    );
    expect(line(["a’b"], "powershell")).toBe("'a’’b'");
    expect(line(["5d", "1.5D", "-5d", "5h", "v5d"], "powershell")).toBe("'5d' '1.5D' -5d 5h v5d");
    expect(line(["a b", "x&y", "C:\\x"], "cmd")).toBe('"a b" "x&y" C:\\x');
    expect(line(["50%", 'a"b'], "cmd")).toBe("<...> <...>");
    expect(line(['a"b'], "powershell")).toBe("<...>");
  });

  it("the current shell is found in its environment", () => {
    expect(findShell({ SHELL: "/bin/zsh" }, "linux")).toBe("posix");
    expect(findShell({ SHELL: "/usr/bin/fish" }, "darwin")).toBe("fish");
    expect(findShell({ SHELL: "/bin/bash", PSModulePath: "/x" }, "linux")).toBe("powershell");
    expect(findShell({ PSModulePath: "a;b;c" }, "win32")).toBe("powershell");
    expect(findShell({ PSModulePath: "a;b" }, "win32")).toBe("cmd");
    expect(findShell({ SHELL: "/usr/bin/bash", PSModulePath: "a;b" }, "win32")).toBe("git-bash");
  });
});

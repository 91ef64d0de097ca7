/** A script that `swath completion --install` wrote is found by its shell, without a line that loads it. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { need } from "../need.ts";
import { testFolder } from "../new-folder.ts";
import { cleanEnv, QUOTED_COMMAND, swath } from "./swath.ts";

const COMPLETION_PACKAGE = "/usr/share/bash-completion/bash_completion";
const DRIVERS = resolve(import.meta.dirname, "shells");

/** The lines that a new shell of a person runs before the first Tab; `add` is the line that the installation reported. */
const STARTS = {
  bash: () => `source ${COMPLETION_PACKAGE}
if declare -F _comp_load >/dev/null; then _comp_load swath
elif declare -F __load_completion >/dev/null; then __load_completion swath
else _completion_loader swath; fi`,
  zsh: (add: string | null) => add ?? "",
  fish: () => "",
};

const isThere = (program: string): boolean => spawnSync(program, ["--version"]).status === 0;

it.for(["bash", "zsh", "fish"] as const)(
  "REACH-09 a new %s completes swath after --install, not after --uninstall",
  async (shell, context) => {
    const isReady = isThere(shell) && (shell !== "bash" || existsSync(COMPLETION_PACKAGE));
    need(isReady, `${shell} or bash-completion is not installed`, context);
    const home = await testFolder();
    await mkdir(join(home, "bin"));
    await writeFile(join(home, "bin/swath"), `#!/bin/sh\nexec ${QUOTED_COMMAND} "$@"\n`, {
      mode: 0o755,
    });
    const env = { PATH: `${join(home, "bin")}:${process.env["PATH"]}`, LC_ALL: "C.UTF-8" };
    const { code, stdout } = await swath(["completion", shell, "--install", "--json"], { home });
    expect(code).toBe(0);
    const start = join(home, "start");
    const { add } = JSON.parse(stdout) as { add: string | null };
    await writeFile(start, `${STARTS[shell](add)}\n`);

    const proposed = (): string => {
      const line = "swath order pl";
      const words =
        shell === "fish"
          ? ["-c", `complete -C '${line}'`]
          : [
              ...(shell === "zsh" ? ["-f"] : ["--norc", "--noprofile"]),
              join(DRIVERS, `complete.${shell}`),
              start,
              line,
            ];
      return spawnSync(shell, words, { cwd: home, env: cleanEnv(home, env), encoding: "utf8" }).stdout;
    };
    expect(proposed()).toContain("place");
    expect((await swath(["completion", shell, "--uninstall"], { home })).code).toBe(0);
    expect(proposed()).not.toContain("place");
  },
);

import { Argument, Option } from "@commander-js/extra-typings";
import type { ScriptReport } from "../app/completion-script.ts";
import type { AskProgram } from "../app/powershell-profile.ts";
import { defineCommand } from "../cli/command/define-command.ts";
import type { Context } from "../cli/context.ts";
import { suggesting } from "../cli/flags/flag.ts";
import { makeContradiction, readArgument, refuse, usageFault } from "../cli/input/usage.ts";
import { recordView, textView, type View } from "../cli/output/view.ts";
import { makeWordReader } from "../domain/readers.ts";
import { inputError } from "../errors.ts";
import { findShell, type Shell } from "../hint.ts";
import { escapeText } from "../render/safe-text.ts";

const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;

const changeView = recordView<ScriptReport>({
  text: ({ path, change, add }) => {
    const done = change === "none" ? `unchanged: ${escapeText(path)}` : `${change}: ${escapeText(path)}`;
    return add === null ? done : `${done}\nAdd this line to ~/.zshrc: ${escapeText(add)}`;
  },
});

export const completion = defineCommand({
  name: "completion",
  summary: "Print or install the completion script of a shell",
  description:
    "--install writes the script where the shell looks for it; the shell is that of $SHELL by default. PowerShell has no such folder: a " +
    "line is added to its profile, whose path PowerShell itself is asked for. Without --install the script is printed, " +
    "for the shell's start file: source <(swath completion bash). The script asks swath at each Tab. swath " +
    "answers from its own tables, and from the ids of earlier results, of the journal and of the settings on this machine, never over " +
    "the network. SWATH_NO_ID_CACHE=1 keeps no ids. The PowerShell script has not been run in a PowerShell.",
  examples: [
    "swath completion --install",
    "swath completion bash > swath.bash",
    "swath completion powershell --install",
    "swath completion zsh --uninstall",
  ],
  syntax: (command) =>
    command
      .addArgument(suggesting(new Argument("[shell]", "the shell"), SHELLS))
      .addOption(new Option("--install", "write the script where the shell looks for it"))
      .addOption(new Option("--uninstall", "remove the installed script")),
  parse: ({ env, world }, { install, uninstall }, given) => {
    refuse([install === true && uninstall === true && makeContradiction("--install", "--uninstall")]);
    const isFile = install === true || uninstall === true;
    const word =
      given ?? (isFile ? findOwnShell(env["SHELL"] ?? "", findShell(env, world.platform)) : undefined);
    if (word === undefined || word === "")
      throw inputError([
        usageFault("<shell>", "<shell> is missing", { next: "Try 'swath completion --help'" }),
      ]);
    return readArgument("<shell>", word, makeWordReader(SHELLS));
  },
  run: async (context, shell, { install, uninstall }): Promise<string | ScriptReport> => {
    const { SCRIPTS } = await import("./completion/scripts.ts");
    const { text } = SCRIPTS[shell];
    if (install !== true && uninstall !== true) return text;
    if (shell === "powershell") {
      const { installInProfile, removeFromProfile } = await import("../app/powershell-profile.ts");
      return (install === true ? installInProfile : removeFromProfile)(context, makeAskProgram(context));
    }
    const { installScript, removeScript } = await import("../app/completion-script.ts");
    return install === true ? installScript(context, shell, text) : removeScript(context, shell);
  },
  view: textView,
  viewFor: ({ install, uninstall }) =>
    install === true || uninstall === true ? (changeView as View<string | ScriptReport>) : undefined,
});

/** Returns the name of the shell in which the command was typed: `$SHELL`, or on Windows without it, PowerShell. */
const findOwnShell = (path: string, typed: Shell): string | undefined => {
  const name = /[^/]*$/.exec(path)?.[0];
  if (name === "pwsh" || (name === "" && typed === "powershell")) return "powershell";
  return name;
};

/** Returns a function that runs a program, and returns its output if it succeeded. */
const makeAskProgram =
  ({ world, signal }: Context): AskProgram =>
  async (program, args) => {
    const chunks: Uint8Array[] = [];
    const onOutput = (chunk: Uint8Array): void => void chunks.push(chunk);
    const end = await world.runProgram?.(program, args, { cwd: world.cwd, env: world.env, signal, onOutput });
    return end !== undefined && "exitCode" in end && end.exitCode === 0
      ? Buffer.concat(chunks).toString("utf8")
      : undefined;
  };

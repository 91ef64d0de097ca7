import { Argument } from "@commander-js/extra-typings";
import { defineCommand, type CommandDefinition, type CommandTree } from "../../cli/command/define-command.ts";
import { suggesting } from "../../cli/flags/flag.ts";
import { oneOf } from "../../domain/readers.ts";
import { textView } from "../../cli/output/view.ts";
import { inputError } from "../../errors.ts";
import { scriptFor, SHELLS, type Shell } from "./shells.ts";

/** @param tree the commands that the script completes, this one included */
export const completionOf = (tree: CommandTree): CommandDefinition =>
  defineCommand({
    name: "completion",
    summary: "Print the completion script of a shell",
    description:
      "Load it from the shell's start file: source <(swath completion bash). The script knows every command, flag and known value by itself. Only ids are asked of swath: those of earlier " +
      "results, of the journal and of the settings on this machine, never over the network. " +
      "SWATH_NO_ID_CACHE=1 keeps no ids. The PowerShell script has not been run in a PowerShell.",
    examples: [
      "swath completion bash > swath.bash",
      "swath completion zsh > ~/.zfunc/_swath",
      "swath completion fish > swath.fish",
      "swath completion powershell >> $PROFILE",
    ],
    syntax: (command) => command.addArgument(suggesting(new Argument("<shell>", "the shell"), SHELLS)),
    parse: (_context, _options, shell): Shell => {
      const reading = oneOf(SHELLS)(shell);
      if (reading.ok) return reading.value;
      const { rule, hint } = reading;
      const message = `<shell> ${JSON.stringify(shell)} ${rule}`;
      throw inputError([{ code: "USAGE", path: "", flag: "<shell>", value: shell, rule, message, hint }]);
    },
    run: async (_context, shell) => {
      const { commandWords } = await import("./command-words.ts");
      return scriptFor(shell, await commandWords(tree));
    },
    view: textView,
  });

import { usageFault } from "../../cli/input/usage.ts";
import { Argument } from "@commander-js/extra-typings";
import { defineCommand } from "../../cli/command/define-command.ts";
import { suggesting } from "../../cli/flags/flag.ts";
import { textView } from "../../cli/output/view.ts";
import { oneOf } from "../../domain/readers.ts";
import { inputError } from "../../errors.ts";

const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;
type Shell = (typeof SHELLS)[number];

export const completion = defineCommand({
  name: "completion",
  summary: "Print the completion script of a shell",
  description:
    "Load it from the shell's start file: source <(swath completion bash). The script asks swath at each Tab. swath " +
    "answers from its own tables, and from the ids of earlier results, of the journal and of the settings on this machine, never over " +
    "the network. SWATH_NO_ID_CACHE=1 keeps no ids. The PowerShell script has not been run in a PowerShell.",
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
    const { rule, next: hint } = reading;
    const message = `<shell> ${JSON.stringify(shell)} ${rule}`;
    throw inputError([usageFault("<shell>", message, { value: shell, rule, next: hint })]);
  },
  run: async (_context, shell) => {
    const { SCRIPTS } = await import("./scripts.ts");
    return SCRIPTS[shell].text;
  },
  view: textView,
});

import type { AllWords } from "./command-words.ts";

/** Shells that have a script, and the file name of each script. */
export const SCRIPT_FILES = {
  bash: "swath.bash",
  zsh: "swath.zsh",
  fish: "swath.fish",
  powershell: "swath.ps1",
} as const;

export type Shell = keyof typeof SCRIPT_FILES;
export const SHELLS = Object.keys(SCRIPT_FILES) as Shell[];

/** The complete script of a shell. */
export async function scriptFor(shell: Shell, words: AllWords): Promise<string> {
  switch (shell) {
    case "bash":
      return (await import("./bash-script.ts")).bashScript(words);
    case "zsh":
      return (await import("./zsh-script.ts")).zshScript(words);
    case "fish":
      return (await import("./fish-script.ts")).fishScript(words);
    case "powershell":
      return (await import("./powershell-script.ts")).powershellScript(words);
  }
}

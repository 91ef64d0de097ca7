import { defineCommand } from "../../cli/command/define-command.ts";
import { recordView } from "../../cli/output/view.ts";

interface ShownKey {
  publicKey: string;
}

export const key = defineCommand({
  name: "key",
  summary: "Show the public key with which this machine approves",
  description:
    "The key is made when it is first needed. A buyer adds the public key to the setting approval.keys to trust this machine's approvals. " +
    "The private key stays in the folder of the settings, readable by its owner only.",
  examples: ["swath quote key", "swath config set approval.keys <key>"],
  syntax: (command) => command,
  run: async (context): Promise<ShownKey> => {
    const [{ requireKey }, { derivePublicKey }] = await Promise.all([
      import("../../app/quotes/approval-key.ts"),
      import("../../domain/quotes/approval.ts"),
    ]);
    return { publicKey: derivePublicKey(await requireKey(context)) };
  },
  view: recordView<ShownKey>({
    text: ({ publicKey }) => `${publicKey}\n`,
    id: ({ publicKey }) => publicKey,
  }),
});

import { defineCommand } from "../../cli/command/define-command.ts";
import { recordView } from "../../cli/output/view.ts";

interface ShownKey {
  publicKey: string;
}

export const key = defineCommand({
  name: "key",
  summary: "Show the public key with which this machine approves",
  description:
    "Made when it is first needed. A buyer trusts it once it is in its setting approval.keys. The private key stays in the folder of the " +
    "settings, readable by its owner only.",
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

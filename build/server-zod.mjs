import { readFile } from "node:fs/promises";

/** The end of the names of its modules. */
const MARK = "?server";

export const isServerZod = (id) => id.endsWith(MARK);

/** The server for assistants, and the modules of its own zod. */
const SERVER = /[\\/](?:@modelcontextprotocol|src[\\/]mcp)[\\/]|\?server$/;

/**
 * A rolldown plugin that gives the server for assistants a zod of its own. The rest of the program uses `zod/mini`, and would
 * load what only the server uses: 5 ms of CPU in every run that checks a body.
 */
export const serverZod = {
  name: "server-zod",
  async resolveId(source, importer, options) {
    if (importer === undefined || !SERVER.test(importer)) return null;
    if (!isServerZod(importer) && !/^zod(?:\/|$)/.test(source)) return null;
    const found = await this.resolve(source, importer.replace(MARK, ""), { ...options, skipSelf: true });
    return found && { ...found, id: `${found.id}${MARK}` };
  },
  load: (id) => (isServerZod(id) ? readFile(id.slice(0, -MARK.length), "utf8") : null),
};

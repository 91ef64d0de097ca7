import type { Context } from "../../cli/context.ts";
import { PROCESS_PATH } from "../service/sandbox-pid.ts";
import type { Sandbox } from "../../sandbox/sandbox.ts";

/** The sandbox that also says which process it is, and with --verbose what it is asked: never a query, it may be signed. */
export function withProcess(sandbox: Sandbox, { world, notes }: Pick<Context, "world" | "notes">): Sandbox {
  return {
    ...sandbox,
    handle: async (request) => {
      const { method } = request;
      const [path = "/"] = request.path.split("?");
      if (method === "GET" && path === PROCESS_PATH) {
        const body = Buffer.from(JSON.stringify({ pid: world.pid }));
        return { status: 200, headers: { "content-type": "application/json" }, body };
      }
      const response = await sandbox.handle(request);
      notes.detail(`${method} ${path}: ${response.status}`);
      return response;
    },
  };
}

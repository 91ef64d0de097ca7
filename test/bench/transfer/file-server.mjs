/**
 * A plain file server for machines without nginx: argv = folder, address, http port, https port, and a file for one line per
 * reply (status, bytes of its body), or "". Ranges as in an object store.
 */
import { appendFileSync, createReadStream, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createSecure } from "node:https";
import { join } from "node:path";
import { rangeOf } from "./range-of.mjs";

const [dir, address, port, securePort, log] = process.argv.slice(2);

function answer(request, response) {
  let size;
  try {
    size = statSync(join(dir, "www", request.url)).size;
  } catch {
    return response.writeHead(404).end();
  }
  const { status, start, end, headers } = rangeOf(request, size);
  response.writeHead(status, headers);
  if (request.method === "HEAD") return response.end();
  const bytes = createReadStream(join(dir, "www", request.url), { start, end, highWaterMark: 1 << 20 });
  if (log !== "") response.once("close", () => appendFileSync(log, `${status} ${bytes.bytesRead}\n`));
  return bytes.pipe(response);
}

createServer(answer).listen(Number(port), address);
const secrets = { key: readFileSync(join(dir, "key.pem")), cert: readFileSync(join(dir, "cert.pem")) };
createSecure(secrets, answer).listen(Number(securePort), address);

/** A plain file server for machines without nginx: argv = directory, http port, https port. Ranges as an object store has them. */
import { createReadStream, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createSecure } from "node:https";
import { join } from "node:path";
import { rangeOf } from "./range-of.mjs";

const [dir, port, securePort] = process.argv.slice(2);

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
  return createReadStream(join(dir, "www", request.url), { start, end, highWaterMark: 1 << 20 }).pipe(
    response,
  );
}

createServer(answer).listen(Number(port), "127.0.0.1");
const secrets = { key: readFileSync(join(dir, "key.pem")), cert: readFileSync(join(dir, "cert.pem")) };
createSecure(secrets, answer).listen(Number(securePort), "127.0.0.1");

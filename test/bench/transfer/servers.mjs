/**
 * Servers of the transfer bench: nginx or Node for speed, a delaying server for distance, an API that returns links. Data
 * servers run at the far end of the line if there is one (distance.mjs).
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { farSide } from "./distance.mjs";

const HERE = { address: "127.0.0.1", command: [] };
const side = () => farSide() ?? HERE;

export const has = (program) => {
  try {
    execFileSync("sh", ["-c", `command -v ${program}`], { stdio: "pipe" });
    return true;
  } catch {
    return false;
  }
};

/** A free port: another bench may run. */
async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

/**
 * Serves `<dir>/www` over both schemes. Resolves when it answers. The file `log` gets one line per reply: its status and the
 * number of sent bytes of its body.
 */
export async function startData(dir, { log } = {}) {
  const { address } = side();
  const names = `subjectAltName=DNS:localhost,IP:${address}`;
  const subject = ["-subj", "/CN=localhost", "-addext", names];
  const key = [
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:prime256v1",
    "-nodes",
    "-keyout",
    join(dir, "key.pem"),
  ];
  execFileSync("openssl", ["req", "-x509", ...key, "-out", join(dir, "cert.pem"), "-days", "2", ...subject], {
    stdio: "pipe",
  });
  const isNginx = has("nginx");
  const [http, https] = [await freePort(), await freePort()];
  const child = isNginx
    ? startNginx(dir, { http, https, log })
    : startChild("file-server.mjs", [dir, address, http, https, log ?? ""]);
  const secureHost = address === HERE.address ? "localhost" : address;
  const origins = { http: `http://${address}:${http}`, https: `https://${secureHost}:${https}` };
  await untilAnswers(origins.http);
  return { ...origins, name: isNginx ? "nginx" : "node", stop: () => stop(child) };
}

function startNginx(dir, { http, https, log }) {
  const { address } = side();
  const config = `
    daemon off; worker_processes 2; pid ${dir}/nginx.pid; error_log /dev/null;
    events { worker_connections 4096; }
    http {
      log_format sent '$status $body_bytes_sent'; access_log ${log === undefined ? "off" : `${log} sent`};
      sendfile on; tcp_nopush on; keepalive_requests 1000000; etag on; autoindex on;
      default_type application/octet-stream; client_body_temp_path ${dir}/temp;
      ssl_certificate ${dir}/cert.pem; ssl_certificate_key ${dir}/key.pem; ssl_session_cache shared:a:1m;
      server {
        listen ${address}:${http} reuseport; listen ${address}:${https} ssl reuseport;
        root ${dir}/www;
      }
    }`;
  writeFileSync(join(dir, "nginx.conf"), config);
  return start(["nginx", "-e", "/dev/null", "-c", join(dir, "nginx.conf")]);
}

/**
 * The same files from a distance: `roundTripMs` before every reply and connection, unless the line itself delays;
 * `bytesPerSecond` on each connection, `lineBytesPerSecond` on all of them. The file `log` gets the sent bytes of each reply on a
 * shared line.
 */
export async function startDistant(
  dir,
  { roundTripMs, bytesPerSecond = 0, lineBytesPerSecond = 0, log } = {},
) {
  const port = await freePort();
  const { address } = side();
  const waitMs = farSide() === undefined ? roundTripMs : 0;
  const child = startChild("distant-server.mjs", [
    dir,
    address,
    port,
    waitMs,
    bytesPerSecond,
    lineBytesPerSecond,
    ...(log === undefined ? [] : [log]),
  ]);
  const origin = `http://${address}:${port}`;
  await untilAnswers(origin);
  return { http: origin, stop: () => stop(child) };
}

const startChild = (name, words) =>
  start([process.execPath, join(import.meta.dirname, name), ...words.map(String)]);

function start(argv) {
  const [program, ...words] = [...side().command, ...argv];
  return spawn(program, words, { stdio: "ignore" });
}

async function stop(child) {
  const ended = once(child, "close");
  child.kill();
  await ended;
}

async function untilAnswers(origin) {
  for (let tries = 0; tries < 200; tries += 1) {
    const isUp = await fetch(`${origin}/ready`).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`nothing answers at ${origin}`);
}

/** A service whose order "x" has the files of `filesOf("x")`: `{ name, bytes, url }`, with their sizes as in the sandbox. */
export async function startApi(filesOf) {
  const server = createServer((request, response) => {
    const order = /\/orders\/([^/?]+)/.exec(request.url)?.[1] ?? "";
    const assets = Object.fromEntries(
      filesOf(order).map(({ name, bytes, url }) => [name, { href: url, "file:size": bytes }]),
    );
    const item = {
      type: "Feature",
      id: "bench",
      collection: "bench",
      geometry: null,
      properties: {},
      assets,
    };
    const body = JSON.stringify({ type: "FeatureCollection", features: [item] });
    response.writeHead(200, { "content-type": "application/json" }).end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() };
}

/** What the transfer bench downloads from: nginx or Node for speed, a delaying server for distance, an API that hands out links. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

export const has = (program) => {
  try {
    execFileSync("sh", ["-c", `command -v ${program}`], { stdio: "pipe" });
    return true;
  } catch {
    return false;
  }
};

/** One that nobody listens on now: another bench may run. */
async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

/** Serves `<dir>/www` over both schemes. Resolves when it answers. */
export async function startData(dir) {
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
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
  const child = isNginx ? startNginx(dir, http, https) : startChild("file-server.mjs", [dir, http, https]);
  const origins = { http: `http://127.0.0.1:${http}`, https: `https://localhost:${https}` };
  await untilAnswers(origins.http);
  return { ...origins, name: isNginx ? "nginx" : "node", stop: () => stop(child) };
}

function startNginx(dir, http, https) {
  const config = `
    daemon off; worker_processes 2; pid ${dir}/nginx.pid; error_log /dev/null;
    events { worker_connections 4096; }
    http {
      access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; etag on; autoindex on;
      default_type application/octet-stream; client_body_temp_path ${dir}/temp;
      ssl_certificate ${dir}/cert.pem; ssl_certificate_key ${dir}/key.pem; ssl_session_cache shared:a:1m;
      server {
        listen 127.0.0.1:${http} reuseport; listen 127.0.0.1:${https} ssl reuseport;
        root ${dir}/www;
      }
    }`;
  writeFileSync(join(dir, "nginx.conf"), config);
  return spawn("nginx", ["-e", "/dev/null", "-c", join(dir, "nginx.conf")], { stdio: "ignore" });
}

/** The same files from afar: `roundTripMs` before every reply and connection, `bytesPerSecond` on each connection. */
export async function startDistant(dir, { roundTripMs, bytesPerSecond = 0 }) {
  const port = await freePort();
  const child = startChild("distant-server.mjs", [dir, port, roundTripMs, bytesPerSecond]);
  const origin = `http://127.0.0.1:${port}`;
  await untilAnswers(origin);
  return { http: origin, stop: () => stop(child) };
}

const startChild = (name, words) =>
  spawn(process.execPath, [join(import.meta.dirname, name), ...words.map(String)], { stdio: "ignore" });

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

/** A service whose order "x" has the files that `filesOf("x")` names: `{ name, bytes, url }`, with their sizes as the sandbox gives them. */
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

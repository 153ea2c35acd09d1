/** Serves the built sites below their base paths, as a plain file server would; anything else is not found. */

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { SITES } from "./sites.mjs";

const TYPES = /** @type {Record<string, string>} */ ({
  ".css": "text/css", ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".json": "application/json",
  ".png": "image/png", ".svg": "image/svg+xml", ".pdf": "application/pdf", ".wasm": "application/wasm",
});

/** The file behind an address, null for addresses below no site. @param {string} address */
function fileOf(address) {
  const path = decodeURIComponent(new URL(address, "http://site").pathname);
  const site = Object.values(SITES).find(({ base }) => path.startsWith(`${base}/`));
  if (!site) return null;
  const file = path.slice(site.base.length);
  return join(site.folder, "dist", file.endsWith("/") ? `${file}index.html` : file);
}

/** @returns {Promise<{ origin: string, close: () => void }>} */
export async function serve() {
  const server = createServer(async (request, response) => {
    // A browser asks the host for this by itself while it shows a page that names no icon, such as a redirect.
    if (request.url === "/favicon.ico") return void response.writeHead(204).end();
    try {
      const file = fileOf(request.url ?? "");
      if (!file) throw new Error("below no site");
      const body = await readFile(file);
      const type = TYPES[extname(file)] ?? "application/octet-stream";
      response.writeHead(200, { "content-type": type, "cache-control": "max-age=3600" }).end(body);
    } catch {
      response.writeHead(404, { "content-type": "text/plain" }).end("not found");
    }
  });
  await /** @type {Promise<void>} */ (new Promise((resolve) => server.listen(0, "127.0.0.1", resolve)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return { origin: `http://127.0.0.1:${port}`, close: () => (server.close(), server.closeAllConnections()) };
}

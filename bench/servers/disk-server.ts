import { createReadStream, createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { pipeline } from "node:stream/promises";

/** The minimum of a file server: streams a body to disk, syncs it, and streams it back. */
const { FOLDER = "", PORT = "" } = process.env;

createServer(async (request, response) => {
  const file = path.join(FOLDER, path.basename(request.url ?? "none"));
  if (request.method === "POST") {
    await pipeline(request, createWriteStream(file));
    const handle = await open(file);
    await handle.datasync();
    await handle.close();
    response.end("{}");
  } else if (request.method === "GET" && request.url !== "/ready") {
    await pipeline(createReadStream(file, { highWaterMark: 256 * 1024 }), response);
  } else {
    response.end();
  }
}).listen(Number(PORT), "127.0.0.1");

// Serves a folder on localhost: node scripts/serve.mjs FOLDER [PORT]. Prints the address when it answers.
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';

const types = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.yaml': 'text/plain; charset=utf-8',
};

/** Starts the server; port 0 takes a free one. Resolves to {url, close}. */
export function serve(folder, port = 0) {
  const root = path.resolve(folder);
  const server = http.createServer((request, response) => {
    const answer = (status, text) => response.writeHead(status, { 'content-type': 'text/plain' }).end(text);
    let name;
    try {
      name = path.join(root, decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
    } catch {
      return answer(400, 'bad address\n');
    }
    if (name !== root && !name.startsWith(root + path.sep)) return answer(403, 'outside of the folder\n');
    if (name === root || name.endsWith(path.sep)) name = path.join(name, 'index.html');
    fs.readFile(name, (failure, content) => {
      if (failure) return answer(404, 'not found\n');
      const type = types[path.extname(name)] ?? 'application/octet-stream';
      response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' });
      response.end(request.method === 'HEAD' ? undefined : content);
    });
  });
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(port, '127.0.0.1', () =>
      resolve({
        url: `http://localhost:${server.address().port}/`,
        close() {
          server.close();
          server.closeAllConnections();
        },
      }),
    );
  });
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const [folder, port = '8377'] = process.argv.slice(2);
  if (!folder || !/^\d+$/.test(port)) {
    console.error('usage: node scripts/serve.mjs FOLDER [PORT]');
    process.exit(2);
  }
  try {
    const { url } = await serve(folder, Number(port));
    console.log(`rowkind is at ${url}  (Ctrl+C ends)`);
  } catch (failure) {
    console.error(
      failure.code === 'EADDRINUSE' ? `port ${port} is taken: choose another with --port` : `cannot serve: ${failure.message}`,
    );
    process.exit(1);
  }
}

// Adds palimp's token to every request, for programs that cannot be given one, and leaves the rest
// as it is. Prints its own address. Usage: proxy.mjs URL TOKEN

import http from "node:http";

const [target, token] = process.argv.slice(2);
const { hostname, port } = new URL(target);

const server = http.createServer((request, response) => {
  const headers = { ...request.headers, authorization: `Bearer ${token}` };
  const options = { hostname, port, path: request.url, method: request.method, headers };
  const onward = http.request(options, (reply) => {
    response.writeHead(reply.statusCode, reply.headers);
    reply.pipe(response);
  });
  onward.on("error", () => response.destroy());
  response.on("close", () => onward.destroy());
  request.pipe(onward);
});

server.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${server.address().port}/mcp`);
});

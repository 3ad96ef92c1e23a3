import type { Server } from "node:http";
import type { Socket } from "node:net";

/** Requests in flight get this long once the server closes. */
const DRAIN_MS = 5_000;

/**
 * Tracks a server's connections from its start and returns a function that closes it. Closing accepts no further
 * connection, ends each connection as soon as no request uses it, and cuts the rest after five seconds. The server's
 * own close would wait for connections that browsers opened ahead of need.
 */
export function drainable(server: Server): () => Promise<void> {
  const requests = new Map<Socket, number>();
  let draining = false;
  const release = (socket: Socket) => {
    if (draining && requests.get(socket) === 0) socket.destroy();
  };
  server.on("connection", (socket) => {
    requests.set(socket, 0);
    socket.once("close", () => requests.delete(socket));
    release(socket);
  });
  server.on("request", ({ socket }, response) => {
    requests.set(socket, (requests.get(socket) ?? 0) + 1);
    response.once("close", () => {
      const open = requests.get(socket);
      if (open === undefined) return;
      requests.set(socket, open - 1);
      release(socket);
    });
  });
  return async () => {
    draining = true;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of requests.keys()) release(socket);
    const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    await closed;
    clearTimeout(deadline);
  };
}

import type { Server } from "node:http";
import type { Socket } from "node:net";

/** Requests in flight get this long once the server is to close. */
const DRAIN_MS = 5_000;

/**
 * Follows a server's connections from its start, and returns what closes it: it takes no more of them, ends each as
 * soon as no request is on it, and all that are left after five seconds. The server's own close would wait for
 * connections that a browser opened ahead of need, and for those that become idle later.
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

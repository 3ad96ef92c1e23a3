import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** An HTTP server that accepts webhooks and records their arrival. */
export interface Receiver {
  /** Returns the callback URL for the webhook of this name. */
  url(name: string): string;
  /** Resolves with the `performance.now()` of the webhook's arrival at that URL. */
  arrival(name: string): Promise<number>;
  stop(): Promise<void>;
}

/** Starts the server on a free port of this machine. */
export async function startReceiver(): Promise<Receiver> {
  const arrivals = new Map<string, PromiseWithResolvers<number>>();
  const arrivalOf = (name: string) => {
    const known = arrivals.get(name) ?? Promise.withResolvers<number>();
    arrivals.set(name, known);
    return known;
  };
  const server = createServer((request, response) => {
    arrivalOf(request.url?.slice(1) ?? "").resolve(performance.now());
    request.resume();
    response.writeHead(204).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: (name) => `http://127.0.0.1:${port}/${name}`,
    arrival: (name) => arrivalOf(name).promise.finally(() => arrivals.delete(name)),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

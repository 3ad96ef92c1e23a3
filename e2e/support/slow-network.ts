import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A network between a browser and the product that can hold requests on their way. */
export interface SlowNetwork {
  /** The proxy of the browser's context. */
  proxy: { server: string };
  /** Holds later requests of these paths, with the cookies that they have then. */
  hold(paths: RegExp): void;
  /** The paths of the requests that are held, oldest first. */
  held(): string[];
  /** Holds no later requests of these paths. */
  holdNoMore(paths: RegExp): void;
  /**
   * Lets the held requests of these paths pass. Resolves to the statuses of their answers; a request that
   * its page has given up has none.
   */
  release(paths: RegExp): Promise<number[]>;
  close(): Promise<void>;
}

interface Held {
  path: string;
  pass(): Promise<number | null>;
}

/**
 * Sends a request on to where it was addressed, and the answer back as it comes. Resolves to the status of the
 * answer; to null if the browser cancels the request first.
 */
function pass(incoming: IncomingMessage, response: ServerResponse): Promise<number | null> {
  const { hostname, port, pathname, search } = new URL(incoming.url ?? "");
  const { method, headers } = incoming;
  return new Promise((resolve) => {
    const onward = request({ hostname, port, path: pathname + search, method, headers }, (answer) => {
      const status = answer.statusCode ?? 502;
      resolve(status);
      response.writeHead(status, answer.rawHeaders);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    response.on("close", () => {
      resolve(null);
      onward.destroy();
    });
    incoming.pipe(onward);
  });
}

/** Starts a network on this machine. */
export async function startSlowNetwork(): Promise<SlowNetwork> {
  let holding: RegExp[] = [];
  let waiting: Held[] = [];
  const server = createServer((incoming, response) => {
    const { pathname } = new URL(incoming.url ?? "");
    if (!holding.some((paths) => paths.test(pathname))) return void pass(incoming, response);
    const held = { path: pathname, pass: () => pass(incoming, response) };
    waiting.push(held);
    response.on("close", () => {
      waiting = waiting.filter((each) => each !== held);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    proxy: { server: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    hold: (paths) => holding.push(paths),
    held: () => waiting.map(({ path }) => path),
    holdNoMore(paths) {
      holding = holding.filter((each) => each !== paths);
    },
    async release(paths) {
      const passing = waiting.filter(({ path }) => paths.test(path));
      waiting = waiting.filter((each) => !passing.includes(each));
      const statuses = await Promise.all(passing.map((each) => each.pass()));
      return statuses.filter((status) => status !== null);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

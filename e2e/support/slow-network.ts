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
  /** Lets the held requests of these paths pass, and holds no later ones. */
  release(paths: RegExp): void;
  close(): Promise<void>;
}

interface Held {
  path: string;
  pass(): void;
}

/** Sends a request on to where it was addressed, and the answer back as it comes. */
function pass(incoming: IncomingMessage, response: ServerResponse): void {
  const { hostname, port, pathname, search } = new URL(incoming.url ?? "");
  const { method, headers } = incoming;
  const onward = request({ hostname, port, path: pathname + search, method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(response);
  });
  onward.on("error", () => response.destroy());
  response.on("close", () => onward.destroy());
  incoming.pipe(onward);
}

/** Starts a network on this machine. */
export async function startSlowNetwork(): Promise<SlowNetwork> {
  let holding: RegExp[] = [];
  let waiting: Held[] = [];
  const server = createServer((incoming, response) => {
    const { pathname } = new URL(incoming.url ?? "");
    if (!holding.some((paths) => paths.test(pathname))) return pass(incoming, response);
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
    release(paths) {
      holding = holding.filter((each) => each !== paths);
      const passing = waiting.filter(({ path }) => paths.test(path));
      waiting = waiting.filter((each) => !passing.includes(each));
      for (const each of passing) each.pass();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

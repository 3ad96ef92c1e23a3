import { Agent, request } from "node:http";
import { percentile } from "./report.ts";

export interface Load {
  requestsPerSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

function once(
  address: string | (() => string),
  agent: Agent,
  { headers = {}, status = 200, body }: Asked,
): Promise<number> {
  const url = typeof address === "string" ? address : address();
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, headers, method: body ? "POST" : "GET" }, (response) => {
      response.resume();
      response.on("error", reject);
      response.on("end", () => {
        if (response.statusCode === status) resolve(performance.now() - started);
        else reject(new Error(`${url} answered ${response.statusCode}`));
      });
    });
    outgoing.on("error", reject);
    outgoing.end(body?.());
  });
}

interface Asked {
  headers?: Record<string, string>;
  /** Status that every answer must have; 200 by default. */
  status?: number;
  /** Returns the body of each request. With a body, the requests are POSTs. */
  body?: () => string;
}

/**
 * Requests one address repeatedly, or the next of a function, on a number of connections for `seconds`. Throws if an
 * answer has another status.
 */
export async function load(
  url: string | (() => string),
  options: Asked & { connections: number; seconds: number },
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: options.connections });
  const started = performance.now();
  const until = started + options.seconds * 1000;
  const times: number[] = [];
  const connection = async () => {
    while (performance.now() < until) times.push(await once(url, agent, options));
  };
  await Promise.all(Array.from({ length: options.connections }, connection));
  const seconds = (performance.now() - started) / 1000;
  agent.destroy();
  return { requestsPerSecond: times.length / seconds, p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A receiver that accepts every event at once and records its arrival. */
export interface Healthy {
  url: string;
  /** URL that no client may ever be redirected to. */
  trap: string;
  /** `performance.now()` of the first arrival of a job's event; undefined before it. */
  arrivalOf(jobId: number): number | undefined;
  /** Returns the number of requests to the trap. */
  trapped(): number;
  stop(): Promise<void>;
}

/** Starts the receiver on a free port of this machine. */
export async function startHealthy(): Promise<Healthy> {
  const arrivals = new Map<number, number>();
  let trapped = 0;
  const server = createServer(async (request, response) => {
    const at = performance.now();
    if (request.url === "/trap") trapped++;
    let text = "";
    for await (const chunk of request) text += chunk;
    response.writeHead(204).end();
    const jobId = Number(JSON.parse(text || "{}").job_id);
    if (!arrivals.has(jobId)) arrivals.set(jobId, at);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${base}/hook`,
    trap: `${base}/trap`,
    arrivalOf: (jobId) => arrivals.get(jobId),
    trapped: () => trapped,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

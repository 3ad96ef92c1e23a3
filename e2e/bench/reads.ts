import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { apiHeaders } from "../support/credentials.ts";
import type { Product } from "../support/product.ts";
import { productCpu } from "./cpu-time.ts";
import { FIRST_DAY, grow } from "./growth.ts";
import { type Load, load } from "./load.ts";
import { asOwner } from "./owner.ts";
import { line, median, spread } from "./report.ts";

const CONNECTIONS = 10;
const SECONDS = 1;
const ROUNDS = 5;
const DAY_MS = 86_400_000;
/** The end of the first list that nobody has asked for before. */
const LAST_DAY = Date.parse("2040-01-01");
const SIZES = [10_000, 1_000_000];

interface Subject {
  name: string;
  /** Or the next address of a list that nobody has asked for before. */
  url: string | (() => string);
  headers?: Record<string, string>;
  status?: number;
}

/** Starts a server that answers every request with a short JSON text, in this process. */
async function startBare() {
  const body = JSON.stringify({ status: "ok" });
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
    response.end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.close() };
}

/** Returns the validator of an answer. */
async function validatorOf(url: string, headers: Record<string, string>): Promise<string> {
  const response = await fetch(url, { headers });
  await response.arrayBuffer();
  return response.headers.get("etag") ?? "";
}

/** Returns the rates of all subjects, measured alternately, so that a slow moment affects each of them. */
async function measure(product: Product, subjects: Subject[]) {
  const results = subjects.map(() => ({ rounds: [] as Load[], cpu: [] as number[] }));
  for (const { url, ...asked } of subjects) await load(url, { ...asked, connections: CONNECTIONS, seconds: 1 });
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, { url, ...asked }] of subjects.entries()) {
      const before = await productCpu(product);
      const rates = await load(url, { ...asked, connections: CONNECTIONS, seconds: SECONDS });
      results[index]?.rounds.push(rates);
      results[index]?.cpu.push(((await productCpu(product)) - before) / (rates.requestsPerSecond * SECONDS));
    }
  }
  return results;
}

/** Measures reads beside a bare server of `node:http` and an empty route of the framework, in one run. */
export const readRates = (product: Product): Promise<string> =>
  asOwner(product, 1, async ([client]) => {
    const { demo } = product;
    const { base_url, console_url } = demo;
    const headers = apiHeaders(demo);
    const reference = demo.organizations[0]?.accounts[0]?.access_token_reference_id ?? "";
    const { patients } = await (await fetch(`${base_url}/patients?limit=1`, { headers })).json();
    const bare = await startBare();
    const until = (end: string) => `${base_url}/appointments?start_date=${FIRST_DAY}&end_date=${end}&limit=50`;
    const list = until("2039-12-31");
    let asked = 0;
    const another = () => until(new Date(LAST_DAY + asked++ * DAY_MS).toISOString().slice(0, 10));
    let text = `Reads, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s, medians (least–most)\n`;
    for (const size of SIZES) {
      await grow(client, reference, size);
      const unchanged = { ...headers, "if-none-match": await validatorOf(list, headers) };
      const rows = size.toLocaleString("en-US");
      const subjects: Subject[] = [
        { name: "empty route of the framework", url: `${console_url}/api/health` },
        { name: "bare node:http server", url: bare.url },
        { name: "GET /v1/visit-statuses", url: `${base_url}/visit-statuses`, headers },
        { name: "GET /v1/patients/{mrn}", url: `${base_url}/patients/${patients[0].mrn}`, headers },
        { name: `50 appointments of ${rows}, each new`, url: another, headers },
        { name: "50 appointments, asked again", url: list, headers },
        { name: "the same, gzip", url: list, headers: { ...headers, "accept-encoding": "gzip" } },
        { name: "the same, answered 304", url: list, headers: unchanged, status: 304 },
      ];
      const results = await measure(product, subjects);
      const [empty, node] = results;
      for (const [index, { name }] of subjects.entries()) {
        const { rounds = [], cpu = [] } = results[index] ?? {};
        const beside = (other: typeof empty) =>
          rounds.map((round, at) => round.requestsPerSecond / (other?.rounds[at]?.requestsPerSecond ?? 1));
        text += line(
          name,
          `${spread(
            rounds.map((round) => round.requestsPerSecond),
            0,
          )}/s`,
          `p99 ${median(rounds.map((round) => round.p99)).toFixed(1)} ms`,
          `${spread(beside(empty), 2)} × empty`,
          `${spread(beside(node), 2)} × bare`,
          `${spread(cpu, 2)} ms CPU`,
        );
      }
    }
    bare.stop();
    return text;
  });

import { apiHeaders } from "../support/credentials.ts";
import type { Product } from "../support/product.ts";
import { type Load, load } from "./load.ts";
import { line, median, spread } from "./report.ts";

const CONNECTIONS = 10;
const SECONDS = 4;
const ROUNDS = 5;

/**
 * Measures the cost of the wrapper of `/v1`: rates beside an empty route of the same server, alternately, so that a
 * slow moment affects both.
 */
export async function wrapperCost({ demo }: Product): Promise<string> {
  const { base_url, console_url } = demo;
  const headers = apiHeaders(demo);
  const subjects = [
    { name: "empty route (/api/health)", url: `${console_url}/api/health`, headers: {}, status: 200 },
    // Credentials, rate limit, permission and parameters are checked before the refusal: the wrapper without the
    // database.
    { name: "/v1 wrapper alone (a 400)", url: `${base_url}/patients?limit=0`, headers, status: 400 },
    { name: "GET /v1/visit-statuses", url: `${base_url}/visit-statuses`, headers, status: 200 },
    { name: "GET /v1/patients?limit=25", url: `${base_url}/patients?limit=25`, headers, status: 200 },
  ];
  const results = subjects.map((): Load[] => []);
  for (const { url, ...asked } of subjects) await load(url, { ...asked, connections: CONNECTIONS, seconds: 2 });
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, { url, ...asked }] of subjects.entries()) {
      results[index]?.push(await load(url, { ...asked, connections: CONNECTIONS, seconds: SECONDS }));
    }
  }
  const floor = results[0] ?? [];
  const lines = subjects.map(({ name }, index) => {
    const rounds = results[index] ?? [];
    const shares = rounds.map((round, at) => (100 * round.requestsPerSecond) / (floor[at]?.requestsPerSecond ?? 1));
    return line(
      name,
      `${spread(
        rounds.map((round) => round.requestsPerSecond),
        0,
      )}/s`,
      `p99 ${median(rounds.map((round) => round.p99)).toFixed(1)} ms`,
      `${spread(shares, 0)} % of empty`,
    );
  });
  return `Reads, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s, medians (least–most)\n${lines.join("")}`;
}

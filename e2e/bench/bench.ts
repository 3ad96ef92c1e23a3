import { arch, cpus, loadavg, totalmem } from "node:os";
import { apiHeaders } from "../support/credentials.ts";
import { newDataDir, removeDataDir, startProduct } from "../support/product.ts";
import { type Load, load } from "./load.ts";

const CONNECTIONS = 10;
const SECONDS = 5;
const ROUNDS = 5;

const median = (figures: number[]): number => [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;

function row(name: string, rounds: Load[], floor: Load[]): string {
  const rates = rounds.map((round) => round.requestsPerSecond);
  const shares = rounds.map((round, index) => round.requestsPerSecond / (floor[index]?.requestsPerSecond ?? 1));
  const cells = [
    name.padEnd(28),
    `${median(rates).toFixed(0)}/s`.padStart(9),
    `(${Math.min(...rates).toFixed(0)}–${Math.max(...rates).toFixed(0)})`.padStart(14),
    `p50 ${median(rounds.map((round) => round.p50)).toFixed(1)} ms`.padStart(13),
    `p99 ${median(rounds.map((round) => round.p99)).toFixed(1)} ms`.padStart(13),
    `${(median(shares) * 100).toFixed(0)} % of empty`.padStart(15),
  ];
  return cells.join(" ");
}

/** Rates of one read beside an empty route handler of the same server, in turn, so that a slow moment hits both. */
async function bench(): Promise<void> {
  const [processor] = cpus();
  const memory = (totalmem() / 2 ** 30).toFixed(0);
  process.stdout.write(`${cpus().length} × ${processor?.model ?? arch()}, ${memory} GiB, Node ${process.version}, `);
  process.stdout.write(`load ${loadavg()[0]?.toFixed(1)} at the start\n`);
  const dataDir = await newDataDir();
  const product = await startProduct({ dataDir, port: 0, variables: { RATE_LIMIT_PER_MINUTE: "1000000" } });
  try {
    const { base_url, console_url } = product.demo;
    const headers = apiHeaders(product.demo);
    const subjects = [
      { name: "empty route (/api/health)", url: `${console_url}/api/health`, headers: {}, status: 200 },
      // Credentials, rate limit, permission and parameters, and then a refusal: the wrapper without the database.
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
    process.stdout.write(`${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s each, medians (least–most)\n`);
    for (const [index, { name }] of subjects.entries())
      process.stdout.write(`${row(name, results[index] ?? [], floor)}\n`);
  } finally {
    await product.stop();
    await removeDataDir(dataDir);
  }
}

await bench();

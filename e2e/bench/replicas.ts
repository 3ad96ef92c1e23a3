import pg from "pg";
import { type ReplicatedPostgres, startReplicatedPostgres } from "#lib/testing/replicated-postgres";
import { apiHeaders } from "../support/credentials.ts";
import { newDataDir, type Product, removeDataDir, startProduct } from "../support/product.ts";
import { postgresCpu } from "./cpu-time.ts";
import { FIRST_DAY, grow } from "./growth.ts";
import { load } from "./load.ts";
import { line, median, spread } from "./report.ts";

const CONNECTIONS = 10;
const SECONDS = 2;
const ROUNDS = 5;
const SIZE = 10_000;
const DAY_MS = 86_400_000;
/** The end of the first list that nobody has asked for before. */
const LAST_DAY = Date.parse("2040-01-01");

interface Round {
  requestsPerSecond: number;
  /** Milliseconds of CPU per read. */
  primary: number;
  replica: number;
}

/** Measures one subject on one product for some seconds. */
async function measure(
  servers: ReplicatedPostgres,
  url: () => string,
  headers: Record<string, string>,
): Promise<Round> {
  const cpu = () => Promise.all([servers.primary, servers.standby].map(({ dataDir }) => postgresCpu(dataDir)));
  const [primary = 0, replica = 0] = await cpu();
  const { requestsPerSecond } = await load(url, { headers, connections: CONNECTIONS, seconds: SECONDS });
  const [primaryAfter = 0, replicaAfter = 0] = await cpu();
  const reads = requestsPerSecond * SECONDS;
  return { requestsPerSecond, primary: (primaryAfter - primary) / reads, replica: (replicaAfter - replica) / reads };
}

/** Returns the answers of a product that a replica gave so far. */
async function readOnReplica({ demo }: Product): Promise<number> {
  const text = await (await fetch(`${demo.console_url}/api/metrics`)).text();
  return Number(/^crc_record_reads_total\{target="replica"\} (\d+)$/m.exec(text)?.[1] ?? 0);
}

async function compare(servers: ReplicatedPostgres, without: Product, reading: Product): Promise<string> {
  const headers = apiHeaders(without.demo);
  const client = new pg.Client({ connectionString: servers.primary.url });
  await client.connect();
  await grow(client, without.demo.organizations[0]?.accounts[0]?.access_token_reference_id ?? "", SIZE);
  await client.end();
  await servers.caughtUp();
  const { patients } = await (await fetch(`${without.demo.base_url}/patients?limit=200`, { headers })).json();
  let asked = 0;
  const until = () => new Date(LAST_DAY + asked++ * DAY_MS).toISOString().slice(0, 10);
  // No address is asked for twice within the time that answers are kept.
  const subjects = [
    { name: "GET /v1/patients/{mrn}", path: () => `/patients/${patients[asked++ % patients.length].mrn}?n=${asked}` },
    { name: "100 patients", path: () => `/patients?limit=100&n=${asked++}` },
    {
      name: `50 appointments of ${SIZE.toLocaleString("en-US")}`,
      path: () => `/appointments?start_date=${FIRST_DAY}&end_date=${until()}&limit=50`,
    },
  ];
  let text = "";
  for (const { name, path } of subjects) {
    const rounds: { alone: Round[]; shared: Round[] } = { alone: [], shared: [] };
    for (const { demo } of [without, reading])
      await load(() => demo.base_url + path(), { headers, connections: CONNECTIONS, seconds: 1 });
    for (let round = 0; round < ROUNDS; round++) {
      rounds.alone.push(await measure(servers, () => without.demo.base_url + path(), headers));
      rounds.shared.push(await measure(servers, () => reading.demo.base_url + path(), headers));
    }
    const shares = rounds.shared.map(({ primary }, at) => primary / (rounds.alone[at]?.primary ?? Number.NaN));
    for (const [kind, measured] of Object.entries(rounds)) {
      text += line(
        `${name}, ${kind === "alone" ? "without" : "with a replica"}`.padEnd(46),
        `${median(measured.map(({ requestsPerSecond }) => requestsPerSecond)).toFixed(0)}/s`,
        `primary ${spread(
          measured.map(({ primary }) => primary),
          2,
        )} ms`,
        `replica ${median(measured.map(({ replica }) => replica)).toFixed(2)} ms`,
        ...(kind === "alone" ? [] : [`primary ${spread(shares, 2)} ×`]),
      );
    }
  }
  return `${text}${await readOnReplica(reading)} reads were answered by the replica\n`;
}

/** Measures the CPU that a read costs the primary, of a product that reads there alone and of one that has a replica. */
export async function replicaReads(): Promise<string> {
  const servers = await startReplicatedPostgres(async () => undefined);
  const started: Product[] = [];
  const start = async (variables: Record<string, string>) => {
    const shared = {
      ENCRYPTION_KEY: "the-same-for-both-products-of-the-bench",
      AUTH_SECRET: "also-the-same-for-both-of-them-in-here",
    };
    const product = await startProduct({
      dataDir: await newDataDir(),
      variables: { ...shared, DATABASE_URL: servers.primary.url, RATE_LIMIT_PER_MINUTE: "1000000", ...variables },
    });
    started.push(product);
    return product;
  };
  try {
    const without = await start({ SEED: "demo" });
    const reading = await start({ SEED: "demo", ROLE: "web", DATABASE_READ_URL: servers.standby.url });
    return `Reads with and without a replica, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s, CPU of PostgreSQL per read, medians (least–most)\n${await compare(servers, without, reading)}`;
  } finally {
    for (const product of started) {
      await product.stop();
      await removeDataDir(product.dataDir);
    }
    await servers.stop();
  }
}

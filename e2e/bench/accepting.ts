import type { Client } from "pg";
import type { Product } from "../support/product.ts";
import { clinicPayments, demoApi, setEmrLatency } from "./clinic-payments.ts";
import { type Load, load } from "./load.ts";
import { asOwner } from "./owner.ts";
import { line, median, spread } from "./report.ts";

const CONNECTIONS = 10;
const SECONDS = 4;
const ROUNDS = 5;
/** The EMR is slow, so that almost no accepted job runs: only the acceptance is measured. */
const EMR_LATENCY_MS = 20_000;

/** Tables that an acceptance writes, in its order. */
const TABLES = ["payment", "job", "stream_message", "audit_log", "queue.entry"];

/** Expressions for the new ids of a copied row, by table; other columns keep their default. */
const NEW_IDS: Record<string, string> = {
  payment: "jsonb_build_object('id', gen_random_uuid())",
  job: "jsonb_build_object('id', nextval('job_id_seq'), 'emr_idempotency_key', gen_random_uuid())",
  stream_message: "jsonb_build_object('seq', nextval(pg_get_serial_sequence('stream_message', 'seq')))",
  audit_log: "jsonb_build_object('id', gen_random_uuid())",
  "queue.entry": "jsonb_build_object('id', gen_random_uuid())",
};

/** Returns the SQL of one transaction that inserts the rows of one acceptance again. */
async function sameInserts(client: Client): Promise<string> {
  const statements: string[] = [];
  for (const table of TABLES) {
    const newest = table === "queue.entry" ? "entered_at" : table === "audit_log" ? "at" : "ctid";
    const { rows } = await client.query<{ row: object }>(
      `SELECT to_jsonb(t) AS row FROM ${table} t ORDER BY ${newest} DESC LIMIT 1`,
    );
    const row = client.escapeLiteral(JSON.stringify(rows[0]?.row));
    statements.push(
      `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT (jsonb_populate_record(NULL::${table}, ${row}::jsonb || ${NEW_IDS[table]})).*`,
    );
  }
  return `BEGIN; ${statements.join("; ")}; COMMIT`;
}

/** Measures transactions per second of PostgreSQL alone, on the same number of connections. */
async function insertsPerSecond(clients: Client[], transaction: string): Promise<number> {
  const started = performance.now();
  const until = started + SECONDS * 1000;
  const counts = await Promise.all(
    clients.map(async (client) => {
      let done = 0;
      for (; performance.now() < until; done++) await client.query(transaction);
      return done;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - started) / 1000);
}

/**
 * Measures durably accepted payments per second, beside an empty route of the same server and PostgreSQL's own rate for
 * the same rows.
 */
export const accepting = (product: Product): Promise<string> =>
  asOwner(product, CONNECTIONS, async (clients) => {
    const payments = await clinicPayments(demoApi(product));
    await setEmrLatency(demoApi(product), EMR_LATENCY_MS);
    let posted = 0;
    const options = { connections: CONNECTIONS, seconds: SECONDS };
    const body = () => payments.body(`accept-${posted++}`, []);
    const asked = { ...options, headers: payments.headers, status: 202, body };
    const post = () => load(`${product.demo.base_url}/payments`, asked);
    const [accepted, floor, own]: [Load[], Load[], number[]] = [[], [], []];
    await post();
    const transaction = await sameInserts(clients[0]);
    for (let round = 0; round < ROUNDS; round++) {
      floor.push(await load(`${product.demo.console_url}/api/health`, options));
      accepted.push(await post());
      own.push(await insertsPerSecond(clients, transaction));
    }
    // The accepted jobs must not run during the next section.
    await clients[0].query("UPDATE job SET status = 'cancelled' WHERE status IN ('queued', 'running')");
    await clients[0].query("DELETE FROM queue.entry");
    await setEmrLatency(demoApi(product), 0);

    const rates = accepted.map(({ requestsPerSecond }) => requestsPerSecond);
    const empties = floor.map(({ requestsPerSecond }) => requestsPerSecond);
    const shares = rates.map((rate, round) => (100 * rate) / Math.min(empties[round] ?? 1, own[round] ?? 1));
    const p99 = median(accepted.map((each) => each.p99)).toFixed(1);
    return (
      `Accepting, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s, medians (least–most)\n` +
      line("empty route (/api/health)", `${spread(empties, 0)}/s`) +
      line("the same inserts, PostgreSQL alone", `${spread(own, 0)}/s`) +
      line("POST /v1/payments", `${spread(rates, 0)}/s`, `p99 ${p99} ms`, `${spread(shares, 0)} % of the lower`)
    );
  });

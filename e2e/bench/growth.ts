import type { Client } from "pg";
import { apiHeaders } from "../support/credentials.ts";
import type { Product } from "../support/product.ts";
import { type Load, load } from "./load.ts";
import { asOwner } from "./owner.ts";
import { line, median, spread } from "./report.ts";

const CONNECTIONS = 10;
const SECONDS = 3;
const ROUNDS = 5;
const SIZES = [10_000, 100_000, 1_000_000];
/** Days over which the appointments are spread, from FIRST_DAY on: more appointments mean more per day. */
const DAYS = 3_650;
export const FIRST_DAY = "2030-01-01";

/** SQL expressions of the columns that differ between copies; the other columns are those of the model. */
const OWN: Record<string, string> = {
  id: "gen_random_uuid()",
  emr_appointment_id: "'GROWN-' || n",
  starts_at: `timestamptz '${FIRST_DAY}' + (n % ${DAYS}) * interval '1 day' + (n % 600) * interval '1 minute'`,
};

/**
 * Copies the account's newest appointment until the account has `size` appointments, spread over ten years from
 * FIRST_DAY.
 */
export async function grow(client: Client, reference: string, size: number): Promise<void> {
  const { rows: columns } = await client.query<{ name: string }>(
    "SELECT attname AS name FROM pg_attribute WHERE attrelid = 'appointment'::regclass AND attnum > 0 AND NOT attisdropped",
  );
  const names = columns.map(({ name }) => name);
  await client.query(
    `WITH account AS (SELECT id FROM linked_account WHERE access_token_reference_id = $1),
       had AS (SELECT count(*)::integer AS rows FROM appointment WHERE linked_account_id = (SELECT id FROM account)),
       model AS (SELECT * FROM appointment WHERE linked_account_id = (SELECT id FROM account)
                   AND category = 'appointment' ORDER BY starts_at DESC LIMIT 1)
     INSERT INTO appointment (${names.join(", ")})
     SELECT ${names.map((name) => OWN[name] ?? `model.${name}`).join(", ")}
     FROM model, generate_series((SELECT rows FROM had) + 1, $2) AS n`,
    [reference, size],
  );
  await client.query("ANALYZE appointment");
}

/**
 * Measures reads at ten thousand, a hundred thousand and a million appointments, beside an empty route and the first
 * size.
 */
export const growth = (product: Product): Promise<string> =>
  asOwner(product, 1, async ([client]) => {
    const { demo } = product;
    const headers = apiHeaders(demo);
    const reference = demo.organizations[0]?.accounts[0]?.access_token_reference_id ?? "";
    const subjects = [
      { name: "GET /v1/visit-statuses", path: "/visit-statuses" },
      {
        name: "GET /v1/appointments, 50 rows",
        path: "/appointments?start_date=2032-03-01&end_date=2032-04-30&limit=50",
      },
    ];
    const firsts = new Map<string, number>();
    let text = `Growth, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s at each size, medians (least–most)\n`;
    for (const size of SIZES) {
      await grow(client, reference, size);
      const results = subjects.map(({ name, path }) => ({ name, path, rounds: [] as Load[], shares: [] as number[] }));
      const options = { connections: CONNECTIONS, seconds: SECONDS };
      for (const { path } of results) await load(`${demo.base_url}${path}`, { ...options, headers });
      for (let round = 0; round < ROUNDS; round++) {
        const empty = await load(`${demo.console_url}/api/health`, options);
        for (const each of results) {
          const measured = await load(`${demo.base_url}${each.path}`, { ...options, headers });
          each.rounds.push(measured);
          each.shares.push((100 * measured.requestsPerSecond) / empty.requestsPerSecond);
        }
      }
      for (const { name, rounds, shares } of results) {
        // Cost per request relative to an empty route in the same round, so that a slow moment of the machine affects
        // both.
        const cost = 100 / median(shares);
        const first = firsts.get(name) ?? cost;
        firsts.set(name, first);
        text += line(
          `${name}, ${size.toLocaleString("en-US")}`.padEnd(42),
          `${spread(
            rounds.map(({ requestsPerSecond }) => requestsPerSecond),
            0,
          )}/s`,
          `p99 ${median(rounds.map(({ p99 }) => p99)).toFixed(1)} ms`,
          `${spread(shares, 0)} % of empty`,
          `${(cost / first).toFixed(2)} × the first size`,
        );
      }
    }
    return text;
  });

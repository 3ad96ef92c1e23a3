import { expect, it } from "vitest";
import { refusedByCitus } from "./citus-law.ts";

const TENANTS = new Set(["job", "event", "idempotency_key", "appointment", "stream_message"]);

it.each([
  ["INSERT INTO job (id) SELECT id FROM json_populate_recordset($1::job, $2::json)", "goes by COPY"],
  ["WITH u AS (UPDATE job SET at = $1 RETURNING id) INSERT INTO event (id) SELECT id FROM u", "goes by COPY"],
  ["INSERT INTO job AS j (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET at = now() RETURNING id", "not immutable"],
  [
    "INSERT INTO job (id) SELECT $1 ON CONFLICT (id) DO UPDATE SET id = $2 WHERE job.at < excluded.at - interval $3",
    "not immutable",
  ],
  ['update "job" set "as_of" = nextval($1) where id = $2', "draws a number"],
  ["WITH changed AS (UPDATE job SET as_of = nextval($1) RETURNING id) SELECT FROM changed", "draws a number"],
  ["DELETE FROM appointment WHERE starts_at + duration * interval $1 > $2", "adds an interval"],
])("reports %s", (statement, reason) => {
  expect(refusedByCitus(statement, TENANTS)).toContain(reason);
});

it.each([
  "INSERT INTO job (id) SELECT id FROM json_populate_recordset($1::job, $2::json) RETURNING $3",
  "INSERT INTO job (id) SELECT $1 ON CONFLICT DO NOTHING",
  "INSERT INTO job (id) SELECT $1 ON CONFLICT (id) DO UPDATE SET at = excluded.at WHERE excluded.at - job.at > interval $2",
  'update "job" set "as_of" = (SELECT nextval($1)), at = now() where seen_at < now() - interval $2',
  "DELETE FROM appointment WHERE $1::timestamptz - starts_at < duration * interval $2",
  "SELECT FROM appointment WHERE starts_at + duration * interval $1 > $2",
  "INSERT INTO stream_message (id) SELECT id FROM json_populate_recordset($1::stream_message, $2::json)",
])("accepts %s", (statement) => {
  expect(refusedByCitus(statement, TENANTS)).toBeNull();
});

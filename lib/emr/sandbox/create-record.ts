import { named } from "#lib/db/named";
import { gathered } from "#lib/kernel/gathered";
import type { Row } from "./insert.ts";
import { knownIn, type ReferenceKind, type References, unknownReference } from "./known.ts";
import { sandboxPool } from "./pool.ts";
import { writtenAs } from "./write-once.ts";

/** A kind of record whose creation needs nothing but known references. */
interface RecordKind {
  /** Name in the ledger. */
  kind: string;
  /** Beginning of its EMR ids (`TXN-`). */
  prefix: string;
  table: string;
  references: readonly ReferenceKind[];
  /** The columns that a creation fills, besides practice and id. */
  columns: readonly string[];
}

/** Returns whether PostgreSQL has refused a row: an error of class 22 (data) or 23 (constraint). */
const isRefusal = (error: unknown): boolean => /^2[23]/.test((error as { code?: string }).code ?? "");

interface Creation {
  idempotencyKey: string;
  references: References;
  /** Its values by column. */
  row: Row;
}

/**
 * Returns the statement that creates records; `$1` is the practice, `$2` the JSON array of creations. Claims each key
 * as `take` does, in one order, so that two statements with the same keys never wait for each other.
 */
const statementOf = ({ kind, prefix, table, references, columns }: RecordKind) => `
  WITH given AS MATERIALIZED (
    SELECT DISTINCT ON (key) key, record, ARRAY[${references.map((name) => `"${name}" IS NULL OR ${knownIn(name, `"${name}"`)}`).join(", ")}] AS known
    FROM json_to_recordset($2::json)
      AS creation (key text, record json, ${references.map((name) => `"${name}" text`).join(", ")})
    ORDER BY key),
  claimed AS (
    INSERT INTO sandbox.write (practice_id, idempotency_key, kind, emr_id)
    SELECT $1, key, '${kind}', '${prefix}' || nextval('sandbox.record_number') FROM given WHERE true = ALL (known)
    ON CONFLICT (practice_id, idempotency_key) DO NOTHING RETURNING idempotency_key AS key, emr_id),
  created AS (
    INSERT INTO sandbox.${table} (practice_id, id, ${columns.join(", ")})
    SELECT $1, emr_id, ${columns.map((column) => `filled.${column}`).join(", ")}
    FROM claimed JOIN given USING (key), LATERAL json_populate_record(NULL::sandbox.${table}, record) AS filled)
  SELECT key, known, emr_id FROM given LEFT JOIN claimed USING (key)`;

/**
 * Returns a function that creates a record of this kind, once per idempotency key (decisions §6), and returns its EMR
 * id. Creations of a practice that arrive in one turn of the event loop share one statement, which is their transaction:
 * a key whose call is under way is waited for. Throws a validation EmrError for the first unknown reference.
 */
export function createsRecord(definition: RecordKind): (practiceId: string, creation: Creation) => Promise<string> {
  const statement = statementOf(definition);

  async function create(practiceId: string, creations: readonly Creation[]) {
    const given = creations.map(({ idempotencyKey, references, row }) => ({
      key: idempotencyKey,
      record: row,
      ...references,
    }));
    const { rows } = await sandboxPool().query<{ key: string; known: boolean[]; emr_id: string | null }>(
      named(statement, [practiceId, JSON.stringify(given)]),
    );
    const byKey = new Map(rows.map((row) => [row.key, row]));
    return Promise.allSettled(
      creations.map(async ({ idempotencyKey, references }) => {
        const row = byKey.get(idempotencyKey);
        if (row?.emr_id) return row.emr_id;
        const first = await writtenAs(sandboxPool(), { practiceId, idempotencyKey });
        if (first !== null) return first;
        const unknown = definition.references.find((_name, index) => !row?.known[index]);
        if (!unknown) throw new Error("An idempotency key was taken and is not there");
        throw unknownReference(unknown, references[unknown] ?? "");
      }),
    );
  }

  // A record that the table refuses fails alone.
  const together = gathered(async (creations: readonly Creation[], practiceId) => {
    try {
      return await create(practiceId, creations);
    } catch (error) {
      if (creations.length === 1 || !isRefusal(error)) throw error;
      const each = await Promise.allSettled(creations.map((creation) => create(practiceId, [creation])));
      return each.map((one) => (one.status === "fulfilled" ? one.value[0] : one));
    }
  });

  return async (practiceId, creation) => {
    const settled = await together(practiceId, creation);
    if (settled?.status === "fulfilled") return settled.value;
    throw settled?.reason;
  };
}

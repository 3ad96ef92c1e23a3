import { type SQL, sql } from "drizzle-orm";
import { hexId } from "#lib/db/hex-id";
import { ownOrganization } from "#lib/db/own-organization";
import type { Transaction } from "#lib/db/tenant";
import { ENTRY_TEXT } from "./digest.ts";
import type { Seal } from "./extend.ts";

/** Rows that are fetched at once. */
const PAGE = 1_000;

/** A link with its entry: without the link if the entry is not chained, without the text if there is no such entry. */
export interface Chained extends Record<string, unknown> {
  id: string;
  /** Number of the link's seal. */
  seal: number | null;
  digest: Uint8Array | null;
  text: string | null;
}

/** Reads a statement's rows page by page, in one transaction. */
async function* rowsOf<Row extends Record<string, unknown>>(tx: Transaction, name: string, statement: SQL) {
  await tx.execute(sql`DECLARE ${sql.identifier(name)} NO SCROLL CURSOR FOR ${statement}`);
  for (;;) {
    const { rows } = await tx.execute<Row>(sql`FETCH ${sql.raw(String(PAGE))} FROM ${sql.identifier(name)}`);
    yield* rows;
    if (rows.length < PAGE) return;
  }
}

interface SealRow extends Record<string, unknown> {
  number: number;
  entries: number;
  complete_to: string;
  sealed_at: string;
  hash: Uint8Array;
  key_id: string;
  mac: Uint8Array;
}

/** Reads an organization's seals in order. */
export async function* storedSeals(tx: Transaction, organizationId: string): AsyncGenerator<Seal> {
  const rows = rowsOf<SealRow>(
    tx,
    "seals",
    sql`SELECT number, entries, complete_to, sealed_at, hash, key_id, mac FROM audit_seal
        WHERE organization_id = ${ownOrganization} ORDER BY number`,
  );
  for await (const { number, entries, complete_to, sealed_at, hash, key_id, mac } of rows) {
    const [completeTo, sealedAt] = [new Date(complete_to), new Date(sealed_at)];
    yield { organizationId, number, entries, completeTo, sealedAt, hash, keyId: key_id, mac };
  }
}

/** Reads an organization's links and entries: by seal and id, then the entries without a link. */
export const storedLinks = (tx: Transaction): AsyncGenerator<Chained> =>
  rowsOf<Chained>(
    tx,
    "links",
    sql`
      SELECT ${hexId(sql`coalesce(l.entry_id, a.id)`)} AS id, l.seal, l.digest,
        CASE WHEN a.id IS NOT NULL THEN ${ENTRY_TEXT} END AS text
      FROM (SELECT * FROM audit_link WHERE organization_id = ${ownOrganization}) AS l
      FULL JOIN (SELECT * FROM audit_log WHERE organization_id = ${ownOrganization}) AS a ON a.id = l.entry_id
      ORDER BY l.seal NULLS LAST, coalesce(l.entry_id, a.id)`,
  );

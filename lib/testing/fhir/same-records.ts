import assert from "node:assert/strict";
import type { FhirResource } from "fhir/r4";
import type { Query } from "#lib/testing/cut-jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import type { TestFhirServer } from "./server.ts";

/** The tables of synced records by the column of the EMR's id. */
const TABLES = {
  location: "emr_id",
  provider: "ehr_id",
  staff: "ehr_id",
  referring_provider: "ehr_id",
  patient: "ehr_id",
  appointment: "emr_appointment_id",
  referral: "ehr_id",
  document: "emr_id",
} as const;

/** Columns that name rows of this product, or when it stored them. */
const OWN_COLUMNS = [
  "id",
  "organization_id",
  "linked_account_id",
  "as_of",
  "status_since",
  "referral_id",
  "referring_provider_id",
  "merged_into_id",
  "created_at",
  "updated_at",
];

/** Checks that two accounts hold the same records, but for their own ids. */
export async function assertSameRecords(query: Query, a: TestAccount, b: TestAccount): Promise<void> {
  for (const [table, id] of Object.entries(TABLES)) {
    const [mine, other] = await Promise.all(
      [a, b].map(({ tenant }) =>
        query(`SELECT to_jsonb(r) - $2::text[] AS row FROM ${table} r WHERE linked_account_id = $1 ORDER BY ${id}`, [
          tenant.linkedAccountId,
          OWN_COLUMNS,
        ]),
      ),
    );
    assert.deepEqual(mine, other, `records of ${table}`);
  }
}

/** Returns the fields that stand in a server's resource as they stand here, by the EMR's id. */
type Shown = (resource: never) => Record<string, unknown>;

const instant = (text: string) => new Date(text).getTime();

const SHOWN: readonly { type: FhirResource["resourceType"]; sql: string; of: Shown }[] = [
  {
    type: "Patient",
    sql: "SELECT ehr_id AS id, last_name, phone FROM patient WHERE linked_account_id = $1",
    of: ({ id, name, telecom }: { id: string; name: { family: string }[]; telecom: { value: string }[] }) => ({
      id,
      last_name: name[0]?.family,
      phone: telecom[0]?.value,
    }),
  },
  {
    type: "Appointment",
    sql: `SELECT emr_appointment_id AS id, starts_at, status FROM appointment
      WHERE linked_account_id = $1 AND category = 'appointment'`,
    of: ({ id, start, status }: { id: string; start: string; status: string }) => ({
      id,
      starts_at: instant(start),
      status,
    }),
  },
  {
    type: "ServiceRequest",
    sql: "SELECT ehr_id AS id, notes, lower(status) AS status FROM referral WHERE linked_account_id = $1",
    of: ({ id, note, status }: { id: string; note?: { text: string }[]; status: string }) => ({
      id,
      notes: note?.[0]?.text ?? null,
      status: status.replaceAll("-", " "),
    }),
  },
  {
    type: "DocumentReference",
    sql: "SELECT emr_id AS id FROM document WHERE linked_account_id = $1",
    of: ({ id }: { id: string }) => ({ id }),
  },
];

const byId = (rows: Record<string, unknown>[]) => rows.toSorted((a, b) => (String(a.id) < String(b.id) ? -1 : 1));

/** Checks that an account holds what the server holds, by the server's own records. */
export async function assertShown(query: Query, { tenant }: TestAccount, server: TestFhirServer): Promise<void> {
  for (const { type, sql, of } of SHOWN) {
    const rows = await query(sql, [tenant.linkedAccountId]);
    const stored = rows.map((row) =>
      "starts_at" in row ? { ...row, starts_at: instant(String((row.starts_at as Date).toISOString())) } : row,
    );
    const held = (await server.held(type as "Patient")).map((resource) => of(resource as never));
    assert.deepEqual(byId(stored), byId(held), `records of ${type}`);
  }
}

import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { ownOrganization } from "#lib/db/own-organization";
import { patient } from "#lib/db/schema";
import { readTenant } from "#lib/db/tenant";
import type { KnownRecords } from "#lib/emr/port/port";
import type { AccountTenant } from "#lib/kernel/principal";
import { appointment } from "#lib/resources/appointments/table";
import { provider } from "#lib/resources/providers/table";

/** Condition for visits of a patient that start within some time. */
const startsWithin = (linkedAccountId: string, patientEhrId: SQL, { from, to }: { from: string; to: string }): SQL =>
  sql`SELECT FROM ${appointment} AS visit WHERE visit.organization_id = ${ownOrganization}
    AND visit.linked_account_id = ${linkedAccountId}
      AND visit.patient_ehr_id = ${patientEhrId}
      AND visit.starts_at >= ${from}::timestamptz AND visit.starts_at < ${to}::timestamptz`;

/** Returns what is stored of an account, by which its EMR is asked for one practitioner or one patient at a time. */
export function knownRecords(tenant: AccountTenant): KnownRecords {
  const { linkedAccountId } = tenant;
  return {
    providers: () =>
      readTenant(tenant, async (tx) => {
        const rows = await tx
          .select({ ehrId: provider.ehrId })
          .from(provider)
          .where(and(eq(provider.linkedAccountId, linkedAccountId), eq(provider.status, "active")))
          .orderBy(asc(sql`${provider.ehrId} COLLATE "C"`));
        return rows.map(({ ehrId }) => ehrId);
      }),
    patients: ({ visits, after, most }) =>
      readTenant(tenant, async (tx) => {
        const id = sql`named.id COLLATE "C"`;
        const all = sql`SELECT ${patient.ehrId} AS id FROM ${patient}
          WHERE ${patient.organizationId} = ${ownOrganization} AND ${patient.linkedAccountId} = ${linkedAccountId}`;
        const visiting =
          visits &&
          sql`SELECT DISTINCT patient_ehr_id AS id FROM ${appointment}
              WHERE organization_id = ${ownOrganization} AND linked_account_id = ${linkedAccountId}
                AND patient_ehr_id IS NOT NULL
                AND starts_at >= ${visits.from}::timestamptz AND starts_at < ${visits.to}::timestamptz`;
        const apart = visits?.except
          ? sql`NOT EXISTS (${startsWithin(linkedAccountId, sql`named.id`, visits.except)})`
          : sql`true`;
        const { rows } = await tx.execute<{ id: string }>(
          sql`SELECT id FROM (${visiting ?? all}) AS named
              WHERE ${after === null ? sql`true` : sql`${id} > ${after}`} AND ${apart} ORDER BY ${id} LIMIT ${most}`,
        );
        return rows.map((row) => row.id);
      }),
    locations: ({ after, most }) =>
      readTenant(tenant, async (tx) => {
        const id = sql`${appointment.locationId} COLLATE "C"`;
        const { rows } = await tx.execute<{ id: string }>(
          sql`SELECT DISTINCT ${id} AS id FROM ${appointment}
              WHERE ${appointment.organizationId} = ${ownOrganization}
                AND ${appointment.linkedAccountId} = ${linkedAccountId} AND ${id} > ${after ?? ""}
              ORDER BY 1 LIMIT ${most}`,
        );
        return rows.map((row) => row.id);
      }),
  };
}

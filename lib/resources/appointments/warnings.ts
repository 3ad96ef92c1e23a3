import { and, eq, exists, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { appointment, location, patient, provider, visitStatus, visitType } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { type AppointmentQuery, givenFilters, type ValueFilter, valueFilters } from "./filters.ts";

interface Known {
  table: PgTable & { linkedAccountId: PgColumn };
  condition(given: string): SQL;
  /** What there is none of. */
  what: string;
}

/** Where the values of each filter are known from. */
const KNOWN: Record<ValueFilter, Known> = {
  appointment_type: {
    table: visitType,
    condition: (given) => sql`lower(${visitType.name}) = lower(${given})`,
    what: "visit type",
  },
  appointment_mode: { table: appointment, condition: valueFilters.appointment_mode, what: "appointment" },
  patient_mrn: { table: patient, condition: (given) => eq(patient.mrn, given), what: "patient" },
  patient_phone: { table: patient, condition: valueFilters.patient_phone, what: "patient" },
  patient_dob: { table: patient, condition: valueFilters.patient_dob, what: "patient" },
  patient_name: { table: patient, condition: valueFilters.patient_name, what: "patient" },
  status: { table: visitStatus, condition: (given) => eq(visitStatus.code, given), what: "visit status" },
  provider_ehr_id: { table: provider, condition: (given) => eq(provider.ehrId, given), what: "provider" },
  location_id: { table: location, condition: (given) => eq(location.emrId, given), what: "location" },
  secondary_provider_ehr_id: { table: provider, condition: (given) => eq(provider.ehrId, given), what: "provider" },
  emr_appointment_id: { table: appointment, condition: valueFilters.emr_appointment_id, what: "appointment" },
};

/**
 * The filters whose value matches nothing that the account has: a list that is empty for their sake says so. Asked
 * only where nothing was found, since a value that found something is known.
 */
export async function unknownValues(
  tx: Transaction,
  linkedAccountId: string,
  query: AppointmentQuery,
): Promise<string[]> {
  const warnings = givenFilters(query).map(async ({ name, value }) => {
    const { table, condition, what } = KNOWN[name];
    const found = tx
      .select({ found: sql`1` })
      .from(table)
      .where(and(eq(table.linkedAccountId, linkedAccountId), condition(value)));
    const { rows } = await tx.execute<{ known: boolean }>(sql`SELECT ${exists(found)} AS known`);
    return rows[0]?.known ? [] : [`${name} matches no ${what} of the account`];
  });
  return (await Promise.all(warnings)).flat();
}

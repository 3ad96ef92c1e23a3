import { and, eq, exists, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { patient } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { location } from "#lib/resources/locations/table";
import { provider } from "#lib/resources/providers/table";
import { visitStatus } from "#lib/resources/visit-statuses/table";
import { visitType } from "#lib/resources/visit-types/table";
import { type AppointmentQuery, givenFilters, type ValueFilter, valueFilters } from "./filters.ts";
import { appointment } from "./table.ts";

interface Known {
  table: PgTable & { linkedAccountId: PgColumn };
  condition(given: string): SQL;
  /** The noun that the warning names. */
  what: string;
}

/** The table and condition that determine whether a filter's value is known. */
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
 * Returns a warning for each filter whose value matches nothing in the account. Called only when a list is empty, since
 * a value with results is known.
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

import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { ownOrganization } from "#lib/db/own-organization";
import { patient } from "#lib/db/schema";
import { ofPresentOrigin } from "./present-origin.ts";

/** Columns of a record that may name a patient. */
interface NamesPatient {
  linkedAccountId: PgColumn;
  patientMrn: PgColumn;
  /** Of a job: the EMR whose patient it names. */
  originVersion?: PgColumn;
}

/** Returns whether a table has the columns that name a patient. */
export const namesPatient = (table: object): table is NamesPatient => "patientMrn" in table;

/**
 * Selects first and last name of the record's patient as of the last sync; null if there is none. If several patients
 * carry the MRN, all are named: "Ann Lee or Bo Ray". Costs one index lookup per returned row.
 */
export const patientNameOf = (table: NamesPatient): SQL<string | null> => {
  const { linkedAccountId, originVersion } = table;
  const isPresent = originVersion ? ofPresentOrigin({ linkedAccountId, originVersion }) : sql`true`;
  const name = sql`trim(${patient.firstName} || ' ' || ${patient.lastName})`;
  // Drizzle qualifies column names with their tables only in a nested statement; both tables share column names.
  return sql`(${sql`SELECT coalesce(
      string_agg(${name}, ' or ' ORDER BY ${patient.ehrId}) FILTER (WHERE ${patient.mergedInto} IS NULL),
      min(${name}))
    FROM ${patient}
    WHERE ${patient.organizationId} = ${ownOrganization} AND ${patient.linkedAccountId} = ${table.linkedAccountId}
      AND ${patient.mrn} = ${table.patientMrn}
      AND ${isPresent}`})`;
};

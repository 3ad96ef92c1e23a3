import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { patient } from "#lib/db/schema";

/** Columns of a record that may name a patient. */
interface NamesPatient {
  linkedAccountId: PgColumn;
  patientMrn: PgColumn;
}

export const namesPatient = (table: object): table is NamesPatient => "patientMrn" in table;

/**
 * First and last name of the patient whom a record of the table names, as the last sync found them; null without one.
 * Selected with the record: one look into an index for each row that is given out.
 */
export const patientNameOf = (table: NamesPatient): SQL<string | null> =>
  // Within a statement of its own the columns keep their tables' names: those of both tables are called the same.
  sql`(${sql`SELECT trim(${patient.firstName} || ' ' || ${patient.lastName}) FROM ${patient}
    WHERE ${patient.linkedAccountId} = ${table.linkedAccountId} AND ${patient.mrn} = ${table.patientMrn}`})`;

import { eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { ownOrganization } from "#lib/db/own-organization";
import { patient } from "#lib/db/schema";

/**
 * Condition for the patients that others survive as: those whose EMR id is among `survivors`. The array is read once,
 * and each patient in it is found by the index.
 */
export const isSurvivor = (...of: Parameters<typeof survivors>): SQL =>
  sql`${patient.ehrId} = ANY (ARRAY ${survivors(...of)})`;

/**
 * Selects the EMR ids of the account's patients that meet a condition. A patient who was merged is replaced by the one
 * that survived, over any number of merges; a patient who was merged into one that is not synced is left out.
 *
 * With OFFSET 0 PostgreSQL looks each next patient up by the index. As an ordinary join it reads all of the account's
 * patients for every look-up.
 */
const survivors = (linkedAccountId: string | SQLWrapper, condition: SQL | undefined): SQL => sql`(
  WITH RECURSIVE followed AS (
    SELECT ${patient.ehrId}, ${patient.mergedInto} FROM ${patient}
    WHERE ${patient.organizationId} = ${ownOrganization} AND ${patient.linkedAccountId} = ${linkedAccountId}
      AND ${condition ?? sql`true`}
    UNION
    SELECT next.ehr_id, next.merged_into FROM followed, LATERAL (
      SELECT ehr_id, merged_into FROM ${patient}
      WHERE organization_id = ${ownOrganization} AND linked_account_id = ${linkedAccountId}
        AND ehr_id = followed.merged_into OFFSET 0) AS next
    WHERE followed.merged_into IS NOT NULL
  )
  SELECT ehr_id FROM followed WHERE merged_into IS NULL)`;

/**
 * Condition for the records of a patient by a column that holds MRNs: records of those who were merged into the same
 * survivor are among them, whichever of the MRNs is given (decisions §12). An MRN of one of them that a patient outside
 * carries as well adds nothing, since its records may be of either.
 */
export const isOfPatient = (column: PgColumn, linkedAccountId: string | SQLWrapper, mrn: string | SQLWrapper): SQL => {
  const account = sql`${patient.organizationId} = ${ownOrganization}
    AND ${patient.linkedAccountId} = ${linkedAccountId}`;
  return sql`${column} = ANY (ARRAY (
    WITH RECURSIVE family AS (
      SELECT ${patient.ehrId}, ${patient.mrn} FROM ${patient}
      WHERE ${account} AND ${isSurvivor(linkedAccountId, eq(patient.mrn, mrn))}
      UNION
      SELECT merged.ehr_id, merged.mrn FROM family, LATERAL (
        SELECT ehr_id, mrn FROM ${patient}
        WHERE organization_id = ${ownOrganization} AND linked_account_id = ${linkedAccountId}
          AND merged_into = family.ehr_id OFFSET 0) AS merged
    )
    SELECT family.mrn FROM family WHERE NOT EXISTS (
      SELECT FROM ${patient} WHERE ${account} AND ${patient.mrn} = family.mrn
        AND NOT EXISTS (SELECT FROM family AS other WHERE other.ehr_id = ${patient.ehrId}))
    UNION SELECT ${mrn}::text))`;
};

import { getTableColumns, getTableName, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";

/** Stands for a value that a statement gets when its transaction is known. */
class OwnOrganization implements SQLWrapper {
  getSQL(): SQL {
    return sql`${sql.param(this)}`;
  }
}

/**
 * The organization of the transaction in which a statement is sent, as a parameter whose value the transaction's `Door`
 * binds. Handwritten SQL names it for each tenant's table that it reads, changes or locks, in a template
 * (`organization_id = ${ownOrganization}`) or among the values of `sendIn`: a planner cannot know what row-level security
 * will add. Statements of drizzle's builders get the condition from `TenantDialect`.
 */
export const ownOrganization = new OwnOrganization();

/** Returns the values of a statement, with the organization's id in place of `ownOrganization`. */
export const bindOrganization = <Values extends unknown[] | undefined>(
  values: Values,
  organizationId: string,
): Values =>
  values?.includes(ownOrganization)
    ? (values.map((value) => (value === ownOrganization ? organizationId : value)) as Values)
    : values;

/** Returns the condition that a table's rows are of the transaction's organization; undefined if the table has no tenant. */
export function ofOwnOrganization(table: PgTable): SQL | undefined {
  const columns: Record<string, PgColumn> = getTableColumns(table);
  const column = getTableName(table) === "organization" ? columns.id : columns.organizationId;
  return column && sql`${column} = ${ownOrganization}`;
}

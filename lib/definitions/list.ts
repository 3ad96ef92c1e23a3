import { and, eq, getTableColumns, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import { patient } from "#lib/db/schema";
import type { ReadPermission } from "#lib/security/permissions";
import type { QueryLimit } from "./embed-limit.ts";
import { syncWarnings } from "./first-sync.ts";
import type { Keyset } from "./keyset.ts";
import { totalParameter, totalsOf } from "./list-totals.ts";
import { type AskedRows, defineListing } from "./listing.ts";
import { oneKindOfPage, pageQuery } from "./page.ts";
import { namesPatient, patientNameOf } from "./patient-name.ts";
import type { QueryContext, QueryDefinition } from "./query.ts";
import { sortingBy } from "./sorting.ts";

type ListedTable = PgTable & { linkedAccountId?: PgColumn; organizationId?: PgColumn };
/** A selected row: with the patient's name if the table has a column that names a patient. */
export type Listed<Table extends PgTable> = Table["$inferSelect"] &
  (Table extends { patientMrn: PgColumn } ? { patientName: string | null } : unknown);

type RecordColumns<Table extends PgTable> = Table["_"]["columns"] &
  (Table extends { patientMrn: PgColumn } ? { patientName: SQL<string | null> } : unknown);

/** Columns to select of a record's table. */
export const recordColumns = <Table extends PgTable>(table: Table) =>
  ({
    ...getTableColumns(table),
    ...(namesPatient(table) ? { patientName: patientNameOf(table) } : {}),
  }) as RecordColumns<Table>;

type Scope = "linkedAccountId" | "organizationId";

interface ListDefinition<Table extends ListedTable, Filters extends z.ZodRawShape, Model extends z.ZodType> {
  path: string;
  summary: string;
  description?: string;
  permission: ReadPermission;
  /** How the list limits an embedded view to the view's patient. */
  embed: QueryLimit<Extract<keyof NoInfer<Filters>, string>, never>;
  /** True if the records contain patient data: every request is then written to the audit log. */
  patientData: boolean;
  /** See QueryDefinition. */
  alone?: true;
  /** Name of the list in the response body (decisions §5). */
  key: string;
  model: Model;
  /** Each row is one record. */
  table: Table;
  /**
   * True for records that a sync brings: the list warns while the account's first sync is not complete, and its answer
   * has an ETag.
   */
  synced?: true;
  /** Other tables of synchronized records that the records are made of. */
  madeOf?: readonly PgTable[];
  /** Lists the account's rows by default, or those of the whole organization. */
  scope?: Scope;
  /** See QueryDefinition. */
  accountOf?: QueryDefinition["accountOf"];
  order: Keyset;
  /** Columns that are not null, by which a caller may order the list instead, by the names of the record's fields. */
  sortable?: Record<string, PgColumn>;
  /** Amounts of money that the list adds up for `include_total=true`, by the names of the record's fields. */
  summed?: Record<string, PgColumn>;
  /** Returns whether a caller gets the records of all patients who carry the `patient_mrn`; nobody does by default. */
  takesSharedMrn?(context: Pick<QueryContext<unknown>, "actor" | "permissions">): boolean;
  filters?: Filters;
  /** Validates filters against each other. */
  check?: z.core.$ZodCheck<z.infer<z.ZodObject<NoInfer<Filters>>>>;
  /** Translates the filters into a condition. */
  where?(context: QueryContext<z.infer<z.ZodObject<Filters>>>): SQL | undefined;
  /** A further condition for which something is read first, if a query asks for it. */
  lookUp?: {
    isAsked(query: z.infer<z.ZodObject<Filters>>): boolean;
    where(context: QueryContext<z.infer<z.ZodObject<Filters>>>): Promise<SQL | undefined>;
  };
}

/** Maps rows to records: one at a time, or a whole page in its order if data from other tables is needed. */
type Mapping<Row, Model> =
  | { toModel(row: Row): Model; toModels?: never }
  | { toModel?: never; toModels(rows: Row[], context: QueryContext<unknown>): Promise<Model[]> };

/**
 * Defines a GET that lists rows of one table for the account or the organization, paginated by `limit` and `cursor`
 * (decisions §5, large reads). Throws `conflict` for a `patient_mrn` that several patients carry, unless the list takes it
 * (decisions §12).
 */
export function defineList<
  Table extends ListedTable,
  Model extends z.ZodType,
  Filters extends z.ZodRawShape = Record<never, never>,
>(list: ListDefinition<Table, Filters, Model> & Mapping<Listed<Table>, z.infer<Model>>): QueryDefinition {
  type Context = QueryContext<z.infer<z.ZodObject<Filters>>>;
  const { path, summary, description, permission, embed, patientData, key, model, order, where, lookUp, summed } = list;
  const table: ListedTable = list.table;
  const sorting = sortingBy(order, list.sortable);
  const query = z
    .object({ ...list.filters, ...sorting.parameter, ...totalParameter, ...pageQuery })
    .check(oneKindOfPage);
  const scope: Scope = list.scope ?? "linkedAccountId";
  const owner = table[scope];
  if (!owner) throw new Error(`The rows of ${path} have no ${scope}`);
  const ofPatient = scope === "linkedAccountId" && namesPatient(table) && "patient_mrn" in query.shape;
  const matching = (context: Context, { lookedUp }: AskedRows) =>
    and(eq(owner, context[scope]), where?.(context), lookedUp);
  return defineListing<z.ZodObject, { row: unknown; position: Record<string, string> }, z.infer<Model>>({
    path,
    summary,
    ...(description ? { description } : {}),
    permission,
    embed,
    patientData,
    atOnce: list.toModel !== undefined,
    ...(list.synced ? { reads: [table, ...(namesPatient(table) ? [patient] : []), ...(list.madeOf ?? [])] } : {}),
    ...(list.accountOf ? { accountOf: list.accountOf } : {}),
    ...(list.alone ? { alone: list.alone } : {}),
    key,
    model: model as z.ZodType<z.infer<Model>>,
    query: list.check ? query.check(list.check as z.core.$ZodCheck<unknown>) : query,
    ...(lookUp && { lookUp: lookUp as NonNullable<Parameters<typeof defineListing>[0]["lookUp"]> }),
    ...(list.synced && syncWarnings),
    ...(summed && { summed }),
    refusesSharedMrn: (context) => ofPatient && list.takesSharedMrn?.(context) !== true,
    count: (context, asked) => totalsOf(context.tx, table, matching(context as Context, asked), summed),
    select(context, asked) {
      const { position, after, orderBy } = sorting.orderOf(asked.sort);
      const { limit, offset } = asked.extent;
      return context.tx
        .select({ row: recordColumns(table), position })
        .from(table)
        .where(and(matching(context as Context, asked), after(asked.cursor)))
        .orderBy(orderBy)
        .limit(offset === null ? limit + 1 : limit)
        .offset(offset ?? 0);
    },
    toModels(found, context) {
      const rows = found.map(({ row }) => row as Listed<Table>);
      return list.toModel ? rows.map((row) => list.toModel(row)) : list.toModels(rows, context);
    },
  });
}

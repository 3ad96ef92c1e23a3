import { and, eq, getTableColumns, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import { patient } from "#lib/db/schema";
import type { ReadPermission } from "#lib/security/permissions";
import type { QueryLimit } from "./embed-limit.ts";
import { firstSyncWarnings, syncWarnings } from "./first-sync.ts";
import type { Keyset } from "./keyset.ts";
import { totalFields, totalParameter, totalsOf } from "./list-totals.ts";
import { extentOf, furtherPages, oneKindOfPage, pageQuery, toPage } from "./page.ts";
import { namesPatient, patientNameOf } from "./patient-name.ts";
import { refuseSharedMrn } from "./patients-of-mrn.ts";
import { defineQuery, type QueryContext, type QueryDefinition } from "./query.ts";
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
 * (decisions §5, large reads). Throws 409 for a `patient_mrn` that several patients carry, unless the list takes it
 * (decisions §12).
 */
export function defineList<
  Table extends ListedTable,
  Model extends z.ZodType,
  Filters extends z.ZodRawShape = Record<never, never>,
>(list: ListDefinition<Table, Filters, Model> & Mapping<Listed<Table>, z.infer<Model>>): QueryDefinition {
  const { path, summary, description, permission, embed, patientData, key, model, order, where, lookUp } = list;
  const table: ListedTable = list.table;
  const sorting = sortingBy(order, list.sortable);
  const query = z
    .object({ ...list.filters, ...sorting.parameter, ...totalParameter, ...pageQuery })
    .check(oneKindOfPage);
  const scope: Scope = list.scope ?? "linkedAccountId";
  const owner = table[scope];
  if (!owner) throw new Error(`The rows of ${path} have no ${scope}`);
  const ofPatient = scope === "linkedAccountId" && namesPatient(table) && "patient_mrn" in query.shape;
  return defineQuery<z.ZodObject, z.ZodObject>({
    path,
    summary,
    ...(description ? { description } : {}),
    permission,
    embed,
    patientData,
    atOnce: list.toModel !== undefined,
    ...(lookUp && { looksUp: (asked) => lookUp.isAsked(asked as z.infer<z.ZodObject<Filters>>) }),
    ...(list.synced ? { reads: [table, ...(namesPatient(table) ? [patient] : []), ...(list.madeOf ?? [])] } : {}),
    ...(list.accountOf ? { accountOf: list.accountOf } : {}),
    query: list.check ? query.check(list.check as z.core.$ZodCheck<unknown>) : query,
    body: z.object({
      [key]: z.array(model),
      ...(list.synced ? syncWarnings : {}),
      ...totalFields(list.summed),
      ...furtherPages,
    }),
    async read(given) {
      const {
        cursor,
        patient_mrn: mrn,
        sort,
        include_total,
      } = given.query as {
        cursor?: string;
        patient_mrn?: string;
        sort?: string;
        include_total?: string;
      };
      const extent = extentOf(given.query);
      const { limit, offset } = extent;
      const context = given as QueryContext<z.infer<z.ZodObject<Filters>>>;
      const lookedUp = lookUp?.isAsked(context.query) ? await lookUp.where(context) : undefined;
      const matching = and(eq(owner, given[scope]), where?.(context), lookedUp);
      const incomplete = list.synced ? firstSyncWarnings(given.tx, given.linkedAccountId) : [];
      const mayBeShared = !ofPatient || list.takesSharedMrn?.(given) === true;
      const isOnePatient = mrn && !mayBeShared ? refuseSharedMrn(given.tx, given.linkedAccountId, mrn) : null;
      const isCounted = include_total === "true" || offset !== null;
      const counted = isCounted ? totalsOf(given.tx, table, matching, list.summed) : null;
      const { position, after, orderBy } = sorting.orderOf(sort);
      const found = await given.tx
        .select({ row: recordColumns(table), position })
        .from(table)
        .where(and(matching, after(cursor)))
        .orderBy(orderBy)
        .limit(offset === null ? limit + 1 : limit)
        .offset(offset ?? 0);
      await isOnePatient;
      const totals = await counted;
      const { page, ...more } = toPage(found, extent, totals?.total);
      const rows = page.map(({ row }) => row as Listed<Table>);
      const models = list.toModel ? rows.map((row) => list.toModel(row)) : await list.toModels(rows, context);
      const warnings = await incomplete;
      return {
        [key]: models,
        ...(warnings.length > 0 ? { warnings } : {}),
        ...(include_total === "true" && totals),
        ...more,
      };
    },
  });
}

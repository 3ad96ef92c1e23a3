import type { SQL } from "drizzle-orm";
import { z } from "zod";
import { firstSyncWarnings } from "./first-sync.ts";
import { type Summed, totalFields } from "./list-totals.ts";
import { type Extent, extentOf, furtherPages, toPage } from "./page.ts";
import { refuseSharedMrn } from "./patients-of-mrn.ts";
import { defineQuery, type QueryContext, type QueryDefinition } from "./query.ts";

/** What a request asks of the rows of a list. */
export interface AskedRows {
  extent: Extent;
  cursor: string | undefined;
  sort: string | undefined;
  /** The condition that `lookUp` has found. */
  lookedUp: SQL | undefined;
}

type Shared = Pick<
  QueryDefinition,
  | "path"
  | "summary"
  | "description"
  | "permission"
  | "embed"
  | "patientData"
  | "alone"
  | "atOnce"
  | "looksUp"
  | "reads"
  | "accountOf"
>;

/** A list, by the statements that read its rows: `defineList` makes them for one table. Each sends its statement at once. */
interface Listing<Query extends z.ZodObject, Row extends { position: Record<string, string> }, Model> extends Shared {
  /** Name of the list in the response body (decisions §5). */
  key: string;
  model: z.ZodType<Model>;
  /** All parameters, those of pages and totals among them. */
  query: Query;
  /** Rows of a page without `limit`; the usual ones by default. */
  defaultLimit?: number;
  /** The amounts that `count` adds up. */
  summed?: Summed;
  /** See `ListDefinition`. */
  lookUp?: {
    isAsked(query: z.infer<Query>): boolean;
    where(context: QueryContext<z.infer<Query>>): Promise<SQL | undefined>;
  };
  /** Returns whether a `patient_mrn` that several patients carry is refused with 409 (decisions §12). */
  refusesSharedMrn(context: QueryContext<z.infer<Query>>): boolean;
  count(context: QueryContext<z.infer<Query>>, asked: AskedRows): PromiseLike<{ total: number }>;
  /** Reads one row more than the page if it is asked for by a cursor. */
  select(context: QueryContext<z.infer<Query>>, asked: AskedRows): PromiseLike<Row[]>;
  toModels(rows: Row[], context: QueryContext<z.infer<Query>>): Model[] | Promise<Model[]>;
  /** The field `warnings` of a list that warns while the account's first sync is not complete. */
  warnings?: z.ZodType;
  /** Returns the list's own warnings about an answer, which then always has the field. `goesOn`: further rows match. */
  warningsOf?(context: QueryContext<z.infer<Query>>, page: { count: number; goesOn: boolean }): Promise<string[]>;
}

/** Defines a GET that lists rows, paginated by `limit` and `cursor` or by numbered pages (decisions §5). */
export function defineListing<Query extends z.ZodObject, Row extends { position: Record<string, string> }, Model>(
  listing: Listing<Query, Row, Model>,
): QueryDefinition {
  const { key, model, query, defaultLimit, summed, lookUp, warnings: field, warningsOf, ...shared } = listing;
  const { refusesSharedMrn, count, select, toModels, ...definition } = shared;
  return defineQuery<z.ZodObject, z.ZodObject>({
    ...definition,
    ...(lookUp && { looksUp: (asked) => lookUp.isAsked(asked as z.infer<Query>) }),
    query,
    body: z.object({
      [key]: z.array(model),
      ...(field && { warnings: field }),
      ...totalFields(summed),
      ...furtherPages,
    }),
    async read(given) {
      const context = given as QueryContext<z.infer<Query>>;
      const { tx, linkedAccountId } = given;
      const { cursor, patient_mrn, sort, include_total } = given.query as Record<string, string | undefined>;
      const extent = extentOf(given.query, defaultLimit);
      const lookedUp = lookUp?.isAsked(context.query) ? await lookUp.where(context) : undefined;
      const asked = { extent, cursor, sort, lookedUp };
      const incomplete = field ? firstSyncWarnings(tx, linkedAccountId) : [];
      const isOnePatient =
        patient_mrn && refusesSharedMrn(context) ? refuseSharedMrn(tx, linkedAccountId, patient_mrn) : null;
      const counted = include_total === "true" || extent.offset !== null ? count(context, asked) : null;
      const found = await select(context, asked);
      await isOnePatient;
      const totals = await counted;
      const { page, ...more } = toPage(found, extent, totals?.total);
      const models = await toModels(page, context);
      const own = await warningsOf?.(context, { count: page.length, goesOn: "next_cursor" in more });
      const warnings = [...(own ?? []), ...(await incomplete)];
      return {
        [key]: models,
        ...((own || warnings.length > 0) && { warnings }),
        ...(include_total === "true" && totals),
        ...more,
      };
    },
  });
}

import { asc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { prepared } from "#lib/db/prepared";
import { firstSyncWarnings, syncWarnings } from "#lib/definitions/first-sync";
import { defineQuery, noQuery } from "#lib/definitions/query";
import { readMeanings } from "./meanings.ts";
import { visitStatusMeaningModel, visitStatusModel } from "./model.ts";
import { visitStatus } from "./table.ts";

const statusesOf = prepared((tx) =>
  tx
    .select({ code: visitStatus.code, description: visitStatus.description })
    .from(visitStatus)
    .where(eq(visitStatus.linkedAccountId, sql.placeholder("account")))
    .orderBy(asc(visitStatus.position)),
);

/** GET /visit-statuses: in the EMR's order; without parameters or pages (interface 4.9). */
export const listVisitStatuses = defineQuery({
  path: "/visit-statuses",
  embed: "open",
  summary: "List the visit statuses configured for the account",
  permission: "visit-statuses:read",
  patientData: false,
  query: noQuery,
  body: z.object({ data: z.array(visitStatusModel), ...syncWarnings }),
  atOnce: true,
  reads: [visitStatus],
  async read({ tx, linkedAccountId }) {
    const [warnings, data] = await Promise.all([
      firstSyncWarnings(tx, linkedAccountId),
      statusesOf(tx).execute({ account: linkedAccountId }),
    ]);
    return { data, ...(warnings.length > 0 ? { warnings } : {}) };
  },
});

/** GET /visit-status-meanings: the visit statuses with what they mean to the front desk (decisions §5). */
export const listVisitStatusMeanings = defineQuery({
  path: "/visit-status-meanings",
  embed: "open",
  summary: "List the visit statuses with their meanings",
  description: "In the EMR's order.",
  permission: "visit-statuses:read",
  patientData: false,
  query: noQuery,
  body: z.object({ visit_status_meanings: z.array(visitStatusMeaningModel) }),
  read: async ({ tx, linkedAccountId }) => ({ visit_status_meanings: await readMeanings(tx, linkedAccountId) }),
});

import { asc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { prepared } from "#lib/db/prepared";
import { firstSyncWarnings, syncWarnings } from "#lib/definitions/first-sync";
import { defineQuery, noQuery } from "#lib/definitions/query";
import { visitStatusModel } from "./model.ts";
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

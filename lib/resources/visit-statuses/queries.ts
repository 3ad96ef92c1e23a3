import { asc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { prepared } from "#lib/db/prepared";
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
  body: z.object({ data: z.array(visitStatusModel) }),
  atOnce: true,
  async read({ tx, linkedAccountId }) {
    return { data: await statusesOf(tx).execute({ account: linkedAccountId }) };
  },
});

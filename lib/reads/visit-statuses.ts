import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { visitStatus } from "#lib/db/schema";
import { visitStatusModel } from "#lib/models/visit-status";
import { defineRead, noQuery } from "./definition.ts";

/** GET /visit-statuses: in the EMR's own order; no parameters, no pages (interface 4.9). */
export const listVisitStatuses = defineRead({
  path: "/visit-statuses",
  summary: "List the visit statuses configured for the account",
  permission: "visit-statuses:read",
  patientData: false,
  query: noQuery,
  body: z.object({ data: z.array(visitStatusModel) }),
  async read({ tx, linkedAccountId }) {
    const data = await tx
      .select({ code: visitStatus.code, description: visitStatus.description })
      .from(visitStatus)
      .where(eq(visitStatus.linkedAccountId, linkedAccountId))
      .orderBy(asc(visitStatus.position));
    return { data };
  },
});

import { eq } from "drizzle-orm";
import { z } from "zod";
import { notFound } from "#lib/core/api-error";
import { linkedAccount } from "#lib/db/schema";
import { accountSettings } from "#lib/models/settings";
import { defineRead, noQuery } from "./definition.ts";

/** GET /settings: what the last sync found, and what the EMR can do (decisions §5). */
export const getSettings = defineRead({
  path: "/settings",
  summary: "The account's settings as of the last sync",
  permission: "settings:read",
  patientData: false,
  query: noQuery,
  body: z.object({ settings: accountSettings }),
  async read({ tx, linkedAccountId }) {
    const [account] = await tx
      .select({ settings: linkedAccount.settings })
      .from(linkedAccount)
      .where(eq(linkedAccount.id, linkedAccountId));
    if (!account?.settings) throw notFound("Synced settings of this account");
    return { settings: account.settings };
  },
});

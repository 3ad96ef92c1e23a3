import { eq } from "drizzle-orm";
import { z } from "zod";
import { linkedAccount } from "#lib/db/schema";
import { defineQuery, noQuery } from "#lib/definitions/query";
import { notFound } from "#lib/kernel/api-error";
import { accountSettings } from "./model.ts";
import { storedSettings } from "./stored-settings.ts";

/** GET /settings: the settings of the last sync, and the capabilities of the EMR (decisions §5). */
export const getSettings = defineQuery({
  path: "/settings",
  embed: "open",
  summary: "Get the account's settings as of the last sync",
  permission: "settings:read",
  patientData: false,
  query: noQuery,
  body: z.object({ settings: accountSettings }),
  async read({ tx, linkedAccountId }) {
    const [account] = await tx
      .select({ settings: linkedAccount.settings })
      .from(linkedAccount)
      .where(eq(linkedAccount.id, linkedAccountId));
    const settings = storedSettings(account?.settings ?? null);
    if (!settings) throw notFound("Synced settings of this account");
    return { settings };
  },
});

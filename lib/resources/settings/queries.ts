import { eq } from "drizzle-orm";
import { z } from "zod";
import { linkedAccount } from "#lib/db/schema";
import { defineQuery, noQuery } from "#lib/definitions/query";
import { notFound } from "#lib/kernel/domain-error";
import { deskSettingsOf } from "./desk-settings.ts";
import { shownSettings } from "./model.ts";
import { settingsOf } from "./stored-settings.ts";

/**
 * GET /settings: the settings of the last sync, the capabilities of the EMR, the operations that may write to it
 * (decisions §5, §12), and what admins chose here (additions §7).
 */
export const getSettings = defineQuery({
  path: "/settings",
  embed: "open",
  summary: "Get the account's settings as of the last sync",
  permission: "settings:read",
  patientData: false,
  query: noQuery,
  reads: [linkedAccount],
  body: z.object({ settings: shownSettings }),
  async read({ tx, linkedAccountId }) {
    const [account] = await tx
      .select({
        settings: linkedAccount.settings,
        profile: linkedAccount.profile,
        writes: linkedAccount.writes,
        clinic: linkedAccount.clinic,
        methodsWithoutReference: linkedAccount.methodsWithoutReference,
      })
      .from(linkedAccount)
      .where(eq(linkedAccount.id, linkedAccountId));
    const settings = account && settingsOf(account);
    if (!settings) throw notFound("Synced settings of this account");
    return { settings: { ...settings, writes: account.writes, ...deskSettingsOf(account) } };
  },
});

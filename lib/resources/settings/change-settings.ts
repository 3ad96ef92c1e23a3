import { eq } from "drizzle-orm";
import { z } from "zod";
import { changeRecords } from "#lib/db/record-versions";
import { linkedAccount } from "#lib/db/schema";
import { defineCommand } from "#lib/definitions/command";
import { unknownValue } from "#lib/definitions/known-value";
import { invalid, notFound } from "#lib/kernel/domain-error";
import { deskSettingsChange, deskSettingsOf } from "./desk-settings.ts";
import { shownSettings } from "./model.ts";
import { settingsOf } from "./stored-settings.ts";

const withoutUndefined = (given: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));

/**
 * PATCH /settings: sets what admins choose here: the clinic's details for receipts, and the payment methods without a reference
 * number (additions §7). Nothing is sent to the EMR. Throws `not_found` before the first sync, `invalid` for an unknown method.
 */
export const changeSettings = defineCommand({
  method: "PATCH",
  path: "/settings",
  embed: "account",
  summary: "Set the clinic's details for receipts, and the payment methods without a reference number",
  description: "Nothing is sent to the EMR.",
  permission: "settings:update",
  status: 200,
  input: deskSettingsChange,
  done: "Settings updated",
  body: z.object({ settings: shownSettings }),
  async execute({ tx, tenant, input }) {
    const isOwn = eq(linkedAccount.id, tenant.linkedAccountId);
    const [account] = await tx.select().from(linkedAccount).where(isOwn).for("no key update");
    const settings = account && settingsOf(account);
    if (!settings) throw notFound("Synced settings of this account");
    const known = settings.payment_methods.map(({ name }) => name);
    const problems = (input.methods_without_reference ?? []).flatMap(
      (name, index) => unknownValue(`methods_without_reference[${index}]`, name, known, "payment methods") ?? [],
    );
    if (problems.length > 0) throw invalid(problems);
    const chosen = {
      clinic: { ...account.clinic, ...withoutUndefined(input.clinic ?? {}) },
      methodsWithoutReference: input.methods_without_reference
        ? [...new Set(input.methods_without_reference)]
        : account.methodsWithoutReference,
    };
    await changeRecords(
      tx,
      tenant,
      linkedAccount,
      tx.update(linkedAccount).set(chosen).where(isOwn).returning({ id: linkedAccount.id }),
    );
    return { settings: { ...settings, writes: account.writes, ...deskSettingsOf(chosen) } };
  },
});

import { eq } from "drizzle-orm";
import { z } from "zod";
import { appUser } from "#lib/db/schema";
import { defineCommand } from "#lib/definitions/command";
import { unauthorized } from "#lib/kernel/domain-error";
import { alertsInput, ownMails } from "./model.ts";
import { ownMailsOf } from "./own-mails.ts";

/** PUT /me/alerts: sets which alerts the signed-in person gets by mail. */
export const chooseOwnAlerts = defineCommand({
  method: "PUT",
  path: "/me/alerts",
  embed: "account",
  summary: "Choose which alerts one gets by mail",
  description:
    "Kinds that the person's role may not choose are kept and have no effect. One mail per kind, account and hour.",
  permission: "own-account:update",
  conditional: { shows: "own-account:read" },
  status: 200,
  input: alertsInput,
  done: "Alerts chosen",
  body: z.object({ mails: ownMails }),
  async execute({ tx, principal, input, assertMatch }) {
    const own = eq(appUser.id, principal.actor.id);
    const [user] = await tx.select().from(appUser).where(own).for("no key update");
    if (!user) throw unauthorized();
    assertMatch(ownMailsOf(user));
    await tx.update(appUser).set({ mailedAlerts: input.chosen }).where(own);
    return { mails: ownMailsOf({ ...user, mailedAlerts: input.chosen }) };
  },
});

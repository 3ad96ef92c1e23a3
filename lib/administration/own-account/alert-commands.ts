import { eq } from "drizzle-orm";
import { z } from "zod";
import { appUser } from "#lib/db/schema";
import { defineCommand } from "#lib/definitions/command";
import { alertsInput } from "./model.ts";

/** PUT /me/alerts: sets which alerts the signed-in person gets by mail. */
export const chooseOwnAlerts = defineCommand({
  method: "PUT",
  path: "/me/alerts",
  embed: "account",
  summary: "Choose which alerts one gets by mail",
  description:
    "Kinds that the person's role may not choose are kept and have no effect. One mail per kind, account and hour.",
  permission: "own-account:update",
  status: 200,
  input: alertsInput,
  done: "Alerts chosen",
  body: z.object({}),
  async execute({ tx, principal, input }) {
    await tx.update(appUser).set({ mailedAlerts: input.chosen }).where(eq(appUser.id, principal.actor.id));
    return {};
  },
});

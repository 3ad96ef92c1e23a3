import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { appUser } from "#lib/db/schema";
import { defineCommand } from "#lib/definitions/command";
import { conflict } from "#lib/kernel/domain-error";
import { namedRecord } from "#lib/kernel/named-record";
import { personEntries, reenter } from "#lib/security/credentials/directory";
import { NO_LINKS } from "#lib/sign-in/links";
import { hashPassword } from "#lib/sign-in/password";
import { endSecondSteps } from "#lib/sign-in/second-factor/challenge";
import { endOtherSessions, endSessions } from "#lib/sign-in/sessions";
import { newPassword } from "./model.ts";
import { sessionOf } from "./session-of.ts";
import { verifiedHash } from "./verified-password.ts";

const nothing = z.object({});

/** PUT /me/password: changes the signed-in person's password and ends their other sessions. */
export const changeOwnPassword = defineCommand({
  method: "PUT",
  path: "/me/password",
  embed: "account",
  summary: "Change the signed-in person's own password",
  description:
    "Ends the person's other sessions and voids an open link for choosing a password. After 10 wrong current passwords, one more is accepted every 15 minutes (429).",
  permission: "own-account:update",
  status: 200,
  input: newPassword,
  done: "Password changed",
  body: nothing,
  look: async (request) => ({
    verified: await verifiedHash(request, request.input.current_password),
    chosen: await hashPassword(
      request.input.new_password,
      `${request.principal.organizationId}/${request.principal.actor.id}`,
    ),
  }),
  async execute({ tx, principal, looked: { verified, chosen } }) {
    const [person] = await tx
      .update(appUser)
      .set({
        passwordHash: chosen,
        ...NO_LINKS,
      })
      .where(and(eq(appUser.id, principal.actor.id), eq(appUser.passwordHash, verified)))
      .returning();
    if (!person) throw conflict("Your password was changed in another place meanwhile");
    await reenter(tx, person.id, personEntries(person));
    await endOtherSessions(tx, person.id, sessionOf(principal));
    await endSecondSteps(tx, person.id);
    return {};
  },
});

/** DELETE /me/sessions/{id}: ends a session of the signed-in person. Throws `not_found` for those of others. */
export const endOwnSession = defineCommand({
  method: "DELETE",
  path: "/me/sessions/{id}",
  embed: "account",
  summary: "Sign the person out on one device",
  permission: "own-account:update",
  status: 200,
  input: nothing,
  done: "Session ended",
  body: nothing,
  async execute({ tx, principal, params }) {
    await namedRecord(params, "Session", async (id) => {
      const ended = await endSessions(tx, principal.actor.id, [id]);
      return ended > 0 ? [id] : [];
    });
    return {};
  },
});

/** DELETE /me/sessions: ends all sessions of the signed-in person but the present one. */
export const endOwnOtherSessions = defineCommand({
  method: "DELETE",
  path: "/me/sessions",
  embed: "account",
  summary: "Sign the person out on all other devices",
  permission: "own-account:update",
  status: 200,
  input: nothing,
  done: "Other sessions ended",
  body: nothing,
  async execute({ tx, principal }) {
    await endOtherSessions(tx, principal.actor.id, sessionOf(principal));
    return {};
  },
});

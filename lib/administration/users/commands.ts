import { eq } from "drizzle-orm";
import { z } from "zod";
import { appUser } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { type CommandContext, defineCommand } from "#lib/definitions/command";
import { conflict, conflicting } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import { namedRecord } from "#lib/kernel/named-record";
import { canMail } from "#lib/mail/queue-mail";
import { changedFields } from "#lib/security/audit/changed-fields";
import { personEntries, reenter } from "#lib/security/credentials/directory";
import { invitationAddress, inviteUser, newInvitation } from "#lib/sign-in/invitation";
import { peopleWithFactor } from "#lib/sign-in/second-factor/factors";
import { changeMember } from "./change-member.ts";
import { mailInvitation, type NewInvitation } from "./mail-invitation.ts";
import { invitationModel, newUserInput, type UserModel, userChange, userModel } from "./model.ts";
import { toUser } from "./queries.ts";
import { removeSecondFactor } from "./remove-second-factor.ts";

type Row = typeof appUser.$inferSelect;

/** Returns the organization's user of the request's path, locked. Throws `not_found`. */
const named = ({ tx, params }: Pick<CommandContext<unknown>, "tx" | "params">) =>
  namedRecord(params, "User", (id) => tx.select().from(appUser).where(eq(appUser.id, id)).for("update"));

/**
 * Throws `conflict` for a person of several organizations: an admin who sets their password or removes their second factor could
 * sign in to the other organizations as them.
 */
function assertOwnOnly({ homeUserId }: Row): void {
  if (homeUserId === null) return;
  throw conflict(
    "This person signs in to several organizations: only they can change their password and second factor, on the page Your account or by “Forgot your password?”",
  );
}

/** Returns the fields of a person that the audit log shows before and after a change. */
const auditedOf = ({ name, role, deactivatedAt }: Row) => ({
  name,
  role,
  may_sign_in: deactivatedAt === null,
});

/** Returns a person as the API shows them. */
async function shown(tx: Transaction, user: Row): Promise<UserModel> {
  return toUser(user, (await peopleWithFactor(tx, [user.id])).has(user.id));
}

/** Builds the response with a user and the link for choosing a password. */
const withInvitation = (user: UserModel, { token, expiresAt }: NewInvitation) => ({
  user,
  invitation: { url: invitationAddress(token), expires_at: expiresAt.toISOString(), mailed: canMail() },
});

/** POST /users: invites a user; the link for choosing a password works once, within 7 days. */
export const createUser = defineCommand({
  method: "POST",
  path: "/users",
  embed: "account",
  summary: "Invite a person",
  description:
    "Only this response contains the invitation link, which is also mailed to the person if the operator has configured mail (`mailed`). The link lets the person choose a password within 7 days. An address that already has access to this organization is refused with 409. Other organizations may have invited the same address: the person then joins this one with the sign-in that they have, or chooses a password for this one, which selects it.",
  permission: "users:create",
  by: "person",
  status: 201,
  secret: true,
  input: newUserInput,
  done: "Person invited",
  body: z.object({ user: userModel, invitation: invitationModel }),
  made: ({ user }) => user.id,
  async execute({ tx, principal: { organizationId }, input }) {
    const invited = await inviteUser(tx, organizationId, input);
    if (!invited)
      throw conflicting(
        problem("email", "already has access or is invited", `${input.email} already has access or is invited`),
      );
    await mailInvitation(tx, invited.user, invited);
    return withInvitation(toUser(invited.user, false), invited);
  },
});

/**
 * POST /users/{id}/invitation: issues a new link for choosing a password, for invited users and forgotten passwords.
 */
export const inviteAgain = defineCommand({
  method: "POST",
  path: "/users/{id}/invitation",
  embed: "account",
  summary: "Create a new link for choosing a password",
  description:
    "Earlier links become invalid. An existing password stays valid until the link is used, which ends the person's sessions. 409 for a person who signs in to several organizations: they use the link that the sign-in page mails.",
  permission: "users:update",
  by: "person",
  status: 201,
  secret: true,
  input: z.object({}),
  done: "Invitation created",
  body: z.object({ user: userModel, invitation: invitationModel }),
  async execute(context) {
    const person = await named(context);
    if (person.deactivatedAt) throw conflict("This person is deactivated");
    assertOwnOnly(person);
    const invitation = newInvitation();
    await context.tx
      .update(appUser)
      .set({ invitationHash: invitation.hash, invitationExpiresAt: invitation.expiresAt })
      .where(eq(appUser.id, person.id));
    await reenter(context.tx, person.id, personEntries({ ...person, invitationHash: invitation.hash }));
    await mailInvitation(context.tx, person, invitation);
    return withInvitation(await shown(context.tx, person), invitation);
  },
});

/**
 * PATCH /users/{id}: changes name, role and whether the user may sign in. A change of role or a deactivation ends the
 * user's sessions within seconds. Users cannot remove their own access, and one admin always remains.
 */
export const updateUser = defineCommand({
  method: "PATCH",
  path: "/users/{id}",
  embed: "account",
  summary: "Change a person's role, or deactivate or reactivate them",
  description:
    "A change of role and a deactivation end the person's sessions in this organization within 5 seconds, a deactivation also their MCP tokens for good. Users cannot change their own role or deactivate themselves, and the last admin keeps the role: 409.",
  permission: "users:update",
  by: "person",
  status: 200,
  input: userChange,
  done: "Person changed",
  body: z.object({ user: userModel }),
  async execute(context) {
    const { tx, input, principal } = context;
    const find = async () => {
      const row = await named(context);
      const isOwn = row.id === principal.actor.id;
      if (isOwn && input.role !== undefined && input.role !== row.role)
        throw conflict("You cannot change your own role");
      if (isOwn && input.active === false) throw conflict("You cannot deactivate yourself");
      return row;
    };
    const { before, changed, unbound } = await changeMember(tx, find, input);
    const bound = { bound_by_directory: unbound };
    const unboundNow = { bound_by_directory: false };
    context.note(
      changedFields(before.name, { ...auditedOf(before), ...bound }, { ...auditedOf(changed), ...unboundNow }),
    );
    return { user: await shown(tx, changed) };
  },
});

/**
 * DELETE /users/{id}/second-factor: removes a person's second factors, for a lost phone or key. Ends the person's
 * sessions. Nobody removes their own this way: a stolen session must not be enough.
 */
export const resetSecondFactor = defineCommand({
  method: "DELETE",
  path: "/users/{id}/second-factor",
  embed: "account",
  summary: "Remove a person's second factor",
  description:
    "Removes authenticator app, passkeys and recovery codes, and ends the person's sessions within 5 seconds. If the organization requires a second factor, the person sets up a new one at the next sign-in. 409 for the caller's own, for a person without one and for one who signs in to several organizations.",
  permission: "users:update",
  by: "person",
  status: 200,
  input: z.object({}),
  done: "Second factor removed",
  body: z.object({ user: userModel }),
  async execute(context) {
    const { tx, principal, note } = context;
    const person = await named(context);
    if (person.id === principal.actor.id) throw conflict("You remove your own on the page Your account");
    assertOwnOnly(person);
    const changed = await removeSecondFactor(tx, person, principal.actor.name);
    if (!changed) throw conflict("This person has no second factor");
    note({ record: person.name });
    return { user: toUser(changed, false) };
  },
});

import { and, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import { z } from "zod";
import { appUser, organization } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { type CommandContext, defineCommand } from "#lib/definitions/command";
import { ApiError, invalid } from "#lib/kernel/api-error";
import { problem } from "#lib/kernel/field-error";
import { newId } from "#lib/kernel/id";
import { namedRecord } from "#lib/kernel/named-record";
import type { Principal } from "#lib/kernel/principal";
import { alert } from "#lib/mail/alert";
import { canMail, pageAddress, queueMail } from "#lib/mail/queue-mail";
import { changedFields } from "#lib/security/audit/changed-fields";
import { personEntries, reenter } from "#lib/security/credentials/directory";
import { endGrounds } from "#lib/security/credentials/grounds";
import { hashToken } from "#lib/security/credentials/token-hash";
import { invitationAddress, inviteUser, newInvitation } from "#lib/sign-in/invitation";
import { peopleWithFactor, removeFactors } from "#lib/sign-in/second-factor/factors";
import { invitationModel, newUserInput, type UserModel, userChange, userModel } from "./model.ts";
import { toUser } from "./queries.ts";

type Row = typeof appUser.$inferSelect;

const conflict = (message: string) => new ApiError(409, message);

/** Returns the organization's user of the request's path, locked. Throws 404. */
const named = ({ tx, params }: Pick<CommandContext<unknown>, "tx" | "params">) =>
  namedRecord(params, "User", (id) => tx.select().from(appUser).where(eq(appUser.id, id)).for("update"));

/** Locks the admins who can sign in, in a fixed order, so that two of them cannot remove each other's role at once. */
async function lockAdmins(tx: Transaction): Promise<Set<string>> {
  const admins = await tx
    .select({ id: appUser.id })
    .from(appUser)
    .where(
      and(
        eq(appUser.role, "admin"),
        isNull(appUser.deactivatedAt),
        or(isNotNull(appUser.passwordHash), isNotNull(appUser.identitySubject)),
      ),
    )
    .orderBy(appUser.id)
    .for("update");
  return new Set(admins.map(({ id }) => id));
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

/** A new invitation's token and its end. */
interface NewInvitation {
  token: string;
  expiresAt: Date;
}

/** Queues the mail with an invitation's link, if mail can be sent. */
async function mailInvitation(tx: Transaction, { id, organizationId }: Row, { token, expiresAt }: NewInvitation) {
  const [of] = await tx.select({ name: organization.name }).from(organization);
  const facts = { organization: of?.name ?? "", link: invitationAddress(token) };
  const cause = `invitation:${hashToken(token)}`;
  await queueMail(tx, { organizationId, userId: id, kind: "invitation", cause, facts, until: expiresAt });
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
    "Only this response contains the invitation link, which is also mailed to the person if the operator has configured mail (`mailed`). The link lets the person choose a password within 7 days. An address that already has access to this organization is refused with 409. Other organizations may have invited the same address: the password then selects the account, and the account invited first if both have the same password.",
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
      throw invalid(
        problem("email", "already has access or is invited", `${input.email} already has access or is invited`),
        409,
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
    "Earlier links become invalid. An existing password stays valid until the link is used, which ends the person's sessions.",
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
    "A change of role and a deactivation end the person's sessions within 5 seconds. Users cannot change their own role or deactivate themselves, and the last admin keeps the role: 409.",
  permission: "users:update",
  by: "person",
  status: 200,
  input: userChange,
  done: "Person changed",
  body: z.object({ user: userModel }),
  async execute(context) {
    const { tx, input, principal } = context;
    const admins = input.role === "staff" || input.active === false ? await lockAdmins(tx) : new Set<string>();
    const before = await named(context);
    const changesRole = input.role !== undefined && input.role !== before.role;
    const deactivates = input.active === false && before.deactivatedAt === null;
    const isOwn = before.id === principal.actor.id;
    if (isOwn && changesRole) throw conflict("You cannot change your own role");
    if (isOwn && deactivates) throw conflict("You cannot deactivate yourself");
    const isLast = admins.size === 1 && admins.has(before.id);
    if (isLast && changesRole) throw conflict("The last admin cannot be made staff");
    if (isLast && deactivates) throw conflict("The last admin cannot be deactivated");

    const [changed] = await tx
      .update(appUser)
      .set({
        name: input.name ?? before.name,
        role: input.role ?? before.role,
        ...(input.active === undefined
          ? {}
          : { deactivatedAt: input.active ? null : (before.deactivatedAt ?? new Date()) }),
        ...(deactivates
          ? { invitationHash: null, invitationExpiresAt: null, resetHash: null, resetExpiresAt: null }
          : {}),
        ...(changesRole || deactivates ? { sessionVersion: sql`${appUser.sessionVersion} + 1` } : {}),
      })
      .where(eq(appUser.id, before.id))
      .returning();
    if (!changed) throw new Error("The person was not written");
    context.note(changedFields(before.name, auditedOf(before), auditedOf(changed)));
    if (deactivates) await reenter(tx, changed.id, personEntries(changed));
    if (changesRole || deactivates) endGrounds(tx, `person:${changed.id}`);
    return { user: await shown(tx, changed) };
  },
});

/** Tells the person, and the admins who have chosen it, that somebody removed the person's second factor. */
async function mailRemoval(tx: Transaction, { id, organizationId, name }: Row, { actor }: Principal) {
  const [of] = await tx.select({ name: organization.name }).from(organization);
  const cause = newId();
  const facts = { organization: of?.name ?? "", link: pageAddress("/"), person: actor.name };
  await queueMail(tx, { organizationId, userId: id, kind: "own_factor_removed", cause, facts });
  await alert(tx, { organizationId, linkedAccountId: null }, "second_factor_reset", { person: name, cause });
}

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
    "Removes authenticator app, passkeys and recovery codes, and ends the person's sessions within 5 seconds. If the organization requires a second factor, the person sets up a new one at the next sign-in. 409 for the caller's own, and for a person without one.",
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
    const removed = await removeFactors(tx, person.id);
    if (removed.length === 0) throw conflict("This person has no second factor");
    const [changed] = await tx
      .update(appUser)
      .set({ sessionVersion: sql`${appUser.sessionVersion} + 1` })
      .where(eq(appUser.id, person.id))
      .returning();
    if (!changed) throw new Error("The person was not written");
    note({ record: person.name });
    await mailRemoval(tx, person, principal);
    endGrounds(tx, `person:${person.id}`);
    return { user: toUser(changed, false) };
  },
});

import { and, eq, ne } from "drizzle-orm";
import { changeMember, type MemberChange } from "#lib/administration/users/change-member";
import { mailInvitation } from "#lib/administration/users/mail-invitation";
import { type AuditDetail, appUser } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { present } from "#lib/kernel/clock";
import { writeAudit } from "#lib/security/audit/audit-log";
import { changedFields } from "#lib/security/audit/changed-fields";
import { organizationEntry } from "#lib/security/audit/organization-entry";
import { withCaller } from "#lib/security/credentials/standing";
import { inviteUser } from "#lib/sign-in/invitation";
import type { ScimCaller } from "./caller.ts";
import { seenUser } from "./find-users.ts";
import type { GivenUser } from "./given-user.ts";
import { ScimError } from "./scim-error.ts";
import { toUserResource } from "./user-resource.ts";

type User = typeof appUser.$inferSelect;

/** The request that a change belongs to, for the audit log. */
export interface ScimRequest {
  caller: ScimCaller;
  /** Method and route template. */
  route: string;
  address: string | null;
}

const taken = (what: string) => new ScimError(409, "uniqueness", `${what} belongs to another user`);

/** Runs a change in the caller's organization, with its audit entry. */
const inOrganization = <Result>({ caller }: ScimRequest, work: (tx: Transaction) => Promise<Result>): Promise<Result> =>
  withCaller(
    { standing: { scim_token: caller.id } },
    { organizationId: caller.organizationId, linkedAccountId: null },
    work,
  );

const note = (
  tx: Transaction,
  { caller, route, address }: ScimRequest,
  { action, status, user, detail }: { action: string; status: number; user: User; detail: AuditDetail },
) =>
  writeAudit(
    tx,
    organizationEntry({
      organizationId: caller.organizationId,
      actor: { kind: "scim_token", id: caller.id, name: caller.name },
      action,
      route,
      status,
      resource: user.id,
      detail,
      address,
    }),
  );

const auditedOf = ({ name, role, deactivatedAt }: User) => ({ name, role, may_sign_in: deactivatedAt === null });

/** Returns the role that the directory decides on; undefined if it decides on none. */
function roleOf({ adminRole }: ScimCaller, { roles }: GivenUser): MemberChange["role"] {
  if (adminRole === null || roles === undefined) return undefined;
  return roles.includes(adminRole) ? "admin" : "staff";
}

/** Sets the directory's own id of a user. Throws 409 if another one has it. */
async function setExternalId(tx: Transaction, user: User, externalId: string | null | undefined): Promise<User> {
  if (externalId === undefined || externalId === user.externalId) return user;
  if (externalId !== null) {
    const [other] = await tx
      .select({ id: appUser.id })
      .from(appUser)
      .where(and(eq(appUser.externalId, externalId), ne(appUser.id, user.id)));
    if (other) throw taken("externalId");
  }
  const [changed] = await tx.update(appUser).set({ externalId }).where(eq(appUser.id, user.id)).returning();
  return changed ?? user;
}

/** Returns the organization's user with this address, locked. */
async function withAddress(tx: Transaction, email: string): Promise<User | undefined> {
  const [user] = await tx.select().from(appUser).where(eq(appUser.email, email)).for("update");
  return user;
}

/**
 * Answers POST /Users: invites a person, by mail if the operator has configured it, as **Invite a person** does. One whom
 * the directory had removed comes back. Throws 409 `uniqueness` for an address that the organization has.
 */
export async function createUser(request: ScimRequest, given: GivenUser) {
  const { userName: email, name, externalId, active = true } = given;
  if (email === undefined) throw new ScimError(400, "invalidValue", "userName is required");
  const { caller } = request;
  const role = roleOf(caller, given) ?? "staff";
  return inOrganization(request, async (tx) => {
    const invited = await inviteUser(tx, caller.organizationId, { email, name, role });
    const removed = invited ? null : await withAddress(tx, email);
    if (!invited && !removed?.removedAt) throw taken("userName");
    if (invited && active) await mailInvitation(tx, invited.user, invited);
    const find = async () => (await withAddress(tx, email)) ?? Promise.reject(taken("userName"));
    const { changed } = await changeMember(tx, find, { name, role, active });
    const user = await setExternalId(tx, await seenAgain(tx, changed), externalId);
    await note(tx, request, { action: "scim:create", status: 201, user, detail: { record: user.name } });
    return toUserResource(user);
  });
}

/** A user who comes back inactive is seen by the directory all the same. */
async function seenAgain(tx: Transaction, user: User): Promise<User> {
  if (!user.removedAt) return user;
  const [seen] = await tx.update(appUser).set({ removedAt: null }).where(eq(appUser.id, user.id)).returning();
  return seen ?? user;
}

/**
 * Answers PUT and PATCH /Users/{id}. A deactivation ends the user's sessions, streams and MCP tokens of this organization
 * in the same transaction. Throws 404, and 400 `mutability` for another userName.
 */
export async function changeUser(request: ScimRequest, id: string, given: GivenUser) {
  return inOrganization(request, async (tx) => {
    const { name, active } = given;
    const role = roleOf(request.caller, given);
    const { before, changed } = await changeMember(tx, () => seenUser(tx, id, "update"), { name, active, role });
    if (given.userName !== undefined && given.userName !== changed.email) {
      throw new ScimError(400, "mutability", "userName cannot be changed: the person signs in with it");
    }
    const user = await setExternalId(tx, changed, given.externalId);
    const detail = changedFields(before.name, auditedOf(before), auditedOf(user));
    await note(tx, request, { action: "scim:update", status: 200, user, detail });
    return toUserResource(user);
  });
}

/**
 * Answers DELETE /Users/{id}: deactivates the user, whom the audit log still names, and hides them from the directory.
 */
export async function removeUser(request: ScimRequest, id: string): Promise<void> {
  await inOrganization(request, async (tx) => {
    const { changed } = await changeMember(tx, () => seenUser(tx, id, "update"), { active: false });
    const gone = { removedAt: present(), externalId: null };
    await tx.update(appUser).set(gone).where(eq(appUser.id, changed.id));
    await note(tx, request, {
      action: "scim:remove",
      status: 204,
      user: changed,
      detail: { record: changed.name },
    });
  });
}

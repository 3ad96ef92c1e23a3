import { isDeepStrictEqual } from "node:util";
import { and, eq, ne, sql } from "drizzle-orm";
import { becomeAnother } from "#lib/administration/users/another-person";
import { changeLocked, type MemberChange } from "#lib/administration/users/change-member";
import { assertAdminRemains, lockAdmins } from "#lib/administration/users/last-admin";
import { mailInvitation } from "#lib/administration/users/mail-invitation";
import { renameMember } from "#lib/administration/users/rename-member";
import { type AuditDetail, appUser } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { brokenConstraint } from "#lib/db/unavailable";
import { present } from "#lib/kernel/clock";
import { addressKey } from "#lib/kernel/email-address";
import { writeAudit } from "#lib/security/audit/audit-log";
import { changedFields } from "#lib/security/audit/changed-fields";
import { organizationEntry } from "#lib/security/audit/organization-entry";
import { withCaller } from "#lib/security/credentials/standing";
import { inviteUser } from "#lib/sign-in/invitation";
import { unbindDirectoryId } from "#lib/sign-in/own-provider/unbind";
import { assertAdminIsKept, isDeparture } from "./admins.ts";
import type { ScimCaller } from "./caller.ts";
import { activeOf, addressOf, type Document, externalIdOf, rolesOf, shownNameOf, type UserChange } from "./document.ts";
import { hasUserName, seenUser } from "./find-users.ts";
import { ScimError } from "./scim-error.ts";
import { documentOf, hasName, storedAttributes, toUserResource } from "./user-resource.ts";
import { assertVersion } from "./version.ts";

type User = typeof appUser.$inferSelect;

/** The request that a change belongs to, for the audit log. */
export interface ScimRequest {
  caller: ScimCaller;
  /** Method and route template. */
  route: string;
  address: string | null;
  /** The `If-Match` header. */
  ifMatch: string | null;
}

const taken = (what: string) => new ScimError("uniqueness", `${what} belongs to another user; nothing was saved`);

/** Runs a change in the caller's organization, with its audit entry. */
const inOrganization = <Result>({ caller }: ScimRequest, work: (tx: Transaction) => Promise<Result>): Promise<Result> =>
  withCaller(
    { standing: { scim_token: caller.id } },
    { organizationId: caller.organizationId, linkedAccountId: null },
    async (tx) => {
      // Names and ids are looked at before they are given: one change of the organization's directory after the other.
      await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`scim/${caller.organizationId}`}, 0))`);
      return work(tx);
    },
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

const auditedOf = (user: User) => ({
  name: user.name,
  role: user.role,
  may_sign_in: user.deactivatedAt === null,
  user_name: user.userName ?? user.email,
  external_id: user.externalId,
});

/** Returns the role that the directory decides on; undefined if it decides on none. */
function roleOf({ adminRole }: ScimCaller, before: Document, after: Document, sent: boolean): MemberChange["role"] {
  const isLeftOut = rolesOf(after) === undefined && rolesOf(before) !== undefined;
  if (adminRole === null || !(sent || isLeftOut)) return undefined;
  return rolesOf(after)?.includes(adminRole) ? "admin" : "staff";
}

/** Throws 409 if another user, deactivated or removed ones too, has this address or `userName`. */
async function assertFree(tx: Transaction, user: User, key: string): Promise<void> {
  const [other] = await tx
    .select({ id: appUser.id })
    .from(appUser)
    .where(and(hasUserName(key), ne(appUser.id, user.id)));
  if (other) throw taken("userName");
}

/**
 * Gives a user the directory's `userName`. The address with which the person signs in becomes the same, unless it opens
 * other organizations, too: those have no part in it. Throws 409 for a name that another user has.
 */
async function rename(tx: Transaction, user: User, { caller }: ScimRequest, after: Document): Promise<User> {
  const key = addressOf(after);
  if (key === addressKey(user.userName ?? user.email)) return user;
  await assertFree(tx, user, key);
  if (user.homeUserId === null) {
    const name = shownNameOf(after) ?? (hasName(user) ? user.name : key);
    return renameMember(tx, user, { email: key, name }, caller.name).catch((error: unknown) => {
      // An admin has invited somebody with the address since.
      throw brokenConstraint(error) === "app_user_email_index" ? taken("userName") : error;
    });
  }
  const userName = key === user.email ? null : key;
  const [changed] = await tx.update(appUser).set({ userName }).where(eq(appUser.id, user.id)).returning();
  return changed ?? user;
}

/**
 * Sets the directory's own id of a user, and ends the binding to the organization's own provider that the former one has
 * made. `admins` were all that could sign in. Throws 409 if another one has the id, and if no admin could sign in any more.
 */
async function setExternalId(
  tx: Transaction,
  user: User,
  request: ScimRequest,
  externalId: string | null,
  admins: ReadonlySet<string>,
): Promise<User> {
  const mayMakeAdmins = request.caller.adminRole !== null;
  const isSame = externalId === user.externalId;
  if (isSame && (user.externalIdVouched || !mayMakeAdmins)) return user;
  if (externalId !== null) {
    const [other] = await tx
      .select({ id: appUser.id })
      .from(appUser)
      .where(and(eq(appUser.externalId, externalId), ne(appUser.id, user.id)));
    if (other) throw taken("externalId");
  }
  const former = knownId(user);
  const [changed] = await tx
    .update(appUser)
    .set({
      externalId,
      externalIdVouched: externalId !== null && mayMakeAdmins,
      formerExternalId: externalId === null ? former : null,
    })
    .where(eq(appUser.id, user.id))
    .returning();
  if (!isSame && (await unbindDirectoryId(tx, user.id))) {
    await assertAdminRemains(tx, admins, false);
    await noteUnbound(tx, request, user);
  }
  return changed ?? user;
}

const noteUnbound = (tx: Transaction, request: ScimRequest, user: User) =>
  note(tx, request, { action: "identity:unbind", status: 200, user, detail: { record: user.name } });

/** The id by which the directory knows, or last knew, a user. */
const knownId = ({ externalId, formerExternalId }: User): string | null => externalId ?? formerExternalId;

/** Returns whether the directory gives a user another id than the one by which it has known them: it means another person. */
const isAnotherId = (user: User, after: Document, sent: ReadonlySet<string>): boolean => {
  const given = sent.has("externalId") ? externalIdOf(after) : null;
  return given !== null && knownId(user) !== null && given !== knownId(user);
};

/** Makes a user another person (see `becomeAnother`), with an audit entry of its own. */
async function replacePerson(tx: Transaction, request: ScimRequest, user: User, admins: ReadonlySet<string>) {
  if (await unbindDirectoryId(tx, user.id)) await noteUnbound(tx, request, user);
  const another = await becomeAnother(tx, user, admins);
  await note(tx, request, { action: "identity:replace", status: 200, user, detail: { record: another.name } });
  return another;
}

/** Stores what a request says of a user beside role, name and deactivation, which `changeLocked` has stored. */
async function store(
  tx: Transaction,
  given: User,
  request: ScimRequest,
  { after, sent, admins }: { after: Document; sent: ReadonlySet<string>; admins: ReadonlySet<string> },
) {
  const renamed = await rename(tx, given, request, after);
  const user = sent.has("externalId")
    ? await setExternalId(tx, renamed, request, externalIdOf(after), admins)
    : renamed;
  const attributes = storedAttributes(given, after, sent);
  if (user === given && isDeepStrictEqual(attributes, given.directoryAttributes)) return user;
  const [changed] = await tx
    .update(appUser)
    .set({ directoryAttributes: attributes, removedAt: null, modifiedAt: sql`now()` })
    .where(eq(appUser.id, user.id))
    .returning();
  return changed ?? user;
}

/**
 * Answers POST /Users: invites a person, by mail if the operator has configured it, as **Invite a person** does. One whom
 * the directory had removed comes back, as staff unless the directory makes them an admin, and as another person if it
 * gives them another id. Throws 409 `uniqueness` for an
 * address that the organization has.
 */
export async function createUser(request: ScimRequest, { sent, of }: UserChange) {
  const { caller } = request;
  const given = of({});
  const [email, name, active] = [addressOf(given), shownNameOf(given), activeOf(given) ?? true];
  const role = roleOf(caller, {}, given, sent.has("roles")) ?? "staff";
  return inOrganization(request, async (tx) => {
    const admins = await lockAdmins(tx);
    const invited = await inviteUser(tx, caller.organizationId, { email, name, role });
    const [found] = await tx.select().from(appUser).where(eq(appUser.email, email)).for("update");
    if (!found || (!invited && !found.removedAt)) throw taken("userName");
    await assertFree(tx, found, email);
    if (invited && active) await mailInvitation(tx, invited.user, invited);
    const { changed } = await changeLocked(tx, found, admins, { name, role, active });
    // Of a user who was removed, the address alone says nothing.
    const isAnother = !invited && knownId(found) !== externalIdOf(given);
    const person = isAnother ? await replacePerson(tx, request, changed, admins) : changed;
    const user = await store(tx, person, request, { after: given, sent, admins });
    await note(tx, request, { action: "scim:create", status: 201, user, detail: { record: user.name } });
    return toUserResource(user);
  });
}

/** Returns the name that colleagues see if the directory has changed it; undefined if the present one stays. */
function nameAfter(before: Document, after: Document): string | undefined {
  const name = shownNameOf(after);
  return name === shownNameOf(before) ? undefined : name;
}

/**
 * Answers PUT and PATCH /Users/{id}. A deactivation ends the user's sessions, streams and MCP tokens of this organization
 * in the same transaction. Throws 404, 412 for another version, 403 for what a token may not change of an admin, and 409.
 */
export async function changeUser(request: ScimRequest, id: string, { sent, of }: UserChange) {
  const { caller } = request;
  return inOrganization(request, async (tx) => {
    const admins = await lockAdmins(tx);
    const user = await seenUser(tx, id, "update");
    assertVersion(request.ifMatch, toUserResource(user).meta.version);
    const before = documentOf(user);
    const after = of(before);
    assertAdminIsKept(caller, user, before, after);
    const departs = caller.adminRole === null && isDeparture(before, after);
    const role = departs ? "staff" : roleOf(caller, before, after, sent.has("roles"));
    const member = { name: nameAfter(before, after), active: activeOf(after), role };
    const { changed, unbound } = await changeLocked(tx, user, admins, member);
    if (unbound) await noteUnbound(tx, request, user);
    const person = isAnotherId(user, after, sent) ? await replacePerson(tx, request, changed, admins) : changed;
    const stored = await store(tx, person, request, { after, sent, admins });
    const detail = changedFields(user.name, auditedOf(user), auditedOf(stored));
    await note(tx, request, { action: "scim:update", status: 200, user: stored, detail });
    return toUserResource(stored);
  });
}

/**
 * Answers DELETE /Users/{id}: deactivates the user, whom the audit log still names, and hides them from the directory.
 */
export async function removeUser(request: ScimRequest, id: string): Promise<void> {
  await inOrganization(request, async (tx) => {
    const admins = await lockAdmins(tx);
    const user = await seenUser(tx, id, "update");
    assertVersion(request.ifMatch, toUserResource(user).meta.version);
    const { changed } = await changeLocked(tx, user, admins, { active: false });
    if (await unbindDirectoryId(tx, changed.id)) await noteUnbound(tx, request, changed);
    const gone = { removedAt: present(), externalId: null, externalIdVouched: false, userName: null };
    const formerExternalId = knownId(changed);
    await tx
      .update(appUser)
      .set({ ...gone, formerExternalId, directoryAttributes: null })
      .where(eq(appUser.id, changed.id));
    await note(tx, request, {
      action: "scim:remove",
      status: 204,
      user: changed,
      detail: { record: changed.name },
    });
  });
}

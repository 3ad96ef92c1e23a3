import type { appUser } from "#lib/db/schema";
import type { Standing } from "#lib/kernel/principal";
import { hashToken } from "#lib/security/credentials/token-hash";

// A person of several organizations is a user in each. One of them, their home, has the password and the second factors;
// the others name it. All have the same email address, by which the directory finds them.

type User = typeof appUser.$inferSelect;

/** A user by their ids, at the organization where a person has their password and second factors, and their digest. */
export interface HomeCredentials {
  userId: string;
  organizationId: string;
  mark: string;
}

/** A person in one of their organizations: whom a session is for. */
export interface Member {
  userId: string;
  organizationId: string;
  name: string;
  sessionVersion: number;
  /** The user with the person's password, and its digest (see `homeMark`); null if the sign-in needed none. */
  home: HomeCredentials | null;
}

/** A person who may sign in: the user at their home, which has the password and the second factors. */
export interface Person extends Member {
  email: string;
  /** Null until the person has chosen a password. */
  passwordHash: string | null;
  /** The organization in which a session begins: home, unless the person belongs to several. */
  opens: Member;
}

/** A user with the name of their organization. */
export interface Membership {
  user: User;
  organizationName: string;
}

/** Returns whether a user has credentials of their own: true for everyone who belongs to one organization. */
export const isAtHome = ({ id, homeUserId }: Pick<User, "id" | "homeUserId">): boolean =>
  homeUserId === null || homeUserId === id;

/**
 * Returns the digest of the home user's password hash, and of how often credentials were taken from them. Sessions in the
 * person's other organizations carry it, so a new password ends them without a write in those organizations. The check before a
 * commit (`stillStands`) makes the same one in SQL.
 */
export const homeMark = ({
  passwordHash,
  credentialsVersion,
}: Pick<User, "passwordHash" | "credentialsVersion">): string =>
  hashToken(["home", passwordHash ?? "", ...(credentialsVersion > 0 ? [credentialsVersion] : [])].join("\n"));

/** Returns what a write rests on that a person's password has allowed, wherever it is written. */
export const standingAtHome = ({ home }: Pick<Member, "home">): Standing =>
  home ? { at_home: { organization: home.organizationId, person: home.userId, mark: home.mark } } : {};

/** Returns a user as a member whose sessions depend on the password at `home`. */
export const memberOf = (user: User, home: User): Member => ({
  userId: user.id,
  organizationId: user.organizationId,
  name: user.name,
  sessionVersion: user.sessionVersion,
  home: { userId: home.id, organizationId: home.organizationId, mark: homeMark(home) },
});

/** Returns the memberships of the person with this home in which they are active, home first. */
export const activeMemberships = (homeId: string, memberships: readonly Membership[]): Membership[] =>
  memberships
    .filter(({ user }) => user.deactivatedAt === null && (user.homeUserId ?? user.id) === homeId)
    .sort((one, other) => Number(other.user.id === homeId) - Number(one.user.id === homeId));

const lastUsed = ({ user }: Membership): number => user.lastSignedInAt?.getTime() ?? 0;

/**
 * Returns the person whose home this is, opening the organization that they used last. Null if they are active in none.
 */
export function personOf(home: User, memberships: readonly Membership[]): Person | null {
  const [first, ...others] = activeMemberships(home.id, memberships);
  if (!first) return null;
  const latest = others.reduce((one, other) => (lastUsed(other) > lastUsed(one) ? other : one), first);
  const { email, passwordHash } = home;
  return { ...memberOf(home, home), email, passwordHash, opens: memberOf(latest.user, home) };
}

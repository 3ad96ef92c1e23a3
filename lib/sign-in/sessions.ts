import { and, eq, inArray, lt, ne, sql } from "drizzle-orm";
import { type AuditDetail, appSession, appUser } from "#lib/db/schema";
import { type Transaction, withTenant } from "#lib/db/tenant";
import { present } from "#lib/kernel/clock";
import { newId } from "#lib/kernel/id";
import { logger } from "#lib/kernel/logger";
import type { Standing } from "#lib/kernel/principal";
import { writeAudit } from "#lib/security/audit/audit-log";
import { organizationEntry } from "#lib/security/audit/organization-entry";
import { endGrounds } from "#lib/security/credentials/grounds";
import { assertStands, whileStanding } from "#lib/security/credentials/standing";
import { deviceWords } from "./device-words.ts";
import { type Member, type Person, standingAtHome } from "./person.ts";
import { lockPerson } from "./second-factor/factors.ts";
import { MAX_SESSION_SECONDS, type SessionToken } from "./session-token.ts";

/** The request with which a person signed in. */
export interface SignInRequest {
  /** Method and template. */
  route: string;
  address: string | null;
  /** The `User-Agent` header. */
  userAgent: string | null;
}

interface Beginning {
  /** Of the audit entry. */
  detail?: AuditDetail;
  /** True for a session that opens no other organization. */
  confined?: boolean;
  /** True for one that the deployment's provider has opened. */
  vouched?: boolean;
  /** When the person was authenticated: now by default. */
  signedInAt?: Date;
  /** What the person's present session rests on, if this one follows it. */
  after?: Standing;
}

/**
 * Begins a session of a person who was authenticated, in the caller's transaction. Stores it with its audit entry;
 * deletes the person's old ones. Throws `unauthenticated` if what was proven has ended meanwhile.
 */
export async function beginSessionIn(
  tx: Transaction,
  member: Member,
  { route, address, userAgent }: SignInRequest,
  { detail, confined = false, vouched = false, signedInAt = present(), after = {} }: Beginning = {},
): Promise<SessionToken> {
  const { userId, organizationId, sessionVersion, name, home } = member;
  const now = present();
  const sessionId = newId();
  const tooOld = new Date(now.getTime() - MAX_SESSION_SECONDS * 1_000);
  // Holds the user's row: what ends the person's authority here comes before this reading, or after the commit.
  await tx.update(appUser).set({ lastSignedInAt: now }).where(eq(appUser.id, userId));
  const standing = { person: userId, session_version: sessionVersion, ...standingAtHome(member), ...after };
  await whileStanding(() => assertStands(tx, { standing }));
  await tx.delete(appSession).where(and(eq(appSession.userId, userId), lt(appSession.startedAt, tooOld)));
  await tx.insert(appSession).values({
    id: sessionId,
    organizationId,
    userId,
    sessionVersion,
    homeMark: home && home.userId !== userId ? home.mark : null,
    confined,
    vouched,
    device: deviceWords(userAgent),
    address,
    startedAt: signedInAt,
    seenAt: now,
  });
  await writeAudit(
    tx,
    organizationEntry({
      organizationId,
      actor: { kind: "user", id: userId, name },
      action: "session:start",
      route,
      ...(detail && { detail }),
      address,
      at: now,
    }),
  );
  return { sessionId, userId, organizationId, sessionVersion, signedInAt: Math.floor(signedInAt.getTime() / 1_000) };
}

/** Begins a session of a person who was authenticated, in a transaction of its own (see beginSessionIn). */
export const beginSession = (member: Member, request: SignInRequest, beginning?: Beginning): Promise<SessionToken> =>
  withTenant({ organizationId: member.organizationId, linkedAccountId: null }, (tx) =>
    beginSessionIn(tx, member, request, beginning),
  );

/**
 * Runs `prove` at the person's home, and begins the session which it allows: in the same transaction if the session is
 * for that organization, after it otherwise. A process that dies between the two has used up the proof: the person
 * signs in again.
 */
export async function beginSessionAfter<Proven>(
  person: Person,
  request: SignInRequest,
  prove: (tx: Transaction) => Promise<{ proven: Proven; detail?: AuditDetail }>,
): Promise<{ session: SessionToken; proven: Proven }> {
  const { organizationId, opens } = person;
  const atHome = await withTenant({ organizationId, linkedAccountId: null }, async (tx) => {
    await lockPerson(tx, person.userId);
    const { proven, detail } = await prove(tx);
    const beginning = detail ? { detail } : {};
    const isHere = opens.organizationId === organizationId;
    return { proven, beginning, session: isHere ? await beginSessionIn(tx, opens, request, beginning) : null };
  });
  const session = atHome.session ?? (await beginSession(opens, request, atHome.beginning));
  return { session, proven: atHome.proven };
}

/** Stores that a session's browser was active, at most once a minute. A failure is logged: it must sign nobody out. */
export async function noteActivity({ sessionId, organizationId }: SessionToken): Promise<void> {
  try {
    await withTenant({ organizationId, linkedAccountId: null }, (tx) =>
      tx
        .update(appSession)
        .set({ seenAt: present() })
        .where(and(eq(appSession.id, sessionId), sql`${appSession.seenAt} < now() - interval '1 minute'`)),
    );
  } catch (error) {
    const { name, code } = error as NodeJS.ErrnoException;
    logger.warn({ error_name: name, code }, "the activity of a session was not stored");
  }
}

/** Ends sessions in the caller's transaction. Returns how many there were. */
async function end(tx: Transaction, condition: ReturnType<typeof and>): Promise<number> {
  const ended = await tx.delete(appSession).where(condition).returning({ id: appSession.id });
  endGrounds(tx, ...ended.map(({ id }) => `session:${id}` as const));
  return ended.length;
}

/** Ends sessions of a person by their ids, in the caller's transaction. Returns how many there were. */
export const endSessions = (tx: Transaction, userId: string, sessionIds: string[]): Promise<number> =>
  end(tx, and(eq(appSession.userId, userId), inArray(appSession.id, sessionIds)));

/** Ends all sessions of a person but one, in the caller's transaction. Returns how many there were. */
export const endOtherSessions = (tx: Transaction, userId: string, keptId: string): Promise<number> =>
  end(tx, and(eq(appSession.userId, userId), ne(appSession.id, keptId)));

/** Ends a session at sign-out; the person's sessions on other devices continue. */
export async function endSession({ sessionId, userId, organizationId }: SessionToken): Promise<void> {
  await withTenant({ organizationId, linkedAccountId: null }, (tx) => endSessions(tx, userId, [sessionId]));
}

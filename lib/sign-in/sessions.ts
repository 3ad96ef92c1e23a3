import { and, eq, inArray, lt, ne, sql } from "drizzle-orm";
import { type AuditDetail, appSession, appUser } from "#lib/db/schema";
import { type Transaction, withTenant } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import { logger } from "#lib/kernel/logger";
import { writeAudit } from "#lib/security/audit/audit-log";
import { endGrounds } from "#lib/security/credentials/grounds";
import { deviceWords } from "./device-words.ts";
import type { Person } from "./find-person.ts";
import { MAX_SESSION_SECONDS, type SessionToken } from "./session-token.ts";

/** The request with which a person signed in. */
export interface SignInRequest {
  /** Method and template. */
  route: string;
  address: string | null;
  /** The `User-Agent` header. */
  userAgent: string | null;
}

/**
 * Begins a session of a person who was authenticated, in the caller's transaction. Stores it with its audit entry;
 * deletes the person's old ones. `detail`: of the audit entry.
 */
export async function beginSessionIn(
  tx: Transaction,
  { userId, organizationId, sessionVersion, name }: Person,
  { route, address, userAgent }: SignInRequest,
  detail?: AuditDetail,
): Promise<SessionToken> {
  const now = new Date();
  const sessionId = newId();
  const tooOld = new Date(now.getTime() - MAX_SESSION_SECONDS * 1_000);
  await tx.delete(appSession).where(and(eq(appSession.userId, userId), lt(appSession.startedAt, tooOld)));
  await tx.insert(appSession).values({
    id: sessionId,
    organizationId,
    userId,
    sessionVersion,
    device: deviceWords(userAgent),
    address,
    startedAt: now,
    seenAt: now,
  });
  await tx.update(appUser).set({ lastSignedInAt: now }).where(eq(appUser.id, userId));
  await writeAudit(tx, {
    organizationId,
    linkedAccountId: null,
    actor: { kind: "user", id: userId, name },
    action: "session:start",
    route,
    status: 200,
    jobId: null,
    resource: null,
    patientMrn: null,
    ...(detail && { detail }),
    address,
    at: now,
  });
  return { sessionId, userId, organizationId, sessionVersion, signedInAt: Math.floor(now.getTime() / 1_000) };
}

/** Begins a session of a person who was authenticated, in a transaction of its own (see beginSessionIn). */
export const beginSession = (person: Person, request: SignInRequest): Promise<SessionToken> =>
  withTenant({ organizationId: person.organizationId, linkedAccountId: null }, (tx) =>
    beginSessionIn(tx, person, request),
  );

/** Stores that a session's browser was active, at most once a minute. A failure is logged: it must sign nobody out. */
export async function noteActivity({ sessionId, organizationId }: SessionToken): Promise<void> {
  try {
    await withTenant({ organizationId, linkedAccountId: null }, (tx) =>
      tx
        .update(appSession)
        .set({ seenAt: new Date() })
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

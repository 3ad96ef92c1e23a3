import { and, desc, eq, gt } from "drizzle-orm";
import { toUser } from "#lib/administration/users/queries";
import { appSession, appUser } from "#lib/db/schema";
import { defineQuery, noQuery } from "#lib/definitions/query";
import { presentMs } from "#lib/kernel/clock";
import { unauthorized } from "#lib/kernel/domain-error";
import { environment } from "#lib/kernel/environment";
import { isAtHome } from "#lib/sign-in/person";
import { factorsOf, requiresSecondFactor } from "#lib/sign-in/second-factor/factors";
import { passkeySite } from "#lib/sign-in/second-factor/passkey-site";
import { recoveryCodesLeft } from "#lib/sign-in/second-factor/recovery-codes";
import { MAX_SESSION_SECONDS } from "#lib/sign-in/session-token";
import { ownAccountModel } from "./model.ts";
import { ownMailsOf } from "./own-mails.ts";
import { sessionOf } from "./session-of.ts";
import { toSecondFactor } from "./to-second-factor.ts";

/** A browser's activity is stored once a minute, and its cookie outlives the idle time by one. */
const SLACK_MINUTES = 2;

/** GET /me: the signed-in person and the sessions in which they are signed in. */
export const getOwnAccount = defineQuery({
  path: "/me",
  embed: "account",
  summary: "Get the signed-in person and their sessions",
  description: "API clients do not have this permission.",
  permission: "own-account:read",
  patientData: false,
  query: noQuery,
  body: ownAccountModel,
  async read({ tx, actor, grounds }) {
    const [user] = await tx.select().from(appUser).where(eq(appUser.id, actor.id));
    if (!user) throw unauthorized();
    const current = sessionOf({ grounds });
    const now = presentMs();
    const sessions = await tx
      .select()
      .from(appSession)
      .where(
        and(
          eq(appSession.userId, user.id),
          eq(appSession.sessionVersion, user.sessionVersion),
          gt(appSession.startedAt, new Date(now - MAX_SESSION_SECONDS * 1_000)),
          gt(appSession.seenAt, new Date(now - (environment().IDLE_MINUTES + SLACK_MINUTES) * 60_000)),
        ),
      )
      .orderBy(desc(appSession.seenAt), desc(appSession.id));
    const factors = await factorsOf(tx, user.id);
    return {
      user: toUser(user, factors.length > 0),
      has_password: user.passwordHash !== null,
      signs_in_elsewhere: !isAtHome(user),
      second_factor: {
        required: await requiresSecondFactor(tx, user.organizationId),
        passkeys_at: passkeySite()?.origin ?? null,
        factors: factors.map(toSecondFactor),
        recovery_codes_left: await recoveryCodesLeft(tx, user.id),
      },
      mails: ownMailsOf(user),
      sessions: sessions.map(({ id, device, address, startedAt, seenAt }) => ({
        id,
        device,
        address,
        started_at: startedAt.toISOString(),
        seen_at: seenAt.toISOString(),
        current: id === current,
      })),
    };
  },
});

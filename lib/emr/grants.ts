import { eq } from "drizzle-orm";
import { emrAuthorization } from "#lib/db/schema";
import { readTenant, type Transaction, withTenant } from "#lib/db/tenant";
import { present } from "#lib/kernel/clock";
import { parseId } from "#lib/kernel/id";
import { NoneLeft, Shares } from "#lib/kernel/shares";
import { singleton } from "#lib/kernel/singleton";
import { open, seal } from "#lib/security/sealing/secret-box";
import { appWith, openedApp } from "./app-authorization.ts";
import { trimmedAddress } from "./port/connection-fields.ts";
import type { Granted, Grants } from "./port/grants.ts";
import { EmrError } from "./port/port.ts";

type Row = typeof emrAuthorization.$inferSelect;

/** The tokens of an authorization, which are sealed together. */
export interface Tokens {
  accessToken: string;
  refreshToken: string;
}

/** An access token is used until this long before its end, so that no call arrives after it; a short one for half its life. */
const MARGIN_MS = 60_000;

/** Deadline of a refresh, during which other processes wait for the row. */
const REFRESH_MS = 28_000;

/** A refused authorization is asked for again this late: only a person mends it. */
const LOGIN_MS = 15 * 60_000;

/** Refreshes of a process at once: each keeps a database connection as long as the EMR takes. */
const AT_ONCE = 4;
const WAIT_MS = 20_000;

const places = () => singleton("emr-refreshes", () => new Shares(AT_ONCE, WAIT_MS));

/** Does a refresh in a place, so that an EMR that hangs keeps no more of the process than that. Throws an EmrError without one. */
async function inPlace<Result>(organizationId: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await places().during(organizationId, work);
  } catch (error) {
    if (!(error instanceof NoneLeft)) throw error;
    throw new EmrError("passing", "Too many accesses to EMRs are being renewed at once", { notDone: true });
  }
}

const FIELD = "auth.authorization_id";

const ended = (why: string) =>
  new EmrError("passing", `${why}: sign in at the EMR again`, {
    loginRequired: true,
    retryAfterMs: LOGIN_MS,
    code: "login_required",
    connectionField: FIELD,
  });

/** Returns the columns that keep what was granted. Without a new refresh token the former one stays good (RFC 6749, 6). */
export async function grantedColumns({ accessToken, lifetimeMs, refreshToken }: Granted, former?: string) {
  const kept = refreshToken ?? former;
  if (kept === undefined) return null;
  const tokens: Tokens = { accessToken, refreshToken: kept };
  const usedMs = lifetimeMs - Math.min(MARGIN_MS, lifetimeMs / 2);
  return { sealed: await seal(JSON.stringify(tokens)), accessEndsAt: new Date(present().getTime() + usedMs) };
}

async function tokensOf({ sealed }: Row): Promise<Tokens> {
  if (sealed === null) throw ended("Nothing was granted at the EMR");
  return JSON.parse(await open(sealed)) as Tokens;
}

/** Returns a row that was granted for a server. Throws an EmrError: tokens are for that server alone. */
function assertGranted(row: Row | undefined, baseUrl: string): Row {
  if (!row?.grantedAt) throw ended("There is no such authorization at the EMR");
  if (row.baseUrl !== trimmedAddress(baseUrl)) throw ended("The authorization is one at another EMR");
  return row;
}

/** Returns the stored access token with its remaining life; null if it ends soon or was refused. */
async function presentToken(row: Row, refused: string | null) {
  const { accessToken } = await tokensOf(row);
  const lifetimeMs = (row.accessEndsAt?.getTime() ?? 0) - present().getTime();
  return accessToken === refused || lifetimeMs <= 0 ? null : { accessToken, lifetimeMs };
}

type How = Parameters<Grants["token"]>[1];

/** Returns the token of a locked authorization: another process's newer one, or a refreshed one; `ended` if the EMR refuses it for good. */
async function renewed(tx: Transaction, row: Row, { refused, refresh, signal }: How) {
  const others = await presentToken(row, refused);
  if (others) return others;
  if (row.refusedAt) throw ended("The EMR has ended this authorization");
  const { refreshToken } = await tokensOf(row);
  const app = await appWith(tx, row.organizationId, row.emrAppId);
  if (!app) throw ended("The app at this EMR was removed");
  const ends = AbortSignal.any([signal, AbortSignal.timeout(REFRESH_MS)]);
  const granted = await refresh(await openedApp(app), refreshToken, ends);
  const columns = granted === "ended" ? { refusedAt: present() } : await grantedColumns(granted, refreshToken);
  await tx
    .update(emrAuthorization)
    .set({ ...columns })
    .where(eq(emrAuthorization.id, row.id));
  return granted;
}

/**
 * Returns the authorizations of an organization. A refresh holds the authorization's row: of all processes one asks the EMR, and
 * the others find its answer. An answer that was lost leaves the former refresh token, which is sent again; if the EMR has
 * replaced it by then, it refuses it for good, and a person must sign in again.
 */
export const grantsOf = (organizationId: string): Grants => ({
  async token({ id: named, baseUrl }, how) {
    const id = parseId(named);
    if (id === null) throw ended("There is no such authorization at the EMR");
    const tenant = { organizationId, linkedAccountId: null };
    const rowIn = async (tx: Transaction, lock?: "update") => {
      const asked = tx.select().from(emrAuthorization).where(eq(emrAuthorization.id, id));
      const [row] = await (lock ? asked.for(lock) : asked);
      return assertGranted(row, baseUrl);
    };
    const known = await presentToken(await readTenant(tenant, (tx) => rowIn(tx)), how.refused);
    if (known) return known;
    const renew = () =>
      withTenant(tenant, async (tx) => renewed(tx, await rowIn(tx, "update"), how), { maxMs: REFRESH_MS + 2_000 });
    const outcome = await inPlace(organizationId, renew);
    if (outcome === "ended") throw ended("The EMR has ended this authorization");
    return outcome;
  },
});

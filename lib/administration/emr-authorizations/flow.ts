import { createHash, randomBytes } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { inProbePlace } from "#lib/administration/linked-accounts/probe-limit";
import { type emrApp, emrAuthorization } from "#lib/db/schema";
import { readTenant, withTenant } from "#lib/db/tenant";
import { appWith, grantedFor } from "#lib/emr/app-authorization";
import { appRedirectUri } from "#lib/emr/app-redirect";
import { grantedColumns } from "#lib/emr/grants";
import { EmrError } from "#lib/emr/port/port";
import { present } from "#lib/kernel/clock";
import { DomainError } from "#lib/kernel/domain-error";
import { newToken } from "#lib/security/credentials/new-credentials";
import { hashToken } from "#lib/security/credentials/token-hash";
import { open, seal } from "#lib/security/sealing/secret-box";
import type { AuthorizationProblem, Outcome } from "./outcome.ts";
import { type Named, namedBy, newPass } from "./pass.ts";
import { linkOfPage } from "./view-page.ts";

type Row = typeof emrAuthorization.$inferSelect;

const EXCHANGE_MS = 25_000;

const ofOrganization = ({ organizationId }: Pick<Named, "organizationId">) => ({
  organizationId,
  linkedAccountId: null,
});

const rowOf = ({ organizationId, id }: Named) =>
  and(eq(emrAuthorization.organizationId, organizationId), eq(emrAuthorization.id, id));

/** What is sealed until the EMR answers. */
interface Kept {
  /** Proves to the EMR that its code comes from who asked (PKCE). */
  verifier: string;
  /** The token of the view that itself left for the EMR, to which the browser is led back. */
  linkToken?: string;
}

/** What became of an authorization, and where the browser goes on. */
export interface Ended<Problem = Outcome> {
  outcome: Problem;
  /** The view that left for the EMR; null if it stands in another window. */
  back: Back | null;
}

/** A view that left for an EMR, as a page of its own. */
export interface Back {
  linkId: string;
  linkToken: string;
  authorizationId: string;
}

const backTo = ({ id, begunBy }: Row, linkToken: string | undefined): Back | null =>
  linkToken === undefined ? null : { linkId: begunBy, linkToken, authorizationId: id };

/** A browser that leaves for an EMR. */
export interface Leaving {
  id: string;
  /** The value of its cookie, which binds this one authorization to it. */
  browser: string;
  /** The address at the EMR. */
  address: string;
}

/** Returns the address at the EMR with what it must know (SMART App Launch, standalone). */
function addressAt(
  row: Row,
  app: typeof emrApp.$inferSelect,
  { state, verifier }: { state: string; verifier: string },
) {
  const url = new URL(row.authorizeUrl);
  const parameters = {
    response_type: "code",
    client_id: app.clientId,
    redirect_uri: appRedirectUri(),
    scope: app.scopes,
    state,
    aud: row.baseUrl,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/**
 * Lets a browser leave for the EMR, once for each begun authorization. `linkToken` is that of a view which leaves itself, as a page
 * of its own.
 */
export async function leave(
  start: string,
  linkToken: string | undefined,
): Promise<Leaving | Ended<AuthorizationProblem>> {
  const named = namedBy(start);
  if (!named) return { outcome: "unknown", back: null };
  const linkId = linkToken === undefined ? undefined : await linkOfPage(linkToken);
  return withTenant(ofOrganization(named), async (tx) => {
    const [row] = await tx.select().from(emrAuthorization).where(rowOf(named)).for("update");
    if (!row || (linkId !== undefined && row.begunBy !== linkId)) return { outcome: "unknown", back: null };
    const refused = (outcome: AuthorizationProblem) => ({ outcome, back: backTo(row, linkToken) });
    if (row.startHash === null) return refused("used");
    if (row.startHash !== hashToken(start)) return { outcome: "unknown", back: null };
    if (row.expiresAt <= present()) return refused("late");
    const app = await appWith(tx, row.organizationId, row.emrAppId);
    if (!app) return refused("app_removed");
    const [state, browser] = [newPass(named), newToken("browser")];
    const verifier = randomBytes(32).toString("base64url");
    await tx
      .update(emrAuthorization)
      .set({
        startHash: null,
        stateHash: hashToken(state),
        browserHash: hashToken(browser),
        sealed: await seal(JSON.stringify({ verifier, ...(linkToken !== undefined && { linkToken }) } satisfies Kept)),
      })
      .where(rowOf(named));
    return { id: row.id, browser, address: addressAt(row, app, { state, verifier }) };
  });
}

/** How an EMR answers by way of the browser. */
export interface AuthorizationAnswer {
  state: string;
  code: string | null;
  /** The EMR's code of an error (RFC 6749, 4.1.2.1). */
  error: string | null;
  /** The issuer that answers (RFC 9207). */
  iss: string | null;
}

const trimmed = (issuer: string) => issuer.replace(/(?<!\/)\/+$/, "");

/** Returns why an answer is not that of the EMR that was asked, or grants nothing. */
function problemIn(row: Row, { iss, error, code }: AuthorizationAnswer): AuthorizationProblem | null {
  if (iss === null ? row.namesIssuer : trimmed(iss) !== trimmed(row.issuer)) return "mixed_issuer";
  if (error !== null) return error === "access_denied" ? "refused" : "emr_error";
  return code === null ? "emr_error" : null;
}

/** An authorization whose EMR has answered as it should. */
interface Taken {
  row: Row;
  verifier: string;
  back: Back | null;
}

/** Takes the one answer to an authorization: a second one with the same state finds it used. */
async function take(named: Named, answer: AuthorizationAnswer, cookieOf: (id: string) => string | null) {
  return withTenant(ofOrganization(named), async (tx): Promise<Taken | Ended<AuthorizationProblem>> => {
    const nowhere = (outcome: AuthorizationProblem) => ({ outcome, back: null });
    const [row] = await tx.select().from(emrAuthorization).where(rowOf(named)).for("update");
    if (!row || row.stateHash !== hashToken(answer.state)) return nowhere("unknown");
    if (row.answeredAt || row.sealed === null) return nowhere("used");
    const cookie = cookieOf(row.id);
    const isLate = row.expiresAt <= present();
    if (cookie === null || row.browserHash !== hashToken(cookie)) return nowhere(isLate ? "late" : "other_browser");
    const { verifier, linkToken } = JSON.parse(await open(row.sealed)) as Kept;
    const back = backTo(row, linkToken);
    const problem = isLate ? "late" : problemIn(row, answer);
    await tx
      .update(emrAuthorization)
      .set({ answeredAt: present(), ...(problem && { problem, sealed: null }) })
      .where(and(rowOf(named), isNull(emrAuthorization.answeredAt)));
    return problem ? { outcome: problem, back } : { row, verifier, back };
  });
}

/** Exchanges a code, and returns the columns that keep what was granted. */
async function exchanged({ row, verifier }: Taken, code: string) {
  const app = await readTenant(ofOrganization(row), (tx) => appWith(tx, row.organizationId, row.emrAppId));
  if (!app) return "app_removed";
  const answer = { code, verifier, redirectUri: appRedirectUri() };
  try {
    const signal = AbortSignal.timeout(EXCHANGE_MS);
    const granted = await inProbePlace(row.organizationId, () => grantedFor(app, row.baseUrl, answer, signal));
    const columns = await grantedColumns(granted);
    return columns ? { ...columns, grantedAt: present(), fhirUser: granted.fhirUser } : "not_lasting";
  } catch (error) {
    if (error instanceof EmrError) return error.loginRequired ? "code_refused" : "no_answer";
    if (error instanceof DomainError) return "no_answer";
    throw error;
  }
}

/**
 * Ends an authorization with the EMR's answer, which must have the state of this one, in time and for the first time, come by the
 * browser that began it, and be of the EMR that was asked. Whatever is wrong, nothing that was granted is stored.
 */
export async function comeBack(answer: AuthorizationAnswer, cookieOf: (id: string) => string | null): Promise<Ended> {
  const named = namedBy(answer.state);
  if (!named) return { outcome: "unknown", back: null };
  const taken = await take(named, answer, cookieOf);
  if ("outcome" in taken) return taken;
  const outcome = await exchanged(taken, answer.code ?? "");
  const columns = typeof outcome === "string" ? { problem: outcome, sealed: null } : outcome;
  await withTenant(ofOrganization(named), (tx) => tx.update(emrAuthorization).set(columns).where(rowOf(named)));
  return { outcome: typeof outcome === "string" ? outcome : "granted", back: taken.back };
}

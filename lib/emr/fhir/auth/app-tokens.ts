import { decodeJwt } from "jose";
import { emrClient } from "#lib/egress/emr-client";
import type { SignAssertion } from "#lib/emr/port/assertion";
import type { EmrApp, Granted, RefreshTokens } from "#lib/emr/port/grants";
import type { TokenAuth } from "./client-authentication.ts";
import { requestToken } from "./fetch-token.ts";
import { learnClock } from "./server-clock.ts";
import { discover } from "./smart-configuration.ts";
import { tokenAddress } from "./token-address.ts";
import { refusesGrant, type Token, tokenOf } from "./token-answer.ts";

/** An app at a FHIR server. */
export interface AppAt {
  baseUrl: string;
  app: EmrApp;
  sign?: SignAssertion | undefined;
}

const MAX_USER_LENGTH = 500;

/** How an app proves itself at the token address: as the clients that no person stands behind. */
const proofOfApp = ({ clientId: client_id, clientSecret: client_secret }: EmrApp): TokenAuth =>
  client_secret === null ? { kind: "smart_backend", client_id } : { kind: "client_secret", client_id, client_secret };

/**
 * Returns the person whom an id token names. It comes straight from the token address by TLS, which stands for its signature
 * (OpenID Connect Core, 3.1.3.7), and nothing but the audit log depends on it.
 */
function fhirUserOf(idToken: string | null, clientId: string): string | null {
  if (idToken === null) return null;
  try {
    const { aud, fhirUser, sub } = decodeJwt(idToken);
    const named = fhirUser ?? sub;
    const isForUs = [aud].flat().includes(clientId);
    return isForUs && typeof named === "string" && /^[\x20-\x7E]+$/.test(named)
      ? named.slice(0, MAX_USER_LENGTH)
      : null;
  } catch {
    return null;
  }
}

const grantedOf = ({ accessToken, lifetimeMs, refreshToken, idToken }: Token, { clientId }: EmrApp): Granted => ({
  accessToken,
  lifetimeMs,
  refreshToken,
  fhirUser: fhirUserOf(idToken, clientId),
});

/**
 * Sends one request of an app to the token address. A refusal whose Date shows that the server's clock is another one is answered
 * once with an assertion for that clock; a grant that is good once is not used up by a refused client.
 */
async function ask({ baseUrl, app, sign }: AppAt, fields: Record<string, string>, signal: AbortSignal) {
  const client = emrClient({ baseUrl, ...(app.tokenUrl !== null && { tokenUrl: app.tokenUrl }) });
  const discovered = await discover(client, baseUrl, signal);
  const tokenUrl = tokenAddress(baseUrl, app.tokenUrl ?? undefined, discovered);
  const configuration = "configuration" in discovered ? discovered.configuration : {};
  const auth = proofOfApp(app);
  const send = () => requestToken({ client, auth, sign }, { tokenUrl, configuration, fields }, signal);
  const first = await send();
  const isClock = learnClock(tokenUrl, first.response) && [400, 401].includes(first.response.status);
  return isClock && auth.kind === "smart_backend" ? send() : first;
}

/** Exchanges the code with which a browser came back. Throws an EmrError, with `loginRequired` if the EMR refuses it. */
export async function exchangeCode(
  at: AppAt,
  { code, verifier, redirectUri }: { code: string; verifier: string; redirectUri: string },
  signal: AbortSignal,
): Promise<Granted> {
  const fields = { grant_type: "authorization_code", code, redirect_uri: redirectUri, code_verifier: verifier };
  const { response, sent } = await ask(at, fields, signal);
  return grantedOf(tokenOf(response, [...sent, code, verifier], "smart_app"), at.app);
}

/** Returns how the refresh tokens of a server are exchanged. */
export const refreshAt =
  (baseUrl: string, sign: SignAssertion | undefined): RefreshTokens =>
  async (app, refreshToken, signal) => {
    const fields = { grant_type: "refresh_token", refresh_token: refreshToken };
    const { response, sent } = await ask({ baseUrl, app, sign }, fields, signal);
    if (refusesGrant(response)) return "ended";
    return grantedOf(tokenOf(response, [...sent, refreshToken], "smart_app"), app);
  };

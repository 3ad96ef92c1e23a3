import { type EmrClient, type EmrResponse, EmrUnanswered } from "#lib/egress/emr-client";
import type { SignAssertion } from "#lib/emr/port/assertion";
import { EmrError } from "#lib/emr/port/port";
import { proofOf, scopesOf, type TokenAuth } from "./client-authentication.ts";
import { learnClock } from "./server-clock.ts";
import { discover, type SmartConfiguration } from "./smart-configuration.ts";
import { tokenAddress } from "./token-address.ts";
import { refusesScopes, type Token, tokenOf } from "./token-answer.ts";

const MAX_BYTES = 64 * 1024;
const DEADLINE_MS = 15_000;

/** The client at a server that issues tokens. */
export interface TokenClient {
  client: EmrClient;
  baseUrl: string;
  auth: TokenAuth;
  /** Signs with the organization's key; only `smart_backend` needs it. */
  sign?: SignAssertion | undefined;
}

/** Sends one token request for a grant. Returns its answer, and the values that no error may repeat. */
export async function requestToken(
  { client, auth, sign }: Omit<TokenClient, "baseUrl">,
  {
    tokenUrl,
    configuration,
    fields,
  }: { tokenUrl: string; configuration: SmartConfiguration; fields: Record<string, string> },
  signal: AbortSignal,
): Promise<{ response: EmrResponse; sent: string[] }> {
  const proof = await proofOf(auth, { tokenUrl, configuration, ...(sign && { sign }) });
  try {
    const response = await client(tokenUrl, {
      method: "POST",
      headers: {
        accept: "application/json",
        "content-type": "application/x-www-form-urlencoded",
        ...proof.headers,
      },
      body: new URLSearchParams({ ...fields, ...proof.fields }).toString(),
      signal,
      deadlineMs: DEADLINE_MS,
      maxBytes: MAX_BYTES,
    });
    const { client_secret: secret, client_assertion: assertion } = { ...auth, ...proof.fields } as Record<
      string,
      string
    >;
    const basic = proof.headers.authorization?.split(" ")[1];
    return { response, sent: [secret, assertion, basic].filter((each) => each !== undefined) };
  } catch (error) {
    if (!(error instanceof EmrUnanswered)) throw error;
    throw new EmrError("passing", `The EMR's token address did not answer: ${error.message}`, {
      notDone: true,
      connectionField: "auth.token_url",
    });
  }
}

/** Asks for a token of the client itself. */
const request = (
  given: TokenClient,
  { scope, ...to }: { tokenUrl: string; configuration: SmartConfiguration; scope: string | undefined },
  signal: AbortSignal,
) => {
  const fields = { grant_type: "client_credentials", ...(scope !== undefined && { scope }) };
  return requestToken(given, { ...to, fields }, signal);
};

/**
 * Fetches a token by the client credentials grant. A refusal whose Date shows that the server's clock is another one is
 * answered once with an assertion for that clock, and one of scopes that nobody entered with a request to read alone. Throws
 * an EmrError; the call that needs the token was not made.
 */
export async function fetchToken(given: TokenClient, signal: AbortSignal): Promise<Token> {
  const { client, baseUrl, auth } = given;
  const discovered = await discover(client, baseUrl, signal);
  const tokenUrl = tokenAddress(baseUrl, auth.token_url, discovered);
  const configuration = "configuration" in discovered ? discovered.configuration : {};
  const [scope, narrower] = scopesOf(auth, configuration);
  const to = { tokenUrl, configuration, scope };
  let { response, sent } = await request(given, to, signal);
  const isRefused = response.status === 400 || response.status === 401;
  if (learnClock(tokenUrl, response) && isRefused && auth.kind === "smart_backend") {
    ({ response, sent } = await request(given, to, signal));
  }
  if (narrower !== undefined && refusesScopes(response)) {
    ({ response, sent } = await request(given, { ...to, scope: narrower }, signal));
  }
  return tokenOf(response, sent, auth.kind);
}

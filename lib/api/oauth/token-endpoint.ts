import { CALLER_ADDRESS_HEADER } from "#lib/api/request/peer";
import type { HttpRequest } from "#lib/kernel/http-request";
import { OAuthError } from "#lib/oauth/oauth-error";
import { exchangeCode, refresh, revokeToken, type TokenAnswer } from "#lib/oauth/tokens";
import { beginTokenRequest, endSignIn } from "#lib/sign-in/sign-in-throttle";
import { type Form, readForm } from "./form.ts";
import { oauthRoutes, tooManyRequests } from "./oauth-answer.ts";

function askedOf(form: Form, address: string | null): Promise<TokenAnswer> {
  const grantType = form.required("grant_type");
  const asking = {
    clientId: form.required("client_id"),
    address,
    resource: form.optional("resource"),
    scope: form.optional("scope"),
  };
  if (grantType === "authorization_code") {
    return exchangeCode({
      ...asking,
      code: form.required("code"),
      redirectUri: form.required("redirect_uri"),
      verifier: form.required("code_verifier"),
    });
  }
  if (grantType === "refresh_token") return refresh({ ...asking, refreshToken: form.required("refresh_token") });
  throw new OAuthError("unsupported_grant_type", "grant_type must be authorization_code or refresh_token");
}

/** Runs a request that shows a code or token; one that fails counts against its address, as a failed sign-in does. */
async function counted<Result>(address: string | null, work: () => Promise<Result>): Promise<Result> {
  const { attempt, retryAfter } = await beginTokenRequest(address);
  if (retryAfter !== null) throw tooManyRequests(retryAfter);
  const result = await work();
  await endSignIn(attempt);
  return result;
}

const addressOf = ({ headers }: HttpRequest) => headers.get(CALLER_ADDRESS_HEADER);

/** `POST /api/oauth/token`, the token endpoint (RFC 6749, section 3.2). */
export const tokenRoutes = oauthRoutes("POST /api/oauth/token", async (request) => {
  const form = await readForm(request);
  const address = addressOf(request);
  return counted(address, async () => askedOf(form, address));
});

/** `POST /api/oauth/revoke`, the revocation endpoint (RFC 7009): 200 also for a token that is not known. */
export const revocationRoutes = oauthRoutes("POST /api/oauth/revoke", async (request) => {
  const form = await readForm(request);
  const address = addressOf(request);
  const { attempt, retryAfter } = await beginTokenRequest(address);
  if (retryAfter !== null) throw tooManyRequests(retryAfter);
  const isKnown = await revokeToken(form.required("token"), form.optional("client_id"), address);
  if (isKnown) await endSignIn(attempt);
  return {};
});

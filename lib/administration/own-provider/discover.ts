import { inProbePlace } from "#lib/administration/linked-accounts/probe-limit";
import { TargetRefused } from "#lib/egress/agent";
import { providerTargets } from "#lib/egress/policies";
import { checkTarget } from "#lib/egress/target";
import { DomainError, invalid } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import { providerFetch } from "#lib/sign-in/openid/client";
import { readDescription, UnusableProvider } from "#lib/sign-in/openid/description";

const refuse = (message: string) => invalid(problem("issuer", message));

/**
 * Reads an OpenID provider's description from an address that may be dialled, and checks that it is that of the issuer,
 * that sign-ins keep to such addresses, and that this client can sign in there. Throws `invalid` for `issuer` with what is wrong;
 * follows no redirect.
 */
export async function assertProvider(organizationId: string, issuer: string): Promise<void> {
  const policy = providerTargets();
  const refusal = checkTarget(issuer, policy);
  if (refusal) throw refuse(refusal);
  const { metadata } = await inProbePlace(organizationId, () => readDescription(issuer, providerFetch(policy))).catch(
    (error: unknown) => {
      if (error instanceof DomainError) throw error;
      const isOwnWord = error instanceof TargetRefused || error instanceof UnusableProvider;
      throw refuse(isOwnWord ? error.message : "did not answer with its description in time");
    },
  );
  const isRefused = [metadata.authorization_endpoint, metadata.token_endpoint, metadata.jwks_uri].some(
    (each) => each === undefined || checkTarget(each, policy) !== null,
  );
  if (isRefused) throw refuse("has an endpoint that is not a public https address");
}

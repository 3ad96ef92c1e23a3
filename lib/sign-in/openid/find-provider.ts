import { deploymentProvider, OIDC } from "#lib/sign-in/oidc-provider";
import { organizationOfProvider } from "#lib/sign-in/own-provider/names";
import { ownProviderOf } from "#lib/sign-in/own-provider/own-provider";
import type { SignInProvider } from "./provider.ts";

/** Returns whether an id in a path is that of a provider, configured or not. */
export const isProviderId = (id: string | undefined): id is string =>
  id === OIDC || organizationOfProvider(id) !== null;

/** Returns the provider with an id, as it is configured now; null for none. */
export async function findProvider(id: string): Promise<SignInProvider | null> {
  const organizationId = organizationOfProvider(id);
  if (organizationId) return ownProviderOf(organizationId);
  return id === OIDC ? deploymentProvider() : null;
}

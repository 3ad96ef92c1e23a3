import { ownProvider } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { defineQuery, noQuery } from "#lib/definitions/query";
import { consoleAddress } from "#lib/kernel/addresses";
import { withEntityTag } from "#lib/kernel/entity-tag";
import { environment } from "#lib/kernel/environment";
import { callbackAddress } from "#lib/sign-in/openid/sign-in";
import { ownProviderId, ownSignInPath } from "#lib/sign-in/own-provider/names";
import { type OwnProviderModel, ownProviderAnswer } from "./model.ts";

type Row = typeof ownProvider.$inferSelect;

const at = (path: string): string => {
  const env = environment();
  return consoleAddress(env, env.PORT) + path;
};

/** Returns the address to which the provider leads back. */
const redirectUri = (organizationId: string): string => callbackAddress(ownProviderId(organizationId));

/** Maps the stored provider to its model, without its secret. */
const toOwnProvider = ({ organizationId, issuer, clientId, externalIdClaim }: Row): OwnProviderModel => ({
  issuer,
  client_id: clientId,
  external_id_claim: externalIdClaim,
  sign_in_url: at(ownSignInPath(organizationId)),
  redirect_uri: redirectUri(organizationId),
});

/** Returns the organization's own provider, locked for a change if asked; undefined if it has none. */
export async function storedProvider(tx: Transaction, lock?: "update"): Promise<Row | undefined> {
  const asked = tx.select().from(ownProvider);
  const [row] = await (lock ? asked.for(lock) : asked);
  return row;
}

/**
 * Returns what is known of an organization's own provider. Its tag is made of the sealed secret, too, which is never shown:
 * another secret is another provider.
 */
export function ownProviderOf(organizationId: string, row: Row | undefined) {
  const answer = { own_provider: row ? toOwnProvider(row) : null, redirect_uri: redirectUri(organizationId) };
  return { ...answer, etag: withEntityTag({ ...answer, secret: row?.clientSecret ?? null }).etag };
}

/** GET /organizations/provider: the organization's own OpenID provider. */
export const getOwnProvider = defineQuery({
  path: "/organizations/provider",
  embed: "account",
  summary: "Get the organization's own OpenID provider",
  permission: "sign-in-rules:read",
  patientData: false,
  query: noQuery,
  body: ownProviderAnswer,
  etagOf: ({ etag }) => etag,
  async read({ tx, organizationId }) {
    return ownProviderOf(organizationId, await storedProvider(tx));
  },
});

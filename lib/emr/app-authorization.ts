import { eq } from "drizzle-orm";
import { deploymentApp, emrApp } from "#lib/db/schema";
import { readTenant, type Transaction } from "#lib/db/tenant";
import { signAssertion } from "#lib/security/organization-keys/keys";
import { open } from "#lib/security/sealing/secret-box";
import { exchangeCode } from "./fhir/auth/app-tokens.ts";
import { authorizingAt } from "./fhir/auth/authorize.ts";
import { trimmedAddress } from "./port/connection-fields.ts";
import type { EmrApp, Granted } from "./port/grants.ts";

type Row = typeof emrApp.$inferSelect;

/** Returns an app of the whole deployment as one of an organization, whose people sign in by it. */
const asOwn = (organizationId: string, row: typeof deploymentApp.$inferSelect): Row => ({ ...row, organizationId });

/** Returns an app with its opened secret. */
export const openedApp = async ({ clientId, clientSecret, tokenUrl }: Row): Promise<EmrApp> => ({
  clientId,
  clientSecret: clientSecret === null ? null : await open(clientSecret),
  tokenUrl,
});

const isAtOrBelow = (address: string, issuer: string) => address === issuer || address.startsWith(`${issuer}/`);

/** Returns the app of the nearest address above a FHIR server; undefined if there is none. */
const nearest = (rows: Row[], baseUrl: string): Row | undefined =>
  rows
    .filter(({ issuer }) => isAtOrBelow(trimmedAddress(baseUrl), issuer))
    .toSorted((one, other) => other.issuer.length - one.issuer.length)[0];

/**
 * Returns the app by which people of an organization sign in at a FHIR server: its own, otherwise the operator's for all organizations;
 * undefined if there is none. `isNew`: of an organization that is yet to be made only the latter.
 */
export async function appAt(
  organizationId: string,
  baseUrl: string,
  { isNew = false }: { isNew?: boolean } = {},
): Promise<Row | undefined> {
  const [own, ofAll] = await readTenant({ organizationId, linkedAccountId: null }, async (tx) => [
    isNew ? [] : await tx.select().from(emrApp).where(eq(emrApp.organizationId, organizationId)),
    await tx.select().from(deploymentApp),
  ]);
  const shared = ofAll.map((row) => asOwn(organizationId, row));
  return nearest(own, baseUrl) ?? nearest(shared, baseUrl);
}

/** Returns an app of the transaction's organization, or of the whole deployment; undefined if it was removed. */
export async function appWith(tx: Transaction, organizationId: string, id: string): Promise<Row | undefined> {
  const [own] = await tx.select().from(emrApp).where(eq(emrApp.id, id));
  if (own) return own;
  const [shared] = await tx.select().from(deploymentApp).where(eq(deploymentApp.id, id));
  return shared && asOwn(organizationId, shared);
}

/** Returns where people sign in for an app at a FHIR server. Throws an EmrError. */
export const whereToAuthorize = async (row: Row, baseUrl: string, signal: AbortSignal) =>
  authorizingAt(trimmedAddress(baseUrl), await openedApp(row), signal);

/** Exchanges the code with which a browser came back. Throws an EmrError. */
export const grantedFor = async (
  row: Row,
  baseUrl: string,
  answer: { code: string; verifier: string; redirectUri: string },
  signal: AbortSignal,
): Promise<Granted> =>
  exchangeCode(
    {
      baseUrl,
      app: await openedApp(row),
      sign: (claims, algorithm) => signAssertion(row.organizationId, claims, algorithm),
    },
    answer,
    signal,
  );

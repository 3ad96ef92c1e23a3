import { eq } from "drizzle-orm";
import { emrApp } from "#lib/db/schema";
import { readTenant } from "#lib/db/tenant";
import { signAssertion } from "#lib/security/organization-keys/keys";
import { open } from "#lib/security/sealing/secret-box";
import { exchangeCode } from "./fhir/auth/app-tokens.ts";
import { authorizingAt } from "./fhir/auth/authorize.ts";
import { trimmedAddress } from "./port/connection-fields.ts";
import type { EmrApp, Granted } from "./port/grants.ts";

type Row = typeof emrApp.$inferSelect;

/** Returns an app with its opened secret. */
export const openedApp = async ({ clientId, clientSecret, tokenUrl }: Row): Promise<EmrApp> => ({
  clientId,
  clientSecret: clientSecret === null ? null : await open(clientSecret),
  tokenUrl,
});

const isAtOrBelow = (address: string, issuer: string) => address === issuer || address.startsWith(`${issuer}/`);

/** Returns the organization's app at a FHIR server: that of the nearest address above it; undefined if there is none. */
export async function appAt(organizationId: string, baseUrl: string): Promise<Row | undefined> {
  const rows = await readTenant({ organizationId, linkedAccountId: null }, (tx) =>
    tx.select().from(emrApp).where(eq(emrApp.organizationId, organizationId)),
  );
  return rows
    .filter(({ issuer }) => isAtOrBelow(trimmedAddress(baseUrl), issuer))
    .toSorted((one, other) => other.issuer.length - one.issuer.length)[0];
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

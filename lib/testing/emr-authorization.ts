import { emrAuthorization } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import type { TestAccount } from "./linked-account.ts";

/** Adds a sign-in at an EMR that a person has begun. Returns its id. */
export async function addEmrAuthorization({ tenant }: Pick<TestAccount, "tenant">, begunBy: string): Promise<string> {
  const { organizationId } = tenant;
  const id = newId();
  await withTenant({ organizationId, linkedAccountId: null }, (tx) =>
    tx.insert(emrAuthorization).values({
      id,
      organizationId,
      begunBy,
      emrAppId: newId(),
      baseUrl: "https://ehr.example/r4",
      authorizeUrl: "https://ehr.example/authorize",
      issuer: "https://ehr.example",
      namesIssuer: true,
      expiresAt: new Date(Date.now() + 600_000),
    }),
  );
  return id;
}

import { and, eq, type SQL, sql } from "drizzle-orm";
import { ownOrganization } from "#lib/db/own-organization";
import { type Transaction, withTenant } from "#lib/db/tenant";
import type { AccountTenant } from "#lib/kernel/principal";
import { documentPart } from "./table.ts";

/** Stores the next part of a file that is arriving, so that neither memory nor a disk of this process holds the file. */
export const receivePart = (
  tenant: AccountTenant,
  part: { documentId: string; number: number; content: Uint8Array },
): Promise<unknown> => withTenant(tenant, (tx) => tx.insert(documentPart).values({ ...tenant, ...part }));

/** Removes the parts of a file whose request has ended. */
export const dropReceived = (tenant: AccountTenant, documentId: string): Promise<unknown> =>
  withTenant(tenant, (tx) =>
    tx
      .delete(documentPart)
      .where(and(eq(documentPart.linkedAccountId, tenant.linkedAccountId), eq(documentPart.documentId, documentId))),
  );

/** Makes the parts of a file the content of its document, in the caller's transaction. */
export async function keepReceived(tx: Transaction, tenant: AccountTenant, documentId: string): Promise<void> {
  const { organizationId, linkedAccountId } = tenant;
  await tx.execute(
    sql`INSERT INTO document_content (document_id, organization_id, linked_account_id, content)
        SELECT ${documentId}::uuid, ${organizationId}::uuid, ${linkedAccountId}::uuid,
               string_agg(part.content, ''::bytea ORDER BY part.number)
        FROM document_part AS part
        WHERE part.organization_id = ${ownOrganization} AND part.linked_account_id = ${linkedAccountId}
          AND part.document_id = ${documentId} RETURNING 1`,
  );
}

/** Returns the statement that removes the parts of requests whose process has died before `before`. */
export const leftOver = (linkedAccountId: string, before: Date): SQL =>
  sql`DELETE FROM document_part WHERE organization_id = ${ownOrganization}
        AND linked_account_id = ${linkedAccountId} AND created_at < ${before.toISOString()}`;

import { withTenant } from "#lib/db/tenant";
import { draft } from "#lib/drafts/table";
import { newId } from "#lib/kernel/id";
import { aPayment } from "./clinic.ts";
import type { TestAccount } from "./linked-account.ts";

/** Adds a draft of a payment as an assistant leaves it. Returns its id. */
export async function addDraft({ tenant }: Pick<TestAccount, "tenant">, createdAt = new Date()): Promise<string> {
  const [id, tokenId] = [newId(), newId()];
  const draftedBy = { kind: "mcp_token", id: tokenId, name: "Dana (Scribe)" } as const;
  const drafted = {
    operation: "payments:create",
    fields: aPayment,
    patientMrn: "MRN-1",
    draftedBy,
    tokenId,
    createdAt,
  };
  await withTenant(tenant, (tx) => tx.insert(draft).values({ id, ...tenant, ...drafted }));
  return id;
}

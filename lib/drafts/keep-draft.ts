import { and, count, eq, isNull, sql } from "drizzle-orm";
import { mcpToken } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import type { OperationDefinition } from "#lib/definitions/operation";
import { present } from "#lib/kernel/clock";
import { DomainError, unauthorized } from "#lib/kernel/domain-error";
import { newId } from "#lib/kernel/id";
import type { Principal } from "#lib/kernel/principal";
import type { DraftedFields } from "./drafted-fields.ts";
import { subjectOf } from "./subject.ts";
import { draft } from "./table.ts";

/** Most drafts of one token that wait for a person: an assistant that goes astray must not bury the others. */
const MAX_WAITING = 100;

/** Locks the caller's token, so that its drafts are counted and compared one at a time, and none follows its end. */
async function lockToken(tx: Transaction, { actor }: Principal): Promise<void> {
  const [token] = await tx
    .select({ revokedAt: mcpToken.revokedAt, expiresAt: mcpToken.expiresAt })
    .from(mcpToken)
    .where(eq(mcpToken.id, actor.id))
    .for("update");
  if (!token || token.revokedAt || token.expiresAt <= present()) throw unauthorized();
}

interface Kept {
  id: string;
  patientMrn: string | null;
  /** False if the same draft waits already. */
  isNew: boolean;
}

/**
 * Stores a draft of the caller's token, in the caller's transaction. The same values that wait already stay one draft, so
 * that a repeated call makes no second one. Throws `not_found` for an unknown record, and `conflict` if too many drafts wait.
 */
export async function keepDraft(
  tx: Transaction,
  principal: Principal,
  definition: OperationDefinition,
  drafted: DraftedFields,
): Promise<Kept> {
  const { organizationId, linkedAccountId, actor } = principal;
  await lockToken(tx, principal);
  const patientMrn = await subjectOf(tx, linkedAccountId, definition, drafted);
  const waiting = and(eq(draft.linkedAccountId, linkedAccountId), eq(draft.tokenId, actor.id), isNull(draft.jobId));
  const same = sql`${draft.fields} = ${JSON.stringify(drafted.fields)}::jsonb`;
  const [known] = await tx
    .select({ id: draft.id })
    .from(draft)
    .where(and(waiting, eq(draft.operation, definition.id), same));
  if (known) return { id: known.id, patientMrn, isNew: false };
  const [stored] = await tx.select({ drafts: count() }).from(draft).where(waiting);
  if ((stored?.drafts ?? 0) >= MAX_WAITING) {
    throw new DomainError(
      "conflict",
      `${MAX_WAITING} drafts of this token wait for a person already: nothing was drafted`,
    );
  }
  const id = newId();
  const { fields } = drafted;
  const tenant = { organizationId, linkedAccountId };
  await tx
    .insert(draft)
    .values({ id, ...tenant, operation: definition.id, fields, patientMrn, draftedBy: actor, tokenId: actor.id });
  return { id, patientMrn, isNew: true };
}

import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { linkedAccount } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { visitMeaning, type visitStatusMeaningModel } from "./model.ts";
import { proposedMeaning } from "./proposed-meaning.ts";
import { visitStatus } from "./table.ts";

export type VisitStatusMeaning = z.infer<typeof visitStatusMeaningModel>;

const storedMeanings = z.record(z.string(), visitMeaning);

/**
 * Returns the account's visit statuses in the EMR's order with their meanings: the admin's choice, else what the EMR's
 * connector knows (decisions §5).
 */
export async function readMeanings(tx: Transaction, accountId: string): Promise<VisitStatusMeaning[]> {
  const [statuses, [account]] = await Promise.all([
    tx
      .select({ code: visitStatus.code, description: visitStatus.description, known: visitStatus.meaning })
      .from(visitStatus)
      .where(eq(visitStatus.linkedAccountId, accountId))
      .orderBy(asc(visitStatus.position)),
    tx.select({ chosen: linkedAccount.visitMeanings }).from(linkedAccount).where(eq(linkedAccount.id, accountId)),
  ]);
  const chosen = new Map(Object.entries(storedMeanings.parse(account?.chosen ?? {})));
  return statuses.map(({ code, description, known }) => {
    const meaning = chosen.get(code);
    return {
      code,
      description,
      meaning: meaning === undefined ? known : meaning,
      proposal: proposedMeaning(description) ?? known,
    };
  });
}

/** Stores the proposal of each visit status as its chosen meaning, in the caller's transaction. */
export async function chooseProposedMeanings(tx: Transaction, accountId: string): Promise<void> {
  const proposed = (await readMeanings(tx, accountId)).map(({ code, proposal }) => [code, proposal]);
  await tx
    .update(linkedAccount)
    .set({ visitMeanings: Object.fromEntries(proposed) })
    .where(eq(linkedAccount.id, accountId));
}

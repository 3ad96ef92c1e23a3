import { and, eq, lt, sql } from "drizzle-orm";
import { mail } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { consoleAddress } from "#lib/kernel/addresses";
import { environment } from "#lib/kernel/environment";
import { newId } from "#lib/kernel/id";
import { enqueue } from "#lib/queue/queue";
import { seal } from "#lib/security/sealing/secret-box";
import type { Facts, MailKind } from "./words.ts";

/** Returns whether mail can be sent. Without it people hand over links themselves. */
export const canMail = (): boolean => environment().SMTP_URL !== undefined;

/** Returns the address of a page of the console. */
export function pageAddress(path: string): string {
  const env = environment();
  return new URL(path, consoleAddress(env, env.PORT)).href;
}

/** A mail to one person. */
export interface NewMail {
  organizationId: string;
  userId: string;
  kind: MailKind;
  /** The mail's cause: a person gets one mail per cause. */
  cause: string;
  facts: Facts;
  /** After this moment the mail is of no use and is not sent. */
  until?: Date;
}

/** How long an ended mail's row stays, so that its cause sends no second one. */
const KEPT = sql`now() - interval '30 days'`;

/** Queues a mail in the caller's transaction, unless its cause has sent one already or no mail can be sent. */
export async function queueMail(tx: Transaction, { organizationId, userId, kind, cause, facts, until }: NewMail) {
  if (!canMail()) return;
  await tx.delete(mail).where(and(eq(mail.userId, userId), lt(mail.endedAt, KEPT)));
  const content = await seal(JSON.stringify({ ...facts, until: until?.toISOString() }));
  const [queued] = await tx
    .insert(mail)
    .values({ id: newId(), organizationId, userId, kind, cause, content })
    .onConflictDoNothing({ target: [mail.organizationId, mail.userId, mail.cause] })
    .returning({ id: mail.id });
  if (queued) await enqueue(tx, "mails", { organizationId, mailId: queued.id }, { group: organizationId });
}

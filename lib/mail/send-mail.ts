import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { appUser, mail } from "#lib/db/schema";
import { readTenant, withTenant } from "#lib/db/tenant";
import { present, presentMs } from "#lib/kernel/clock";
import { logger } from "#lib/kernel/logger";
import { enqueue } from "#lib/queue/queue";
import type { Payloads } from "#lib/queue/queues";
import { open } from "#lib/security/sealing/secret-box";
import { countAttempt } from "./metrics.ts";
import { canMail } from "./queue-mail.ts";
import { type Letter, type Sent, sendLetter } from "./smtp.ts";
import { type MailKind, mailText } from "./words.ts";

/** Pauses of 1, 2, 4 … 60 minutes; the last attempt is about a day after the first. */
const MAX_ATTEMPTS = 30;
const pauseAfter = (attempts: number): number => Math.min(60, 2 ** (attempts - 1)) * 60_000;

const contents = z.object({
  organization: z.string(),
  link: z.string(),
  account: z.string().optional(),
  person: z.string().optional(),
  to: z.string().optional(),
  until: z.iso.datetime().optional(),
});

const tenantOf = ({ organizationId }: Payloads["mails"]) => ({ organizationId, linkedAccountId: null });

/** Returns the mail of a queue entry to send; null if it has ended, and a reason if it is of no use any more. */
async function letterOf(payload: Payloads["mails"]): Promise<Letter | { useless: string } | null> {
  const [row] = await readTenant(tenantOf(payload), (tx) =>
    tx
      .select({ mail, to: appUser.email, deactivatedAt: appUser.deactivatedAt, homeUserId: appUser.homeUserId })
      .from(mail)
      .innerJoin(appUser, eq(appUser.id, mail.userId))
      .where(and(eq(mail.id, payload.mailId), eq(mail.status, "queued"))),
  );
  if (!row?.mail.content) return null;
  const { until, ...facts } = contents.parse(JSON.parse(await open(row.mail.content)));
  // The password of somebody deactivated at home opens their other organizations, and a directory may rename with that.
  const isStillUsed =
    (row.homeUserId !== null && row.mail.kind === "password_reset") || row.mail.kind === "address_changed";
  if (row.deactivatedAt && !isStillUsed) return { useless: "the person was deactivated" };
  if (until && new Date(until) < present()) return { useless: "its link has expired" };
  return { id: row.mail.id, to: facts.to ?? row.to, ...mailText(row.mail.kind as MailKind, facts) };
}

/** Stores the outcome of an attempt: the end, or the next attempt. */
async function store(payload: Payloads["mails"], sent: Sent): Promise<void> {
  const { organizationId, mailId } = payload;
  await withTenant(tenantOf(payload), async (tx) => {
    const [row] = await tx.select().from(mail).where(eq(mail.id, mailId)).for("update");
    if (row?.status !== "queued") return;
    const attempts = row.attempts + 1;
    const isAgain = sent.kind === "passing" && attempts < MAX_ATTEMPTS;
    if (isAgain) {
      const startAfter = new Date(presentMs() + pauseAfter(attempts));
      await tx.update(mail).set({ attempts, nextAttemptAt: startAfter }).where(eq(mail.id, mailId));
      await enqueue(tx, "mails", payload, { group: organizationId, startAfter });
      return;
    }
    const status = sent.kind === "sent" ? "sent" : "failed";
    await tx.update(mail).set({ attempts, status, content: null, endedAt: present() }).where(eq(mail.id, mailId));
  });
}

/**
 * Makes one attempt at a mail, from the queue entry to the stored outcome. If the process dies after the server took the
 * mail, another process sends it again under the same Message-ID. Throws only if our own database failed.
 */
export async function sendMail(payload: Payloads["mails"]): Promise<void> {
  const letter = await letterOf(payload);
  if (letter === null) return;
  const sent: Sent =
    "useless" in letter
      ? { kind: "refused", reason: letter.useless }
      : canMail()
        ? await sendLetter(letter)
        : { kind: "passing", reason: "no SMTP server is configured" };
  await store(payload, sent);
  countAttempt(sent.kind);
  if (sent.kind === "sent") return;
  const { kind, reason } = sent;
  logger.warn({ mail_id: payload.mailId, kind, code: reason }, "a mail was not sent");
}

import { createHash } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import { linkedAccount } from "#lib/db/schema";
import { readTenant } from "#lib/db/tenant";
import { withoutTenant } from "#lib/db/without-tenant";
import { EmrError } from "#lib/emr/port/port";
import { runnerMetrics } from "#lib/jobs/runner/metrics";
import { repeatedly } from "#lib/jobs/runner/repeatedly";
import { dateFormat } from "#lib/kernel/date-format";
import { addDays } from "#lib/kernel/dates";
import { logger } from "#lib/kernel/logger";
import { boss } from "#lib/queue/boss";
import type { Payloads } from "#lib/queue/queues";
import { wakeQueue } from "#lib/queue/wake";
import { syncAccount } from "./sync-account.ts";

/** Of the account's own clock (decisions §6). */
const HOUR = 2;
/** How late a sync may begin. */
const CHECK_MS = 30_000;

/**
 * The night that an account is in, as the YYYY-MM-DD on which it began at 02:00 of a time zone. Where the clock jumps
 * over two it begins with the first moment after, and where two comes twice with the first of them.
 */
export function nightOf(now: Date, timeZone: string): string {
  const format = {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    hourCycle: "h23",
  } as const;
  const parts = dateFormat(format, "en-CA").formatToParts(now);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((found) => found.type === type)?.value ?? "";
  const today = `${part("year")}-${part("month")}-${part("day")}`;
  return Number(part("hour")) >= HOUR ? today : addDays(today, -1);
}

/** The same id for the same account and night, whichever process asks: an entry with it is written once. */
function entryId(linkedAccountId: string, night: string): string {
  const digest = createHash("sha256").update(`nightly sync ${linkedAccountId} ${night}`).digest("hex");
  return `${digest.slice(0, 12)}8${digest.slice(13, 16)}8${digest.slice(17, 32)}`;
}

/** Every account that is linked, with what its nights depend on. */
async function listAccounts() {
  const ids = await withoutTenant<{ organization_id: string }>(
    sql`SELECT DISTINCT organization_id FROM list_linked_accounts()`,
  );
  const lists = ids.map(({ organization_id: organizationId }) =>
    readTenant({ organizationId, linkedAccountId: null }, (tx) =>
      tx
        .select({
          organizationId: linkedAccount.organizationId,
          linkedAccountId: linkedAccount.id,
          timezone: linkedAccount.timezone,
          createdAt: linkedAccount.createdAt,
        })
        .from(linkedAccount)
        .where(
          and(eq(linkedAccount.organizationId, organizationId.replaceAll("-", "")), isNull(linkedAccount.unlinkedAt)),
        ),
    ),
  );
  return (await Promise.all(lists)).flat();
}

type Account = Awaited<ReturnType<typeof listAccounts>>[number];

/** The account's night, unless it was linked in it; null too for a time zone that nobody knows, which is logged. */
function dueNight({ linkedAccountId, timezone, createdAt }: Account, now: Date): string | null {
  try {
    const night = nightOf(now, timezone);
    return nightOf(createdAt, timezone) < night ? night : null;
  } catch (error) {
    logger.error({ linked_account_id: linkedAccountId, error_name: (error as Error).name }, "no such time zone");
    return null;
  }
}

/**
 * Writes a queue entry for the nightly sync of each account whose night has begun and that has none yet: of the night
 * that is now, so that one that was missed while nothing ran is caught up with at the next start. `planned` remembers
 * what this process has seen to.
 */
export async function planNightlySyncs(now: Date, planned = new Map<string, string>()): Promise<void> {
  const queue = await boss();
  for (const account of await listAccounts()) {
    const { organizationId, linkedAccountId } = account;
    const night = dueNight(account, now);
    if (night === null || planned.get(linkedAccountId) === night) continue;
    const payload: Payloads["syncs"] = { organizationId, linkedAccountId };
    const id = entryId(linkedAccountId, night);
    const written = await queue.send("syncs", payload, { id, group: { id: linkedAccountId } });
    planned.set(linkedAccountId, night);
    if (written) wakeQueue("syncs");
  }
}

/**
 * What stands behind a sandbox at this moment: the practice of a fresh account is opened, those of the demo and of
 * accounts that were linked roll on with the days.
 */
async function bringPracticeToToday({ organizationId, linkedAccountId }: Payloads["syncs"]): Promise<void> {
  const now = new Date();
  const [account] = await readTenant({ organizationId, linkedAccountId: null }, (tx) =>
    tx.select().from(linkedAccount).where(eq(linkedAccount.id, linkedAccountId)),
  );
  if (account && account.syncedAt === null) {
    const { openLinkedPractice } = await import("#lib/emr/sandbox/passing-days/linked-practice");
    await openLinkedPractice(account, now);
  }
  const { rollLinkedPractice, rollPractices } = await import("#lib/emr/sandbox/passing-days/roll");
  await rollPractices(now);
  await rollLinkedPractice(linkedAccountId, now);
}

/**
 * The sync of one account, the first as the nightly ones; the days of a demo's practice roll first (decisions §10). Throws where the EMR did
 * not answer, so that the entry comes back; what the EMR will never answer waits for the next night.
 */
export async function runNightlySync({ organizationId, linkedAccountId }: Payloads["syncs"]): Promise<void> {
  const since = Date.now();
  const about = () => ({ linked_account_id: linkedAccountId, duration_ms: Date.now() - since });
  try {
    await bringPracticeToToday({ organizationId, linkedAccountId });
    await syncAccount({ organizationId, linkedAccountId });
    runnerMetrics().syncs.inc({ outcome: "succeeded" });
    logger.info(about(), "nightly sync done");
  } catch (error) {
    const passing = !(error instanceof EmrError) || error.kind === "passing";
    runnerMetrics().syncs.inc({ outcome: passing ? "retried" : "refused" });
    if (passing) throw error;
    logger.error(about(), "nightly sync refused by the EMR");
  }
}

/** Plans the nightly syncs now and from then on; every process may do so. */
export function planEveryNight(): { stop(): Promise<void> } {
  const planned = new Map<string, string>();
  return repeatedly(CHECK_MS, "nightly syncs could not be planned", () => planNightlySyncs(new Date(), planned));
}

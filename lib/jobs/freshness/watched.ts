import { present } from "#lib/kernel/clock";
import { logger } from "#lib/kernel/logger";
import type { AccountTenant } from "#lib/kernel/principal";
import { enterRound, roundOf } from "./round.ts";
import { TODAY_MS } from "./run-reading.ts";

/** Interval between checks: the maximum delay of a reading's start. */
const CHECK_MS = 2_000;

interface Watched {
  tenant: AccountTenant;
  /** Open streams of the account. */
  streams: number;
  /** The last round that was entered. */
  round: number | null;
}

/**
 * The accounts of which this copy of the code serves streams. Each process and copy enters the rounds of its own: a round has one
 * entry, whoever writes it, so that none needs to know of the others' streams.
 */
const watched = new Map<string, Watched>();
let timer: NodeJS.Timeout | null = null;

function enterRounds(): void {
  for (const account of watched.values()) {
    const { tenant } = account;
    const round = roundOf(tenant.linkedAccountId, TODAY_MS, present());
    if (account.round === round) continue;
    account.round = round;
    enterRound({ ...tenant, scope: "today" }, { periodMs: TODAY_MS, round }).catch(
      ({ name, code }: NodeJS.ErrnoException) =>
        logger.warn(
          { linked_account_id: tenant.linkedAccountId, error_name: name, code },
          "today's visits were not read",
        ),
    );
  }
}

/** Has today's visits of an account read every 30 seconds until the returned function is called, as a stream of it ends. */
export function watchToday({ organizationId, linkedAccountId }: AccountTenant): () => void {
  const account = watched.get(linkedAccountId) ?? {
    tenant: { organizationId, linkedAccountId },
    streams: 0,
    round: null,
  };
  account.streams++;
  watched.set(linkedAccountId, account);
  timer ??= setInterval(enterRounds, CHECK_MS).unref();
  let isOpen = true;
  return () => {
    if (!isOpen) return;
    isOpen = false;
    if (--account.streams > 0) return;
    watched.delete(linkedAccountId);
    if (watched.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
}

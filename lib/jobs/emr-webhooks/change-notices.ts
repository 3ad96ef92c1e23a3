import type { Transaction } from "#lib/db/tenant";
import type { EmrRow } from "#lib/emr/account";
import { connectorOf } from "#lib/emr/connect";
import { presentMs } from "#lib/kernel/clock";
import { originFor } from "./public-address.ts";
import { clientOf, type WebhookRow, webhookOf } from "./standing.ts";

/** A server that has told nothing for so long is said to be silent. */
const SILENT_MS = 3_600_000;

/** How an EMR's notices of changes stand (additions §4). */
export interface ChangeNotices {
  /**
   * `requested`: the EMR is asked within a minute. `silent`: nothing came for an hour. `refused`: the EMR could not be asked, or did not
   * take it. `unreachable`: no address of this deployment is known that the EMR could reach.
   */
  state: "requested" | "active" | "silent" | "refused" | "unreachable";
  registeredAt: Date | null;
  heardAt: Date | null;
  /** When a notice came without our secret since the latest that had it; null if none did. */
  refusedAt: Date | null;
  /** The EMR's words, if it refused. */
  problem: string | null;
}

const UNKNOWN = { registeredAt: null, heardAt: null, refusedAt: null, problem: null };

function standingOf({ problem, registrationId, registeredAt, heardAt, refusedAt }: WebhookRow): ChangeNotices {
  if (problem !== null) return { ...UNKNOWN, state: "refused", problem };
  if (registrationId === null) return { ...UNKNOWN, state: "requested" };
  const isSilent = ((heardAt ?? registeredAt)?.getTime() ?? 0) < presentMs() - SILENT_MS;
  const isRefused = refusedAt !== null && (heardAt === null || refusedAt > heardAt);
  return {
    state: isSilent ? "silent" : "active",
    registeredAt,
    heardAt,
    refusedAt: isRefused ? refusedAt : null,
    problem: null,
  };
}

/** Returns how the notices of an account's EMR stand; null if they are switched off, or the EMR sends none. */
export async function changeNoticesOf(
  tx: Transaction,
  account: Pick<EmrRow, "id" | "organizationId" | "emrType" | "connection" | "unlinkedAt">,
): Promise<ChangeNotices | null> {
  const { noticedKinds } = connectorOf(account.emrType);
  if (!noticedKinds || clientOf(account) === null || account.unlinkedAt !== null) return null;
  if (originFor(account.connection?.base_url) === null) return { ...UNKNOWN, state: "unreachable" };
  const row = await webhookOf(tx, account);
  return row === null ? { ...UNKNOWN, state: "requested" } : standingOf(row);
}

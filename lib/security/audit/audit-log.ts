import { appPool } from "#lib/db/pool";
import { type AuditDetail, auditLog } from "#lib/db/schema";
import { type Transaction, withTenant } from "#lib/db/tenant";
import { commitWith, insertWitness, sendWrites, type Write } from "#lib/db/write";
import { newId } from "#lib/kernel/id";
import { logger } from "#lib/kernel/logger";
import type { AuditActor } from "#lib/kernel/principal";
import { singleton } from "#lib/kernel/singleton";
import { GroupWriter, isFaultOfData } from "./group-writer.ts";

export interface AuditEntry {
  organizationId: string;
  linkedAccountId: string | null;
  actor: AuditActor;
  /** The permission that was used or missing. */
  action: string;
  /** Method and route template. */
  route: string;
  status: number;
  jobId: number | null;
  /** The id of the record that the address names or that the request created. */
  resource: string | null;
  /** The patient whom the request named, if any. */
  patientMrn: string | null;
  /** The change, if settings were changed. */
  detail?: AuditDetail;
  address: string | null;
  at: Date;
}

/**
 * Returns the writing of the entry of a change, for the change's transaction: both are committed or neither is. The id is
 * of the time of writing, by which the audit chain finds new entries, however long an entry had to wait.
 */
export const auditWrite = (entry: AuditEntry): Write => insertWitness(auditLog, { id: newId(), ...entry });

/** Adds the entry of a change in the caller's transaction (see `auditWrite`). */
export const writeAudit = (tx: Transaction, entry: AuditEntry): Promise<void> => sendWrites(tx, [auditWrite(entry)]);

/** Writes entries of one organization in one round trip. */
const writeEntries = (organizationId: string, entries: AuditEntry[]) =>
  withTenant({ organizationId, linkedAccountId: null }, (tx) => commitWith(tx, entries.map(auditWrite)));

/** Pause before entries that could not be written are tried again. */
const AGAIN_MS = 2_000;

/** Writes the entries of reads and refusals in groups. */
class AuditWriter {
  readonly #groups = new GroupWriter<AuditEntry>((entry) => entry.organizationId, writeEntries);
  /** Writes in progress that no request waits for. */
  readonly #writing = new Set<Promise<void>>();
  /** Entries that could not be written yet. */
  readonly #kept: AuditEntry[] = [];
  #timer: NodeJS.Timeout | null = null;

  write(entry: AuditEntry): Promise<void> {
    return this.#groups.write(entry);
  }

  /** Writes an entry that no request waits for, and keeps it until it is written. */
  keep(entry: AuditEntry): void {
    const writing = this.write(entry)
      .catch((error) => this.#again(entry, error))
      .finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
  }

  #again(entry: AuditEntry, error: unknown): void {
    const { code } = error as { code?: string };
    const { route, organizationId } = entry;
    logger.error({ route, organization_id: organizationId, code }, "an audit entry could not be written");
    if (isFaultOfData(error)) return;
    this.#kept.push(entry);
    this.#timer ??= setTimeout(() => this.#tryKept(), AGAIN_MS);
  }

  #tryKept(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    for (const entry of this.#kept.splice(0)) this.keep(entry);
  }

  /** Resolves when every kept entry was written or tried once more. */
  async flush(): Promise<void> {
    this.#tryKept();
    await Promise.all(this.#writing);
  }
}

const writer = () => {
  // The pool is created first, so that it closes after the writer that uses it.
  appPool();
  return singleton(
    "audit-writer",
    () => new AuditWriter(),
    (open) => open.flush(),
  );
};

/**
 * Records a read and resolves when the entry is committed. Throws if it cannot be written; the caller must not answer
 * then.
 */
export const auditRead = (entry: AuditEntry): Promise<void> => writer().write(entry);

/** Records a refusal or a sign-in; no request waits for the entry. */
export const noteAudit = (entry: AuditEntry): void => writer().keep(entry);

/** Writes the kept entries: for a process that is about to end, and for tests. */
export const flushAudit = (): Promise<void> => writer().flush();

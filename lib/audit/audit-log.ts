import { newId } from "#lib/core/id";
import type { Actor } from "#lib/core/principal";
import { insertRow } from "#lib/db/insert-row";
import { appPool } from "#lib/db/pool";
import { auditLog } from "#lib/db/schema";
import { type Transaction, withTenant } from "#lib/db/tenant";
import { logger } from "#lib/runtime/logger";
import { singleton } from "#lib/runtime/singleton";

export interface AuditEntry {
  organizationId: string;
  linkedAccountId: string | null;
  actor: Actor;
  /** The permission that was used or missing. */
  action: string;
  /** Method and route template. */
  route: string;
  status: number;
  jobId: number | null;
  /** Which record the address named, by its variable part, or which one was made. */
  resource: string | null;
  /** Whose record it was, where the call named a patient. */
  patientMrn: string | null;
  address: string | null;
  at: Date;
}

/** Adds an entry in the caller's transaction: for writes, whose entry must stand exactly when they do. */
export async function writeAudit(tx: Transaction, entry: AuditEntry): Promise<void> {
  await insertRow(tx, auditLog, { id: newId(entry.at.getTime()), ...entry });
}

const FLUSH_MS = 250;

/** Entries of reads and refusals: collected for a quarter of a second and written together, not a row per request. */
class AuditBuffer {
  #entries: AuditEntry[] = [];
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();

  add(entry: AuditEntry): void {
    this.#entries.push(entry);
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS);
  }

  /** Writes what was collected; a failed batch is kept for the next time. */
  flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const entries = this.#entries;
    this.#entries = [];
    this.#writing = this.#writing.then(() => this.#write(entries));
    return this.#writing;
  }

  async #write(entries: AuditEntry[]): Promise<void> {
    for (const [organizationId, group] of Map.groupBy(entries, (entry) => entry.organizationId)) {
      try {
        await withTenant({ organizationId, linkedAccountId: null }, (tx) =>
          tx.insert(auditLog).values(group.map((entry) => ({ id: newId(entry.at.getTime()), ...entry }))),
        );
      } catch (error) {
        logger.error(
          { code: (error as { code?: string }).code, entries: group.length },
          "audit entries wait to be written",
        );
        this.#entries.unshift(...group);
        this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS * 8);
      }
    }
  }
}

const buffer = () => {
  // Made first, so that it is closed after what is still to be written through it.
  appPool();
  return singleton(
    "audit-buffer",
    () => new AuditBuffer(),
    (open) => open.flush(),
  );
};

/** Notes a read or a refusal; it is in the log within about a quarter of a second. */
export const noteAudit = (entry: AuditEntry): void => buffer().add(entry);

/** Writes what is still collected: for a process that is about to end, and for tests. */
export const flushAudit = (): Promise<void> => buffer().flush();

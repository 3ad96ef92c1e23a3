import { commitNext, sendIn } from "#lib/db/door";
import { insertRow } from "#lib/db/insert-row";
import { appPool } from "#lib/db/pool";
import { auditLog } from "#lib/db/schema";
import { type Transaction, withTenant } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import { logger } from "#lib/kernel/logger";
import type { Actor } from "#lib/kernel/principal";
import { singleton } from "#lib/kernel/singleton";
import { GroupWriter, isFaultOfData } from "./group-writer.ts";

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

const INSERT = `
  INSERT INTO audit_log (id, organization_id, linked_account_id, actor, action, route, status, job_id, resource,
    patient_mrn, address, at)
  SELECT id, organization_id, linked_account_id, actor, action, route, status, job_id, resource, patient_mrn, address, at
  FROM jsonb_to_recordset($1::jsonb) AS given (id uuid, organization_id uuid, linked_account_id uuid, actor jsonb,
    action text, route text, status integer, job_id bigint, resource text, patient_mrn text, address text, at timestamptz)`;

const rowOf = (entry: AuditEntry) => ({
  id: newId(entry.at.getTime()),
  organization_id: entry.organizationId,
  linked_account_id: entry.linkedAccountId,
  actor: entry.actor,
  action: entry.action,
  route: entry.route,
  status: entry.status,
  job_id: entry.jobId,
  resource: entry.resource,
  patient_mrn: entry.patientMrn,
  address: entry.address,
  at: entry.at,
});

/** Writes entries of one organization, all of it in one round trip. */
const writeEntries = (organizationId: string, entries: AuditEntry[]) =>
  withTenant({ organizationId, linkedAccountId: null }, async (tx) => {
    commitNext(tx);
    await sendIn(tx, { text: INSERT, values: [JSON.stringify(entries.map(rowOf))] });
  });

/** After this what could not be written is tried again. */
const AGAIN_MS = 2_000;

/** Entries of reads and refusals, written in groups. */
class AuditWriter {
  readonly #groups = new GroupWriter<AuditEntry>((entry) => entry.organizationId, writeEntries);
  /** Under way, of those that nobody waits for. */
  readonly #writing = new Set<Promise<void>>();
  /** Could not be written so far. */
  readonly #kept: AuditEntry[] = [];
  #timer: NodeJS.Timeout | null = null;

  write(entry: AuditEntry): Promise<void> {
    return this.#groups.write(entry);
  }

  /** As `write`, for what nobody waits for: it is kept until it is written. */
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

  /** Ends when all that nobody waits for was written, or tried once more. */
  async flush(): Promise<void> {
    this.#tryKept();
    await Promise.all(this.#writing);
  }
}

const writer = () => {
  // Made first, so that it is closed after what is still to be written through it.
  appPool();
  return singleton(
    "audit-writer",
    () => new AuditWriter(),
    (open) => open.flush(),
  );
};

/** Notes what was read; ends when it is in the log. Throws where it can't be written: then nothing may be answered. */
export const auditRead = (entry: AuditEntry): Promise<void> => writer().write(entry);

/** Notes a refusal or a sign-in, which nobody waits for. */
export const noteAudit = (entry: AuditEntry): void => writer().keep(entry);

/** Writes what is still kept: for a process that is about to end, and for tests. */
export const flushAudit = (): Promise<void> => writer().flush();

import { and, eq } from "drizzle-orm";
import { afterCommit } from "#lib/db/door";
import { changeHead, recordChange } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { insertInto, sendWrites } from "#lib/db/write";
import { present } from "#lib/kernel/clock";
import type { AccountTenant } from "#lib/kernel/principal";
import { appendStreamMessage } from "#lib/stream/message";
import { wakeStreams } from "#lib/stream/wake";
import type { Found } from "./difference.ts";
import { publishChanges } from "./publish.ts";

const ofAccount = ({ linkedAccountId }: AccountTenant) => and(eq(changeHead.linkedAccountId, linkedAccountId));

/** An account's feed of changes, which no other transaction appends to until this one ends. */
export class Feed {
  readonly #tx: Transaction;
  readonly #tenant: AccountTenant;
  readonly #first: number;
  #position: number;
  /** The kinds of which changes were found in the EMR. */
  readonly #found = new Set<string>();

  private constructor(tx: Transaction, tenant: AccountTenant, position: number) {
    this.#tx = tx;
    this.#tenant = tenant;
    this.#first = position;
    this.#position = position;
  }

  static async lock(tx: Transaction, tenant: AccountTenant): Promise<Feed> {
    const locked = () =>
      tx.select({ position: changeHead.position }).from(changeHead).where(ofAccount(tenant)).for("update");
    let [head] = await locked();
    if (!head) {
      await tx.insert(changeHead).values(tenant).onConflictDoNothing();
      [head] = await locked();
    }
    if (!head) throw new Error("The feed of an account has a head");
    return new Feed(tx, tenant, head.position);
  }

  /** Appends entries, and publishes those that were found in the EMR. */
  async append(found: readonly Found[]): Promise<void> {
    if (found.length === 0) return;
    const at = present();
    const entries = found.map(({ id: recordId, cause, ...entry }) =>
      insertInto(recordChange, {
        ...this.#tenant,
        ...entry,
        position: this.skip(),
        recordId,
        jobId: cause?.jobId ?? null,
        own: cause !== null,
        at,
      }),
    );
    await sendWrites(this.#tx, entries);
    await publishChanges(
      this.#tx,
      this.#tenant,
      found.filter(({ cause }) => cause === null),
    );
    // The events of a job announce what it changed.
    for (const { kind, cause } of found) if (cause === null) this.#found.add(kind);
  }

  /** Returns the next position, which no entry has yet. */
  skip(): number {
    this.#position++;
    return this.#position;
  }

  /** Makes the positions known to readers, and tells the account's streams which kinds differ, with the commit. */
  async close(): Promise<void> {
    if (this.#position === this.#first) return;
    if (this.#found.size > 0) {
      await appendStreamMessage(this.#tx, this.#tenant, "changes", { kinds: [...this.#found] });
      afterCommit(this.#tx, () => wakeStreams(this.#tenant.linkedAccountId));
    }
    await this.#tx.update(changeHead).set({ position: this.#position }).where(ofAccount(this.#tenant));
  }
}

import { and, eq } from "drizzle-orm";
import { afterCommit } from "#lib/db/door";
import { changeHead, recordChange } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { insertInto, sendWrites } from "#lib/db/write";
import { present } from "#lib/kernel/clock";
import type { AccountTenant } from "#lib/kernel/principal";
import { enqueue } from "#lib/queue/queue";
import { appendStreamMessage, wakeStreams } from "#lib/stream/message";
import type { Found } from "./difference.ts";
import { type Entry, publishChanges } from "./publish.ts";

/** Changes whose events are written in their own transaction. */
const AT_ONCE = 100;

const ofAccount = ({ linkedAccountId }: AccountTenant) => and(eq(changeHead.linkedAccountId, linkedAccountId));

/** An account's feed of changes, which no other transaction appends to until this one ends. */
export class Feed {
  readonly #tx: Transaction;
  readonly #tenant: AccountTenant;
  readonly #first: number;
  #position: number;
  /** The kinds of which changes were found in the EMR. */
  readonly #kinds = new Set<string>();
  /** Entries of changes that were found in the EMR; of more than are published at once, one more. */
  readonly #found: Entry[] = [];

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

  /** Appends entries. */
  async append(found: readonly Found[]): Promise<void> {
    if (found.length === 0) return;
    const at = present();
    const entries = found.map(({ id: recordId, cause, ...entry }) => ({
      ...this.#tenant,
      ...entry,
      position: this.skip(),
      recordId,
      jobId: cause?.jobId ?? null,
      own: cause !== null,
      at,
    }));
    await sendWrites(
      this.#tx,
      entries.map((entry) => insertInto(recordChange, entry)),
    );
    // The events of a job announce what it changed.
    for (const entry of entries.filter(({ own }) => !own)) {
      this.#kinds.add(entry.kind);
      if (this.#found.length <= AT_ONCE) this.#found.push(entry);
    }
  }

  /** Publishes what was found in the EMR: many changes after the commit, so that the feed is not locked meanwhile. */
  async #publish(): Promise<void> {
    if (this.#found.length <= AT_ONCE) return publishChanges(this.#tx, this.#tenant, this.#found);
    const { organizationId, linkedAccountId } = this.#tenant;
    const payload = { organizationId, linkedAccountId, from: this.#first + 1, to: this.#position };
    await enqueue(this.#tx, "changes", payload, { group: linkedAccountId });
  }

  /** Returns the next position, which no entry has yet. */
  skip(): number {
    this.#position++;
    return this.#position;
  }

  /** Publishes the entries, makes the positions known to readers, and tells the account's streams which kinds differ, with the commit. */
  async close(): Promise<void> {
    if (this.#position === this.#first) return;
    await this.#publish();
    if (this.#kinds.size > 0) {
      await appendStreamMessage(this.#tx, this.#tenant, "changes", { kinds: [...this.#kinds] });
      afterCommit(this.#tx, () => wakeStreams(this.#tenant.linkedAccountId));
    }
    await this.#tx.update(changeHead).set({ position: this.#position }).where(ofAccount(this.#tenant));
  }
}

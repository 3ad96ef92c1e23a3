import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import type { AnyBody } from "#lib/testing/any-body";
import type { TestAccount } from "#lib/testing/linked-account";
import { apply, changesAfter, cursorOfNow, type Mirror, readAll } from "#lib/testing/mirror";

/** Entries per answer: few, so that a transaction's entries stand in several answers. */
const LIMIT = 37;

/** A visit's note is shown only if asked for, and stands in no list. */
const APART = new Set(["note"]);

/** Returns the fields by which two records differ. */
const differing = (a: Record<string, unknown>, b: Record<string, unknown>): string[] =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((field) => !isDeepStrictEqual(a[field], b[field])).sort();

/** Checks that an entry follows what its record showed before it, and names what it changed. */
function assertFollows(before: Record<string, unknown> | undefined, entry: AnyBody): void {
  const where = `${entry.change} of ${entry.kind}/${entry.id}`;
  if (entry.change === "created") {
    assert.equal(before, undefined, `${where}, which was there`);
    return;
  }
  assert.ok(before, `${where}, which was not there`);
  if (entry.change === "deleted") {
    assert.equal(entry.record, null, where);
    return;
  }
  const named = entry.updated_fields.filter((field: string) => !APART.has(field)).sort();
  assert.deepEqual(named, differing(before, entry.record), `fields of an ${where}`);
  assert.ok(entry.updated_fields.length > 0, `${where}, which changed nothing`);
}

/** A copy of an account's records that is kept by its feed alone, after a cursor and one full read. */
export class Follower {
  readonly #account: TestAccount;
  readonly #mirror: Mirror;
  #cursor: string;
  /** Entries so far. */
  entries = 0;

  private constructor(account: TestAccount, cursor: string, mirror: Mirror) {
    this.#account = account;
    this.#cursor = cursor;
    this.#mirror = mirror;
  }

  static async of(account: TestAccount): Promise<Follower> {
    const cursor = await cursorOfNow(account);
    return new Follower(account, cursor, await readAll(account));
  }

  /**
   * Applies what the feed tells, while nobody reads the EMR, and returns it. Rejects unless the copy is then what the reads show, each
   * entry follows what its record showed before, and each differs from it: so none is told twice, and a record's are in order.
   */
  async catchUp(): Promise<AnyBody[]> {
    const changes = await changesAfter(this.#account, this.#cursor, LIMIT);
    for (const entry of changes) {
      assertFollows(this.#mirror.get(`${entry.kind}/${entry.id}`), entry);
      apply(this.#mirror, [entry]);
      this.#cursor = entry.cursor;
    }
    this.entries += changes.length;
    const shown = await readAll(this.#account);
    assert.deepEqual(Object.fromEntries(this.#mirror), Object.fromEntries(shown));
    return changes;
  }
}

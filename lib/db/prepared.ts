import type { Transaction } from "./tenant.ts";

/**
 * A statement that is asked for often: its text is built once per connection, as that takes longer than to send it.
 * What varies stands in it as `sql.placeholder`. It is sent when `execute` is called, not when that is awaited: ahead
 * of queries that are only awaited in the same turn.
 */
export function prepared<Statement>(
  build: (tx: Transaction) => { prepare(name: string): Statement },
): (tx: Transaction) => Statement {
  const statements = new WeakMap<Transaction, Statement>();
  return (tx) => {
    let statement = statements.get(tx);
    if (!statement) {
      // Its name comes with its text (see PlanningClient).
      statement = build(tx).prepare("");
      statements.set(tx, statement);
    }
    return statement;
  };
}

import type { Transaction } from "./tenant.ts";

/**
 * A statement that is asked for often: it is built once per connection, and PostgreSQL keeps it parsed and planned
 * under its name, which must be no other statement's. What varies stands in it as `sql.placeholder`.
 */
export function prepared<Statement>(
  name: string,
  build: (tx: Transaction) => { prepare(name: string): Statement },
): (tx: Transaction) => Statement {
  const statements = new WeakMap<Transaction, Statement>();
  return (tx) => {
    let statement = statements.get(tx);
    if (!statement) {
      statement = build(tx).prepare(name);
      statements.set(tx, statement);
    }
    return statement;
  };
}

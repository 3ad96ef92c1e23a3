import type { Transaction } from "./tenant.ts";

/** Each connection keeps so many shapes of a statement; who asks by ever other filters must find an end. */
const MOST_SHAPES = 50;

/**
 * A statement that is asked for often: as building its text takes longer than sending it, that is done once per
 * connection and shape, which is what the text depends on, such as the filters that are given. What varies otherwise
 * stands in it as `sql.placeholder`, never as a value. It is sent when `execute` is called, not when that is awaited:
 * ahead of queries that are only awaited in the same turn.
 */
export function prepared<Statement, Shape = void>(
  build: (tx: Transaction, shape: Shape) => { prepare(name: string): Statement },
): (tx: Transaction, shape: Shape) => Statement {
  const byConnection = new WeakMap<Transaction, Map<string, Statement>>();
  return (tx, shape) => {
    const statements = byConnection.get(tx) ?? new Map<string, Statement>();
    byConnection.set(tx, statements);
    const key = JSON.stringify(shape) ?? "";
    const known = statements.get(key);
    if (known) return known;
    // The connection gives names to all statements by their text (see PlanningClient).
    const statement = build(tx, shape).prepare("");
    if (statements.size < MOST_SHAPES) statements.set(key, statement);
    return statement;
  };
}

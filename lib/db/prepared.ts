import type { Transaction } from "./tenant.ts";

/** Most shapes of a statement that a connection keeps; filters can produce any number of them. */
const MAX_SHAPES = 50;

/**
 * Caches a frequent statement: building its text takes longer than sending it, so the text is built once per connection
 * and shape. The shape holds all that the text depends on, such as the present filters; all other values must be
 * `sql.placeholder`. The statement is sent when `execute` is called, not when its promise is awaited: before queries of
 * the same turn that are only awaited.
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
    // The session names all statements by their text.
    const statement = build(tx, shape).prepare("");
    if (statements.size < MAX_SHAPES) statements.set(key, statement);
    return statement;
  };
}

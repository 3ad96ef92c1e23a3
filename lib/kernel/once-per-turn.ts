/**
 * Returns a function whose calls with the same key in one turn of the event loop share one call of `run`: for reads,
 * whose answers cannot differ within a turn.
 */
export function oncePerTurn<Result>(run: (key: string) => Promise<Result>): (key: string) => Promise<Result> {
  const asked = new Map<string, Promise<Result>>();
  return (key) => {
    const known = asked.get(key);
    if (known) return known;
    const result = run(key);
    asked.set(key, result);
    process.nextTick(() => asked.delete(key));
    return result;
  };
}

/**
 * Returns a function that does an item together with the other items of its key that arrive in this turn of the event
 * loop: in one call of `run`, which returns their results in the same order. If `run` rejects, all of them do.
 */
export function gathered<Item, Result>(
  run: (items: readonly Item[], key: string) => Promise<readonly Result[]>,
): (key: string, item: Item) => Promise<Result> {
  const gathering = new Map<string, { items: Item[]; results: Promise<readonly Result[]> }>();
  return async (key, item) => {
    let open = gathering.get(key);
    if (!open) {
      const items: Item[] = [];
      const begun = Promise.withResolvers<readonly Result[]>();
      setImmediate(() => {
        gathering.delete(key);
        run(items, key).then(begun.resolve, begun.reject);
      });
      open = { items, results: begun.promise };
      gathering.set(key, open);
    }
    const place = open.items.push(item) - 1;
    return (await open.results)[place] as Result;
  };
}

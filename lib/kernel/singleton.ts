interface Holder {
  values: Map<string, unknown>;
  /** In the order in which the values were made. */
  closers: { name: string; close: () => unknown }[];
}

/**
 * One value per process. Next.js may load a module twice (once per bundle, once outside of it), so module
 * scope is no place for a pool or a listener; `globalThis` under a registered symbol is.
 */
function holder(): Holder {
  const key = Symbol.for("clinical-records-console.singletons");
  const global = globalThis as unknown as Record<symbol, Holder | undefined>;
  global[key] ??= { values: new Map(), closers: [] };
  return global[key];
}

/** The process's one value of this name, made on first use. `close` says what its end takes (see closeSingletons). */
export function singleton<T>(name: string, make: () => T, close?: (value: T) => unknown): T {
  const { values, closers } = holder();
  if (values.has(name)) return values.get(name) as T;
  const made = make();
  values.set(name, made);
  if (close) closers.push({ name, close: () => close(made) });
  return made;
}

/** Makes the process forget a value that has nothing to close; the next use makes it anew. */
export function forgetSingleton(name: string): void {
  holder().values.delete(name);
}

/**
 * Closes every value that said how, the youngest first, as it may rest on older ones, and forgets them.
 * A failure to close one keeps none of the others open; throws the first at the end.
 */
export async function closeSingletons(): Promise<void> {
  const { values, closers } = holder();
  const failures: unknown[] = [];
  for (let last = closers.pop(); last; last = closers.pop()) {
    values.delete(last.name);
    try {
      await last.close();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

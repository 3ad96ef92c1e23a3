interface Holder {
  values: Map<string, unknown>;
  /** In the order in which the values were created. */
  closers: { name: string; close: () => unknown }[];
}

/** The property of `globalThis` that keeps the values. */
export const SINGLETONS = Symbol.for("clinical-records-console.singletons");

/**
 * Holds one value per process. Next.js may load a module twice (in a bundle and outside of it), so module scope cannot
 * hold a pool or a listener; `globalThis` under a registered symbol can.
 */
function holder(): Holder {
  const global = globalThis as Record<symbol, Holder | undefined>;
  global[SINGLETONS] ??= { values: new Map(), closers: [] };
  return global[SINGLETONS];
}

/** Returns the process's value of this name, created on first use. `close` releases it (see closeSingletons). */
export function singleton<T>(name: string, make: () => T, close?: (value: T) => unknown): T {
  const { values, closers } = holder();
  if (values.has(name)) return values.get(name) as T;
  const made = make();
  values.set(name, made);
  if (close) closers.push({ name, close: () => close(made) });
  return made;
}

/** Removes a value without a `close`; the next use creates a new one. */
export function forgetSingleton(name: string): void {
  holder().values.delete(name);
}

/**
 * Closes and removes all values, the latest first because it may depend on earlier ones. A failure does not prevent
 * closing the others; throws the first one at the end.
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

/**
 * One value per process. Next.js may load a module twice (once per bundle, once outside of it), so module
 * scope is no place for a pool or a listener; `globalThis` under a registered symbol is.
 */
export function singleton<T>(name: string, make: () => T): T {
  const key = Symbol.for(`clinical-records-console.${name}`);
  const holder = globalThis as unknown as Record<symbol, T | undefined>;
  const existing = holder[key];
  if (existing !== undefined) return existing;
  const made = make();
  holder[key] = made;
  return made;
}

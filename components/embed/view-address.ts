let search = new URLSearchParams();
const listeners = new Set<() => void>();

/** Calls back whenever it changes; gives the function that ends that. */
export function listenToAddress(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Filters and what lies open in a view, as a page of the console keeps them in its address. */
export const viewAddress = (): URLSearchParams => search;

/** Puts another one in its place. */
export function changeAddress(next: URLSearchParams): void {
  search = new URLSearchParams(next);
  for (const listener of listeners) listener();
}

/** Says how a view opens, by the names that the console's address has. */
export function openWith(values: Record<string, string | undefined>): void {
  const given = Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]));
  search = new URLSearchParams(given);
}

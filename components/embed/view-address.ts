let search = new URLSearchParams();
const listeners = new Set<() => void>();

/** Subscribes to changes of the address. Returns the unsubscribe function. */
export function listenToAddress(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the parameters that the console keeps in its URL: filters, and open drawers. */
export const viewAddress = (): URLSearchParams => search;

/** Replaces the parameters. */
export function changeAddress(next: URLSearchParams): void {
  search = new URLSearchParams(next);
  for (const listener of listeners) listener();
}

/** Sets the initial parameters of a view, by their names in the console's URL. */
export function openWith(values: Record<string, string | undefined>): void {
  const given = Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]));
  search = new URLSearchParams(given);
}

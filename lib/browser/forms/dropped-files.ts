/** Files that were dropped on the console: the one that the open form takes, and those that are filed after it. */
let next: File | null = null;
let waiting: readonly File[] = [];
const listeners = new Set<() => void>();

const tell = () => {
  for (const listener of listeners) listener();
};

/** Hands the first of the files to the form that is open or opens next; the others wait behind those that wait already. */
export function dropFiles([first, ...others]: readonly File[]): void {
  if (!first) return;
  next = first;
  waiting = [...waiting, ...others];
  tell();
}

/** Hands the first file that waits to the form that opens next. */
export function dropNext(): void {
  const [first = null, ...others] = waiting;
  next = first;
  waiting = others;
  tell();
}

/** Forgets the files that wait. */
export function leaveWaiting(): void {
  waiting = [];
  tell();
}

/** Returns the file for the form, which has taken it then. */
export function takeDropped(): File | null {
  const taken = next;
  next = null;
  return taken;
}

export const droppedFile = (): File | null => next;

export const waitingFiles = (): readonly File[] => waiting;

/** Calls a function whenever files are dropped, taken up or left. Returns the function that ends it. */
export function onDroppedFiles(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

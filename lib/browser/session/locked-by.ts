/** Where a tab keeps the address of the person who locked it, for the sign-in page. Never in a URL. */
const LOCKED_BY = "crc.locked-by";

/** Runs what uses the browser's storage; null if the browser refuses it. */
export function stored<Value>(use: () => Value): Value | null {
  try {
    return use();
  } catch {
    return null;
  }
}

/** Keeps the address of the person who locks this tab, so that they type their password alone. */
export const keepLockedBy = (email: string): void => void stored(() => sessionStorage.setItem(LOCKED_BY, email));

/** Returns the address of the person who locked this tab; null if nobody did, or for somebody else. */
export const lockedBy = (): string | null => stored(() => sessionStorage.getItem(LOCKED_BY));

/** Forgets who locked this tab. */
export const forgetLockedBy = (): void => void stored(() => sessionStorage.removeItem(LOCKED_BY));

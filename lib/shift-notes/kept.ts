/** Days for which a note stands; then it is deleted (additions §7). */
export const KEPT_DAYS = 7;

const KEPT_MS = KEPT_DAYS * 86_400_000;

/** Returns the moment at which a note of this moment is no longer shown. */
export const expiryOf = (createdAt: Date): Date => new Date(createdAt.getTime() + KEPT_MS);

/** Returns the moment before which notes are no longer shown. */
export const shownSince = (now: Date): Date => new Date(now.getTime() - KEPT_MS);

/**
 * Returns the beginning of a text that others wrote, at most `length` characters. Searches run on no more than that: the
 * time of some grows with the square of the length.
 */
export const beginningOf = (text: string, length: number): string => text.slice(0, length).toWellFormed();

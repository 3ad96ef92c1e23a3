/** PostgreSQL stores neither NUL nor half a surrogate pair; a text with one is refused before it gets there. */
export const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed();

/** Returns whether PostgreSQL can store a text, which must contain neither NUL nor a lone surrogate. */
export const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed();

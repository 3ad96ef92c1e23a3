/** Joins class names, skipping empty and false values. */
export const classes = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(" ");

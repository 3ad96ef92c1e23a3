/**
 * Splits typed or pasted text into entries at line breaks, tabs, commas, semicolons and spaces. Removes quotes around
 * entries.
 */
export const splitChips = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((part) => part.replace(/^["']+|["']+$/g, ""))
    .filter((part) => part !== "");

/** Appends entries, dropping duplicates; `repeated` counts the dropped ones. */
export function addChips(
  present: readonly string[],
  entries: readonly string[],
): { chips: string[]; repeated: number } {
  const chips = [...new Set([...present, ...entries])];
  return { chips, repeated: present.length + entries.length - chips.length };
}

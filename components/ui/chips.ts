/** The entries of a typed or pasted text: parted by line, tab, comma, semicolon or space; quotes around them fall away. */
export const splitChips = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((part) => part.replace(/^["']+|["']+$/g, ""))
    .filter((part) => part !== "");

/** Adds entries behind those that are there, each once; `repeated` counts those that were there already. */
export function addChips(
  present: readonly string[],
  entries: readonly string[],
): { chips: string[]; repeated: number } {
  const chips = [...new Set([...present, ...entries])];
  return { chips, repeated: present.length + entries.length - chips.length };
}

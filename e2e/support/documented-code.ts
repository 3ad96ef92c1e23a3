import { readFileSync } from "node:fs";

/**
 * Returns the fenced blocks of a document in `docs/` that have a language ("" for none), without the indentation of a list,
 * in their order.
 */
export function documentedCode(document: string, language: string): string[] {
  const text = readFileSync(new URL(`../../docs/${document}`, import.meta.url), "utf8");
  return [...text.matchAll(/^( *)```(\w*)\n([\s\S]*?)^\1```$/gm)]
    .filter(([, , of]) => of === language)
    .map(([, indent = "", , code = ""]) => code.replaceAll(new RegExp(`^${indent}`, "gm"), ""));
}

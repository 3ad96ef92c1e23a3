import { THEME_VALUE, THEME_VARIABLES } from "#lib/administration/embedding/theme-variables";
import type { Look } from "./embed-messages.ts";

/** Returns the style variables that a theme sets, each with a valid value. */
export const themeVariables = (theme: Look["theme"]): [name: string, value: string][] =>
  THEME_VARIABLES.flatMap((name) => {
    const value = theme?.variables?.[name];
    return typeof value === "string" && THEME_VALUE.test(value) ? [[`--${name}`, value] as [string, string]] : [];
  });

/** Applies a theme to a page: its colour scheme and its style variables. Removes the previous theme. */
export function applyTheme(root: HTMLElement, theme: Look["theme"]): void {
  const scheme = theme?.scheme;
  if (scheme === "light" || scheme === "dark") root.dataset.theme = scheme;
  else delete root.dataset.theme;
  for (const name of THEME_VARIABLES) root.style.removeProperty(`--${name}`);
  for (const [name, value] of themeVariables(theme)) root.style.setProperty(name, value);
}

/** Returns the locale if browsers support it, otherwise the console's own. */
export function knownLocale(text: string | undefined): string {
  try {
    return Intl.getCanonicalLocales(text ?? "")[0] ?? "en-US";
  } catch {
    return "en-US";
  }
}

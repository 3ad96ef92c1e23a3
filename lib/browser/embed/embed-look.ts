import { THEME_VALUE, THEME_VARIABLES } from "#lib/administration/embedding/theme-variables";
import type { Look } from "./embed-messages.ts";

type ThemeVariable = (typeof THEME_VARIABLES)[number];

/** The accent's other tones if a theme sets the accent alone. They follow the scheme by its text and surface. */
const TONES: Partial<Record<ThemeVariable, string>> = {
  "accent-strong": "color-mix(in oklab, var(--accent) 84%, var(--fg))",
  "accent-soft": "color-mix(in oklab, var(--accent) 12%, var(--surface))",
  "accent-text": "color-mix(in oklab, var(--accent) 84%, var(--fg))",
};

/** Returns the style variables that a theme sets, each with a valid value, and the tones that follow its accent. */
export function themeVariables(theme: Look["theme"]): [name: string, value: string][] {
  const given = (name: ThemeVariable): string | undefined => {
    const value = theme?.variables?.[name];
    return typeof value === "string" && THEME_VALUE.test(value) ? value : undefined;
  };
  const tones = given("accent") === undefined ? {} : TONES;
  return THEME_VARIABLES.flatMap((name): [string, string][] => {
    const value = given(name) ?? tones[name];
    return value === undefined ? [] : [[`--${name}`, value]];
  });
}

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

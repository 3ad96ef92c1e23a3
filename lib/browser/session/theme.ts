/** How the console looks; `system` follows the device. */
export const THEMES = ["system", "light", "dark"] as const;

export type Theme = (typeof THEMES)[number];

/** Read by the root layout, so that the first paint is right. */
export const THEME_COOKIE = "crc.theme";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The theme that a cookie's or attribute's text names; `system` for anything else. */
export const readTheme = (text: string | undefined): Theme => THEMES.find((theme) => theme === text) ?? "system";

/** The theme that this page shows. */
export const currentTheme = (): Theme => readTheme(document.documentElement.dataset.theme);

/** Shows a theme at once, and on every page from now on. */
export function chooseTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  const life = theme === "system" ? 0 : YEAR_SECONDS;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not everywhere
  document.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=${life}; samesite=lax`;
}

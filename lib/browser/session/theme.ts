/** The colour themes of the console; `system` follows the device. */
export const THEMES = ["system", "light", "dark"] as const;

export type Theme = (typeof THEMES)[number];

/** The root layout reads this cookie, so that the first paint has the right theme. */
export const THEME_COOKIE = "crc.theme";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Returns the theme that a cookie or attribute names; `system` for any other text. */
export const readTheme = (text: string | undefined): Theme => THEMES.find((theme) => theme === text) ?? "system";

/** Returns the theme of this page. */
export const currentTheme = (): Theme => readTheme(document.documentElement.dataset.theme);

/** Applies a theme at once and stores it for every page. */
export function chooseTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  const life = theme === "system" ? 0 : YEAR_SECONDS;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not available everywhere
  document.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=${life}; samesite=lax`;
}

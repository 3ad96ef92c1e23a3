import type { Config } from "tailwindcss";
import plugin from "tailwindcss/plugin";

/**
 * Every value of the look, as CSS variables: a theme is a set of values and nothing else. Text colours keep a
 * contrast of at least 4.5:1 on the surfaces that they stand on, controls' borders 3:1 (WCAG 1.4.3, 1.4.11).
 */
const light = {
  "color-scheme": "light",
  "--canvas": "oklch(0.981 0.003 230)",
  "--surface": "oklch(1 0 0)",
  "--raised": "oklch(1 0 0)",
  "--sunken": "oklch(0.963 0.004 230)",
  "--hover": "oklch(0.945 0.006 230)",
  "--line": "oklch(0.918 0.005 235)",
  "--line-strong": "oklch(0.65 0.014 240)",
  "--fg": "oklch(0.225 0.018 245)",
  "--muted": "oklch(0.435 0.018 245)",
  "--faint": "oklch(0.52 0.016 245)",
  "--accent": "oklch(0.46 0.082 215)",
  "--accent-strong": "oklch(0.4 0.076 216)",
  "--accent-on": "oklch(1 0 0)",
  "--accent-soft": "oklch(0.948 0.022 210)",
  "--accent-text": "oklch(0.43 0.078 216)",
  "--info": "oklch(0.47 0.13 252)",
  "--info-soft": "oklch(0.955 0.021 248)",
  "--success": "oklch(0.45 0.105 152)",
  "--success-soft": "oklch(0.955 0.03 155)",
  "--warning": "oklch(0.47 0.098 70)",
  "--warning-soft": "oklch(0.962 0.04 85)",
  "--danger": "oklch(0.5 0.175 26)",
  "--danger-strong": "oklch(0.44 0.16 26)",
  "--danger-on": "oklch(1 0 0)",
  "--danger-soft": "oklch(0.958 0.02 20)",
  "--scrim": "oklch(0.2 0.02 245 / 0.32)",
  "--shadow-float": "0 0 0 1px oklch(0.2 0.02 245 / 0.07), 0 8px 28px -6px oklch(0.2 0.02 245 / 0.18)",
  "--shadow-tip": "0 4px 14px -4px oklch(0.2 0.02 245 / 0.3)",
};

const dark: Record<keyof typeof light, string> = {
  "color-scheme": "dark",
  "--canvas": "oklch(0.172 0.01 240)",
  "--surface": "oklch(0.203 0.011 240)",
  "--raised": "oklch(0.243 0.013 240)",
  "--sunken": "oklch(0.232 0.012 240)",
  "--hover": "oklch(0.298 0.015 240)",
  "--line": "oklch(0.3 0.013 240)",
  "--line-strong": "oklch(0.53 0.015 240)",
  "--fg": "oklch(0.945 0.006 230)",
  "--muted": "oklch(0.785 0.012 235)",
  "--faint": "oklch(0.69 0.013 235)",
  "--accent": "oklch(0.715 0.086 207)",
  "--accent-strong": "oklch(0.775 0.082 206)",
  "--accent-on": "oklch(0.19 0.03 220)",
  "--accent-soft": "oklch(0.3 0.038 214)",
  "--accent-text": "oklch(0.82 0.086 205)",
  "--info": "oklch(0.785 0.105 250)",
  "--info-soft": "oklch(0.29 0.05 252)",
  "--success": "oklch(0.79 0.12 154)",
  "--success-soft": "oklch(0.287 0.045 155)",
  "--warning": "oklch(0.82 0.115 82)",
  "--warning-soft": "oklch(0.296 0.045 75)",
  "--danger": "oklch(0.765 0.135 22)",
  "--danger-strong": "oklch(0.82 0.11 22)",
  "--danger-on": "oklch(0.19 0.03 22)",
  "--danger-soft": "oklch(0.295 0.06 22)",
  "--scrim": "oklch(0.08 0.01 240 / 0.52)",
  "--shadow-float": "0 0 0 1px oklch(1 0 0 / 0.09), 0 10px 32px -6px oklch(0 0 0 / 0.6)",
  "--shadow-tip": "0 4px 14px -4px oklch(0 0 0 / 0.6)",
};

/** Sizes that do not change with the theme. */
const shape = {
  "--radius-sm": "4px",
  "--radius-md": "6px",
  "--radius-lg": "10px",
  "--sidebar": "13rem",
  "--topbar": "3rem",
  "--drawer": "27.5rem",
  /** Height of a table row with one line. */
  "--row": "2.5rem",
  "--font-text": '"Inter Variable", system-ui, -apple-system, "Segoe UI", sans-serif',
  "--font-code": 'ui-monospace, "SF Mono", "Cascadia Mono", "Liberation Mono", Menlo, monospace',
};

/** Values of the compact density: more rows on a screen. */
const compact = { "--row": "2rem" };

const value = (name: string) => `var(--${name})`;

export default {
  content: [],
  theme: {
    colors: {
      transparent: "transparent",
      current: "currentColor",
      canvas: value("canvas"),
      surface: value("surface"),
      raised: value("raised"),
      sunken: value("sunken"),
      hover: value("hover"),
      line: value("line"),
      "line-strong": value("line-strong"),
      fg: value("fg"),
      muted: value("muted"),
      faint: value("faint"),
      scrim: value("scrim"),
      accent: {
        DEFAULT: value("accent"),
        strong: value("accent-strong"),
        on: value("accent-on"),
        soft: value("accent-soft"),
        text: value("accent-text"),
      },
      info: { DEFAULT: value("info"), soft: value("info-soft") },
      success: { DEFAULT: value("success"), soft: value("success-soft") },
      warning: { DEFAULT: value("warning"), soft: value("warning-soft") },
      danger: {
        DEFAULT: value("danger"),
        strong: value("danger-strong"),
        on: value("danger-on"),
        soft: value("danger-soft"),
      },
    },
    borderRadius: {
      none: "0",
      sm: value("radius-sm"),
      md: value("radius-md"),
      lg: value("radius-lg"),
      full: "9999px",
    },
    boxShadow: { float: value("shadow-float"), tip: value("shadow-tip"), none: "none" },
    fontFamily: { text: value("font-text"), code: value("font-code") },
    fontSize: {
      xs: ["0.75rem", { lineHeight: "1rem" }],
      sm: ["0.8125rem", { lineHeight: "1.25rem" }],
      base: ["0.875rem", { lineHeight: "1.25rem" }],
      lg: ["1rem", { lineHeight: "1.5rem" }],
      xl: ["1.25rem", { lineHeight: "1.75rem", letterSpacing: "-0.012em" }],
    },
    extend: {
      spacing: { sidebar: value("sidebar"), topbar: value("topbar"), drawer: value("drawer") },
    },
  },
  plugins: [
    plugin(({ addBase }) => {
      addBase({
        ":root": { ...shape, ...light },
        // Paper is light, whatever the screen shows.
        "@media screen and (prefers-color-scheme: dark)": { ":root:not([data-theme=light])": dark },
        "@media screen": { ":root[data-theme=dark]": dark },
        ":root[data-density=compact]": compact,
      });
    }),
  ],
} satisfies Config;

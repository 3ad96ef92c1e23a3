/** The theme variables (tailwind.config.ts) that a partner may set. */
export const THEME_VARIABLES = [
  "canvas",
  "surface",
  "raised",
  "sunken",
  "hover",
  "line",
  "line-strong",
  "fg",
  "muted",
  "faint",
  "accent",
  "accent-strong",
  "accent-on",
  "accent-soft",
  "accent-text",
  "radius-sm",
  "radius-md",
  "radius-lg",
  "font-text",
] as const;

/** The characters of a theme's value, and how many there may be. */
export const THEME_CHARACTERS = /^[\w\s#.,%()'"+*/-]+$/;
export const MAX_THEME_VALUE = 200;

/** A colour, a length or a list of fonts. The allowed characters cannot form an address or end the declaration. */
export const THEME_VALUE = /^(?=.{1,200}$)(?!.*(url|image|src|element)[\w-]*\()[\w\s#.,%()'"+*/-]+$/is;

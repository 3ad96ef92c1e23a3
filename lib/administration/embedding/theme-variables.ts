/** The look's own variables (tailwind.config.ts) that a partner's theme may set. */
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

/** A colour, a length or a list of fonts: no sign of it can name an address or end the declaration. */
export const THEME_VALUE = /^(?!.*(url|image|src|element)[\w-]*\()[\w\s#.,%()'"+*/-]{1,200}$/i;

import { z } from "zod";

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
const themeValue = z
  .string({ error: "must be a string" })
  .regex(/^[\w\s#.,%()'"+*/-]{1,200}$/, "must be a colour, a length or a list of fonts");

const variables = z.object(
  Object.fromEntries(THEME_VARIABLES.map((name) => [name, themeValue.optional()])) as Record<
    (typeof THEME_VARIABLES)[number],
    z.ZodOptional<typeof themeValue>
  >,
  { error: "must be an object" },
);

/** How an embedded view looks: values of the look's variables, and nothing else. */
export const embedTheme = z.object(
  {
    scheme: z.enum(["light", "dark", "system"], { error: "must be one of light, dark, system" }).optional(),
    variables: variables.optional(),
  },
  { error: "must be an object" },
);

export type EmbedTheme = z.infer<typeof embedTheme>;

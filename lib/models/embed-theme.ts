import { z } from "zod";
import { THEME_VALUE, THEME_VARIABLES } from "./theme-variables.ts";

const themeValue = z
  .string({ error: "must be a string" })
  .regex(THEME_VALUE, "must be a colour, a length or a list of fonts");

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

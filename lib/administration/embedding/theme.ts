import { z } from "zod";
import { THEME_VALUE, THEME_VARIABLES } from "./theme-variables.ts";

const themeValue = z
  .string({ error: "must be a string" })
  .regex(THEME_VALUE, "must be a colour, a length or a list of fonts");

/** Returns the error messages for a value that is not an object and for an object with unknown keys. */
const namesOnly =
  (what: string, names: readonly string[]): z.core.$ZodErrorMap =>
  ({ code }) =>
    code === "unrecognized_keys" ? `${what} must name only ${names.join(", ")}` : "must be an object";

const variables = z.strictObject(
  Object.fromEntries(THEME_VARIABLES.map((name) => [name, themeValue.optional()])) as Record<
    (typeof THEME_VARIABLES)[number],
    z.ZodOptional<typeof themeValue>
  >,
  { error: namesOnly("theme.variables", THEME_VARIABLES) },
);

/** The theme of an embedded view: values of the theme variables only. */
export const embedTheme = z
  .strictObject(
    {
      scheme: z.enum(["light", "dark", "system"], { error: "must be one of light, dark, system" }).optional(),
      variables: variables.optional(),
    },
    { error: namesOnly("theme", ["scheme", "variables"]) },
  )
  .meta({ id: "EmbedTheme" });

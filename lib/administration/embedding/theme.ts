import { z } from "zod";
import { MAX_THEME_VALUE, THEME_CHARACTERS, THEME_VALUE, THEME_VARIABLES } from "./theme-variables.ts";

const themeProblem = { error: "must be a colour, a length or a list of fonts", abort: true };

// The document has the first two rules; the last needs a lookahead, which not every language's patterns have.
const themeValue = z
  .string({ error: "must be a string" })
  .max(MAX_THEME_VALUE, themeProblem)
  .regex(THEME_CHARACTERS, themeProblem)
  .refine((value) => THEME_VALUE.test(value), themeProblem);

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

const theme = z.strictObject(
  {
    scheme: z.enum(["light", "dark", "system"], { error: "must be one of light, dark, system" }).optional(),
    variables: variables.optional(),
  },
  { error: namesOnly("theme", ["scheme", "variables"]) },
);

/** The theme of an embedded view: values of the theme variables only. */
export const embedTheme = theme.meta({ id: "EmbedTheme" });

/** The same in an answer, where later revisions may add variables. */
export const shownEmbedTheme = theme.meta({ id: "ShownEmbedTheme" });

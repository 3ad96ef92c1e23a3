import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { newAccountInput } from "#lib/administration/linked-accounts/new-account";
import { acceptedInvitation } from "#lib/administration/users/model";
import { catalog } from "#lib/catalog/generated/definitions";
import { visitStatuses } from "#lib/emr/fhir/visit-statuses";
import { allCommands } from "./all-commands.ts";
import { type JsonSchema, jsonSchema } from "./schema.ts";

/** Fields by which people know a record. */
const NAMES = new Set(["name", "description", "label", "title", "owner", "display_name", "device"]);

/** Names that are defined elsewhere: a value of a closed list, or no name at all. */
const isName = (field: string, { type, enum: values, const: value, format }: JsonSchema) =>
  NAMES.has(field) && type === "string" && values === undefined && value === undefined && format === undefined;

/** Returns the paths of the names in a body, with those of objects and lists in it. */
function namesIn(schema: JsonSchema, defs: Record<string, JsonSchema>, at: readonly string[] = []): string[][] {
  const reference = typeof schema.$ref === "string" ? schema.$ref.split("/").at(-1) : undefined;
  if (reference !== undefined) return namesIn(defs[reference] ?? {}, defs, at);
  const choices = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((each) => (each ?? []) as JsonSchema[]);
  const fields = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  return [
    ...choices.flatMap((choice) => namesIn(choice, defs, at)),
    ...(schema.items ? namesIn(schema.items as JsonSchema, defs, [...at, "0"]) : []),
    ...fields.flatMap(([field, found]) =>
      isName(field, found) ? [[...at, field]] : namesIn(found, defs, [...at, field]),
    ),
  ];
}

/** Returns a body with one value at a path, and nothing else. */
function bodyWith(path: readonly string[], value: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  const inner = bodyWith(rest, value);
  return first === "0" ? [inner] : { [first]: inner };
}

const inputs: { command: string; input: z.ZodType }[] = [
  ...allCommands.map(({ method, path, input }) => ({ command: `${method} ${path}`, input: input as z.ZodType })),
  { command: "a new organization", input: newAccountInput },
  { command: "a mapped visit status", input: visitStatuses.element },
  { command: "an accepted invitation", input: acceptedInvitation },
];

const names = inputs.flatMap(({ command, input }) => {
  const schema = jsonSchema(input as z.ZodObject, "input");
  const paths = namesIn(schema, (schema.$defs ?? {}) as Record<string, JsonSchema>).map((path) => path.join("."));
  // A connection is checked by the schema of its EMR's kind, below.
  return [...new Set(paths)]
    .filter((path) => !path.startsWith("connection."))
    .map((path) => ({ command, input, path }));
});

/** Of what is written to the EMR, the titles by which lists and panels show it; a description is a text there. */
const titles = Object.values(catalog).flatMap(({ method, path, input }) =>
  "subject" in input.shape ? [{ command: `${method} ${path}`, input: input as z.ZodType, path: "subject" }] : [],
);

/** Returns the message about the field at a path if a body has this value there. */
const messageAbout = (input: z.ZodType, path: string, value: string) =>
  input
    .safeParse(bodyWith(path.split("."), value))
    .error?.issues.find((issue) => issue.path.map(String).join(".") === path)?.message;

describe("the names that commands take", () => {
  it("are these", () => {
    expect(names.map(({ command, path }) => `${command} ${path}`).sort()).toEqual([
      "PATCH /api-clients/{id} name",
      "PATCH /linked-accounts/{id} name",
      "PATCH /me/second-factors/{id} name",
      "PATCH /saved-views/{id} name",
      "PATCH /users/{id} name",
      "PATCH /webhook-endpoints/{id} description",
      "POST /api-clients name",
      "POST /embed/sessions actor.name",
      "POST /link-tokens/{id}/account name",
      "POST /linked-accounts name",
      "POST /linked-accounts/probe name",
      "POST /mcp-tokens name",
      "POST /me/second-factors name",
      "POST /saved-views name",
      "POST /scim-tokens name",
      "POST /users name",
      "POST /webhook-endpoints description",
      "POST /webhook-endpoints owner",
      "a mapped visit status description",
      "a new organization name",
      "an accepted invitation name",
    ]);
  });

  it.each([...names, ...titles])("$command: $path is one line of visible characters", ({ input, path }) => {
    for (const odd of [
      "\n",
      "\r\n",
      "\t",
      "\0",
      "\u0085",
      "\u2028",
      "\u2029",
      "\u202e",
      "\u2066",
      "\u200b",
      "\ufeff",
    ]) {
      expect(messageAbout(input, path, `Nora${odd}Bell`), JSON.stringify(odd)).toMatch(
        /^must be one line without invisible characters, but has U\+/,
      );
    }
    for (const mark of ["\u0301", "\u0301\u0302", " \u20dd", "\u00a0\u0e31", "\u0308Nora"]) {
      expect(messageAbout(input, path, mark), JSON.stringify(mark)).toBe(
        "must begin with a visible character, not with a combining mark",
      );
    }
    for (const blank of ["\u2800", "\u3164", "\u115f", "\uffa0", "\ufe0f", "\u{e0061}\u{e007f}", "\u{e0100}"]) {
      expect(messageAbout(input, path, blank), JSON.stringify(blank)).toMatch(/has U\+/);
    }
    for (const fine of ["Zoë O’Brien-Núñez", "محمد بن سلمان", "می\u200cخواهم", "👩\u200d⚕️ 李小龍"]) {
      expect(messageAbout(input, path, fine), fine).toBeUndefined();
    }
  });
});

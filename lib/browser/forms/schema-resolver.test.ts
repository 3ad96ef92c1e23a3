import type { ResolverOptions } from "react-hook-form";
import { expect, it } from "vitest";
import { z } from "zod";
import { schemaResolver } from "./schema-resolver.ts";

const options = { fields: {}, shouldUseNativeValidation: false } as ResolverOptions<Record<string, unknown>>;

const schema = z.strictObject({
  url: z.url({ error: "must be a valid URL" }),
  event_types: z.array(z.string({ error: "must be a string" }), { error: "must be an array" }),
  name: z.string({ error: "must be a string" }).trim().optional(),
});
const fields = { url: { label: "URL", missing: "Enter the URL" }, event_types: { label: "Event types" } };

/** Returns the body that a form with these values sends, or the message of each field. */
async function check(values: Record<string, unknown>, bodyOf = (given: Record<string, unknown>) => given) {
  const { values: body, errors } = await schemaResolver({ schema, fields, bodyOf })(values, undefined, options);
  const messages = Object.entries(errors).map(([field, error]) => [field, error?.message]);
  return messages.length > 0 ? Object.fromEntries(messages) : body;
}

it("returns the body as the schema parses it", async () => {
  const values = { url: "https://a.example", event_types: ["x"], name: " Billing ", scope: "some" };
  expect(await check(values, ({ scope, ...body }) => body)).toEqual({
    url: "https://a.example",
    event_types: ["x"],
    name: "Billing",
  });
});

it("names each field by its label, with a separate message for empty fields", async () => {
  expect(await check({ url: "nothing", event_types: ["x", 1] })).toEqual({
    url: "Enter a valid URL",
    event_types: "Entry 2: Enter the event types",
  });
  expect(await check({ url: "", event_types: [] })).toEqual({ url: "Enter the URL" });
});

it("shows errors without a field above the form", async () => {
  expect(await check({ url: "https://a.example", event_types: [], other: 1 })).toHaveProperty("root");
});

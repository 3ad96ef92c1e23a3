import { describe, expect, it } from "vitest";
import { z } from "zod";
import { withoutRefusedNulls } from "./absent-null.ts";

const schema = z
  .object({
    name: z.string(),
    note: z.string().optional(),
    count: z.number().default(3),
    kind: z.enum(["one", "two"]).optional(),
    limit: z.number().nullable().optional(),
    anything: z.unknown(),
    urls: z.union([z.string(), z.array(z.string())]).optional(),
    nested: z.object({ inner: z.boolean().optional(), limit: z.number().nullish() }).optional(),
    entries: z.array(z.object({ text: z.string().optional() })).optional(),
    texts: z.record(z.string(), z.string()).optional(),
  })
  .refine(({ name, limit }) => name !== "limited" || limit !== null, { path: ["limit"], error: "must be given" });

describe("a null in a body", () => {
  it.each([
    ["of an optional text", { note: null }, {}],
    ["of a field with a default", { count: null }, {}],
    ["of a choice", { kind: null }, {}],
    ["of one type or another", { urls: null }, {}],
    ["of a group of fields", { nested: null }, {}],
    ["within a group", { nested: { inner: null } }, { nested: {} }],
    ["within an entry of a list", { entries: [{ text: "a" }, { text: null }] }, { entries: [{ text: "a" }, {}] }],
    ["of an entry of a map", { texts: { a: null, b: "b" } }, { texts: { b: "b" } }],
    ["of a list", { entries: null }, {}],
  ])("counts as absent: %s", (_which, given, kept) => {
    expect(withoutRefusedNulls(schema, { name: "a", ...given })).toEqual({ name: "a", ...kept });
  });

  it.each([
    ["the type allows it", { limit: null, nested: { limit: null } }],
    ["the type allows anything", { anything: null, more: { than: null } }],
    ["it is an entry of a list", { entries: [null, {}] }],
    ["no field of the schema has its name", { other: null }],
  ])("stays where %s", (_where, given) => {
    expect(withoutRefusedNulls(schema, { name: "a", ...given })).toEqual({ name: "a", ...given });
  });

  it("stays where a rule beyond the type refuses it", () => {
    const given = { name: "limited", limit: null };
    expect(withoutRefusedNulls(schema, given)).toBe(given);
  });

  it("is absent also for a required field, which is then missing", () => {
    expect(withoutRefusedNulls(schema, { name: null, limit: null })).toEqual({ limit: null });
  });

  it("keeps a name that objects inherit", () => {
    const given = JSON.parse('{"name":"a","note":null,"__proto__":{"x":1}}');
    expect(JSON.stringify(withoutRefusedNulls(schema, given))).toBe('{"name":"a","__proto__":{"x":1}}');
  });

  it("changes nothing in a body without one", () => {
    const given = { name: 1, entries: [{ text: 2 }] };
    expect(withoutRefusedNulls(schema, given)).toBe(given);
    expect(withoutRefusedNulls(schema, null)).toBe(null);
  });
});

import { expect, it } from "vitest";
import { z } from "zod";
import { fieldErrors, sentences } from "./field-error.ts";
import { listRule, problemsOf } from "./validation.ts";

const shape = z.object({
  name: z.string({ error: "must be a string" }),
  size: z.enum(["S", "L"], { error: "must be one of S, L" }),
});

it("reports an absent field as missing, whatever its type", () => {
  const parsed = shape.safeParse({});
  expect(parsed.error && sentences(problemsOf(parsed.error, {}))).toBe(
    "Missing required field: name; Missing required field: size (must be one of S, L)",
  );
});

it("reports the fault of a present field", () => {
  const input = { name: 1, size: "M" };
  const parsed = shape.safeParse(input);
  expect(parsed.error && sentences(problemsOf(parsed.error, input))).toBe(
    "name must be a string; size must be one of S, L",
  );
});

it("names a list's entry by its position, and a shared fault once", () => {
  const lists = z.object({ sizes: z.array(shape.shape.size), people: z.array(shape) });
  const input = { sizes: ["S", "M", "X"], people: [{ name: "A", size: "S" }, { name: "B", size: "M" }, { name: "C" }] };
  const parsed = lists.safeParse(input);
  expect(parsed.error && sentences(problemsOf(parsed.error, input))).toBe(
    "sizes[1] must be one of S, L; people[1].size must be one of S, L; " +
      "Missing required field: people[2].size (must be one of S, L)",
  );
});

it("reports a rule of the whole list under the list's name", () => {
  const rule = listRule("must be an array of valid URLs");
  const lists = z.object({ urls: z.array(z.url({ error: rule }), { error: rule }) });
  const input = { urls: ["https://a.example", "x"] };
  const parsed = lists.safeParse(input);
  expect(parsed.error && sentences(problemsOf(parsed.error, input))).toBe(`urls ${rule}`);
});

it("does not report an entry of a comma-separated list as missing", () => {
  const lists = z.object({
    sizes: z
      .string()
      .transform((text) => text.split(","))
      .pipe(z.array(shape.shape.size)),
  });
  const input = { sizes: "S,M" };
  const parsed = lists.safeParse(input);
  expect(parsed.error && sentences(problemsOf(parsed.error, input))).toBe("sizes must be one of S, L");
});

it("returns each invalid field by its path, with only its own fault", () => {
  const rule = listRule("must be an array of valid sites");
  const lists = z.object({
    urls: z.array(z.url({ error: rule }), { error: rule }),
    people: z.array(shape),
    size: shape.shape.size,
  });
  const input = { urls: ["x", "https://a.example", "y"], people: [{ name: "B", size: "M" }, { size: "X" }] };
  const { error } = lists.safeParse(input);
  expect(error && fieldErrors(problemsOf(error, input))).toEqual([
    { field: "urls[0]", message: rule },
    { field: "urls[2]", message: rule },
    { field: "people[0].size", message: "must be one of S, L" },
    { field: "people[1].name", message: "is required" },
    { field: "people[1].size", message: "must be one of S, L" },
    { field: "size", message: "is required and must be one of S, L" },
  ]);
});

it("returns each unexpected field", () => {
  const { error } = z.object({ a: z.strictObject({}, { error: "a takes nothing" }) }).safeParse({ a: { b: 1, c: 2 } });
  const problems = error ? problemsOf(error, {}) : [];
  expect(fieldErrors(problems).map(({ field }) => field)).toEqual(["a.b", "a.c"]);
  expect(sentences(problems)).toBe("a takes nothing");
});

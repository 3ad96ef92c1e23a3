import { expect, it } from "vitest";
import { z } from "zod";
import { fieldErrors, sentences } from "./field-error.ts";
import { listRule, problemsOf } from "./validation.ts";

const shape = z.object({
  name: z.string({ error: "must be a string" }),
  size: z.enum(["S", "L"], { error: "must be one of S, L" }),
});

it("says of a field that is not there that it is missing, whatever its type", () => {
  const parsed = shape.safeParse({});
  expect(parsed.error && sentences(problemsOf(parsed.error, {}))).toBe(
    "Missing required field: name; Missing required field: size (must be one of S, L)",
  );
});

it("says of a field that is there what is wrong with it", () => {
  const input = { name: 1, size: "M" };
  const parsed = shape.safeParse(input);
  expect(parsed.error && sentences(problemsOf(parsed.error, input))).toBe(
    "name must be a string; size must be one of S, L",
  );
});

it("tells of an entry of a list by its place, and once of what several have wrong alike", () => {
  const lists = z.object({ sizes: z.array(shape.shape.size), people: z.array(shape) });
  const input = { sizes: ["S", "M", "X"], people: [{ name: "A", size: "S" }, { name: "B", size: "M" }, { name: "C" }] };
  const parsed = lists.safeParse(input);
  expect(parsed.error && sentences(problemsOf(parsed.error, input))).toBe(
    "sizes[1] must be one of S, L; people[1].size must be one of S, L; " +
      "Missing required field: people[2].size (must be one of S, L)",
  );
});

it("tells of a rule for the whole list by the list's name", () => {
  const rule = listRule("must be an array of valid URLs");
  const lists = z.object({ urls: z.array(z.url({ error: rule }), { error: rule }) });
  const input = { urls: ["https://a.example", "x"] };
  const parsed = lists.safeParse(input);
  expect(parsed.error && sentences(problemsOf(parsed.error, input))).toBe(`urls ${rule}`);
});

it("does not call an entry missing that a comma-separated list brought", () => {
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

it("returns each invalid field by its path, with what is wrong with it alone", () => {
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

it("returns each field that is not expected", () => {
  const { error } = z.object({ a: z.strictObject({}, { error: "a takes nothing" }) }).safeParse({ a: { b: 1, c: 2 } });
  const problems = error ? problemsOf(error, {}) : [];
  expect(fieldErrors(problems).map(({ field }) => field)).toEqual(["a.b", "a.c"]);
  expect(sentences(problems)).toBe("a takes nothing");
});

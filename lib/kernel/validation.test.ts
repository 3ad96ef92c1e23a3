import { expect, it } from "vitest";
import { z } from "zod";
import { problemsMessage } from "./validation.ts";

const shape = z.object({
  name: z.string({ error: "must be a string" }),
  size: z.enum(["S", "L"], { error: "must be one of S, L" }),
});

it("says of a field that is not there that it is missing, whatever its type", () => {
  const parsed = shape.safeParse({});
  expect(parsed.error && problemsMessage(parsed.error, {})).toBe(
    "Missing required field: name; Missing required field: size (must be one of S, L)",
  );
});

it("says of a field that is there what is wrong with it", () => {
  const input = { name: 1, size: "M" };
  const parsed = shape.safeParse(input);
  expect(parsed.error && problemsMessage(parsed.error, input)).toBe("name must be a string; size must be one of S, L");
});

it("tells of an entry of a list by its place, and once of what several have wrong alike", () => {
  const lists = z.object({ sizes: z.array(shape.shape.size), people: z.array(shape) });
  const input = { sizes: ["S", "M", "X"], people: [{ name: "A", size: "S" }, { name: "B", size: "M" }, { name: "C" }] };
  const parsed = lists.safeParse(input);
  expect(parsed.error && problemsMessage(parsed.error, input)).toBe(
    "sizes[1] must be one of S, L; people[1].size must be one of S, L; " +
      "Missing required field: people[2].size (must be one of S, L)",
  );
});

it("tells of a rule for the whole list by the list's name", () => {
  const rule = "must be an array of valid URLs";
  const lists = z.object({ urls: z.array(z.url({ error: rule }), { error: rule }) });
  const input = { urls: ["https://a.example", "x"] };
  const parsed = lists.safeParse(input);
  expect(parsed.error && problemsMessage(parsed.error, input)).toBe(`urls ${rule}`);
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
  expect(parsed.error && problemsMessage(parsed.error, input)).toBe("sizes must be one of S, L");
});

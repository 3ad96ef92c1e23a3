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

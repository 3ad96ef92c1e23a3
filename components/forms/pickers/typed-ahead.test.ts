import { expect, it } from "vitest";
import { firstNamed } from "./typed-ahead.ts";

const methods = ["Cash", "Check", "Credit Card", "Écheck"].map((name) => ({ id: name.slice(0, 3), name }));

it("finds the first option whose name begins with what was typed", () => {
  expect(firstNamed(methods, "c")?.name).toBe("Cash");
  expect(firstNamed(methods, "CH")?.name).toBe("Check");
  expect(firstNamed(methods, "credit c")?.name).toBe("Credit Card");
  expect(firstNamed(methods, "e")?.name).toBe("Écheck");
  expect(firstNamed(methods, "ard")).toBeUndefined();
});

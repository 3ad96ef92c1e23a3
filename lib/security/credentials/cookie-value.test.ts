import { expect, it } from "vitest";
import { cookieValue } from "./cookie-value.ts";

it("returns the decoded cookie of exactly this name", () => {
  expect(cookieValue("xa=1; a=b%20c=d; a=2", "a")).toBe("b c=d");
  expect(cookieValue("aa=1", "a")).toBeNull();
  expect(cookieValue(null, "a")).toBeNull();
});

it("treats a value that was never issued as no cookie", () => {
  expect(cookieValue("a=%; b=1", "a")).toBeNull();
  expect(cookieValue("a=%E0%A4%A", "a")).toBeNull();
});

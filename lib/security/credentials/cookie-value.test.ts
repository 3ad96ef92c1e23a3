import { expect, it } from "vitest";
import { cookieValue } from "./cookie-value.ts";

it("gives the cookie of just this name, decoded", () => {
  expect(cookieValue("xa=1; a=b%20c=d; a=2", "a")).toBe("b c=d");
  expect(cookieValue("aa=1", "a")).toBeNull();
  expect(cookieValue(null, "a")).toBeNull();
});

it("takes what nobody was given for no cookie", () => {
  expect(cookieValue("a=%; b=1", "a")).toBeNull();
  expect(cookieValue("a=%E0%A4%A", "a")).toBeNull();
});

import { expect, test } from "vitest";
import { TypedAhead } from "./typed-ahead.ts";

const press = (typed: TypedAhead, keys: readonly string[], held = {}) =>
  keys.map((key) => typed.keep({ key, ctrlKey: false, metaKey: false, ...held }));

test("keeps the text that is typed until the field takes it over", () => {
  const typed = new TypedAhead();
  typed.begin();
  expect(press(typed, ["S", "m", "o", "Backspace", "i"])).toEqual([true, true, true, true, true]);
  expect(typed.take()).toBe("Smi");
  expect(press(typed, ["t"])).toEqual([false]);
  expect(typed.take()).toBe("");
});

test("leaves shortcuts and keys that are no text to the page, but for Enter, which would press a button there", () => {
  const typed = new TypedAhead();
  typed.begin();
  expect(press(typed, ["Shift", "Escape", "Tab", "Enter"])).toEqual([false, false, false, true]);
  expect(press(typed, ["a"], { ctrlKey: true })).toEqual([false]);
  expect(typed.take()).toBe("");
});

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

test("keeps the Enter that ends a scanner's text", () => {
  const typed = new TypedAhead();
  typed.begin();
  expect(press(typed, ["4", "1", "7", "Enter", "Enter"])).toEqual([true, true, true, true, true]);
  expect(typed.take()).toBe("417\n\n");
});

test("leaves shortcuts and keys that are no text to the page, but for Enter, which would press a button there", () => {
  const typed = new TypedAhead();
  typed.begin();
  expect(press(typed, ["Shift", "Escape", "Tab", "Enter"])).toEqual([false, false, false, true]);
  expect(press(typed, ["a"], { ctrlKey: true })).toEqual([false]);
  expect(typed.take()).toBe("");
});

test("keeps pasted text, AltGr's letters, and the Tab that ends a text, where it is wanted", () => {
  const typed = new TypedAhead({ keepsTab: true });
  typed.begin();
  expect(press(typed, ["Tab"])).toEqual([false]);
  expect(press(typed, ["ł"], { ctrlKey: true, getModifierState: () => true })).toEqual([true]);
  typed.paste("417\r\n");
  expect(press(typed, ["2", "Tab", "5", "Tab", "Tab"])).toEqual([true, true, true, true, false]);
  expect(typed.take()).toBe("ł417\n2\t5\t");
});

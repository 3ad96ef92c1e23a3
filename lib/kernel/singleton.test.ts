import { expect, test } from "vitest";
import { closeSingletons, forgetSingleton, singleton } from "./singleton.ts";

test("a value is created once, even if it is undefined", () => {
  let made = 0;
  const make = () => {
    made += 1;
    return undefined;
  };
  singleton("test-nothing", make);
  singleton("test-nothing", make);
  expect(made).toBe(1);
  forgetSingleton("test-nothing");
  singleton("test-nothing", make);
  expect(made).toBe(2);
});

test("closes all values, youngest first, and creates them anew afterwards", async () => {
  const closed: string[] = [];
  singleton(
    "test-older",
    () => 1,
    () => void closed.push("older"),
  );
  singleton(
    "test-failing",
    () => 2,
    async () => {
      closed.push("failing");
      throw new Error("does not close");
    },
  );
  singleton(
    "test-younger",
    () => 3,
    () => void closed.push("younger"),
  );
  await expect(closeSingletons()).rejects.toThrow("does not close");
  expect(closed).toEqual(["younger", "failing", "older"]);
  await closeSingletons();
  expect(closed).toHaveLength(3);
  expect(singleton("test-older", () => 4)).toBe(4);
});

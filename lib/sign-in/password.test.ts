import { expect, it } from "vitest";
import { hashPassword, sourceOf, verifyPassword } from "./password.ts";

it("checks one person's password in turn with a flood from another address, which is refused beyond its share", async () => {
  const stored = await hashPassword("correct horse");
  let done = 0;
  const flood = Array.from({ length: 400 }, (_, number) =>
    verifyPassword(stored, `wrong ${number}`, sourceOf(`203.0.113.${number % 200}`)).then(
      () => ++done,
      ({ code, retryAfterSeconds }) => ({ code, retryAfterSeconds }),
    ),
  );
  expect(await verifyPassword(stored, "correct horse", sourceOf("198.51.100.7"))).toBe(true);
  // Those that were being checked, and one more of each place.
  expect(done).toBeLessThan(10);
  const refused = (await Promise.all(flood)).filter((each) => typeof each === "object");
  expect(refused.length).toBeGreaterThan(50);
  expect(refused[0]).toEqual({ code: "too_many", retryAfterSeconds: 5 });
});

it.each([
  ["203.0.113.9", "203.0.113/9"],
  ["::ffff:203.0.113.9", "203.0.113/9"],
  ["2001:db8:7:8:9::1", "8193:3512:7/8"],
  ["nowhere", "unknown"],
  [null, "unknown"],
])("takes %s for the source %s", (address, source) => {
  expect(sourceOf(address)).toBe(source);
});

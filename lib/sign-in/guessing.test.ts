import { expect, it } from "vitest";
import { testDatabase } from "#lib/testing/test-database";
import { beginSignIn, endSignIn, SIGN_IN_LIMITS } from "./sign-in-throttle.ts";

const database = testDatabase();
const ADA = "ada@x.example";
const STEP_SECONDS = 5 * 60;
const STEPS = 86_400 / STEP_SECONDS;
const GUESSES = 10_000;
const ADDRESSES = 1_000;
/** Concurrent guesses. */
const AT_ONCE = 4;

/** Makes guesses, each from another address, and returns how many had their password verified. */
async function guess(from: number, to: number): Promise<number> {
  let tried = 0;
  let next = from;
  const work = async () => {
    while (next < to) {
      const address = next++ % ADDRESSES;
      const { retryAfter } = await beginSignIn(ADA, `10.0.${Math.floor(address / 250)}.${address % 250}`);
      if (retryAfter === null) tried++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return tried;
}

/** Lets the owner mistype once and then sign in. Returns how often they were refused. */
async function ownerSignsIn(device: string): Promise<number> {
  const mistyped = await beginSignIn(ADA, "192.0.2.1", device);
  const right = await beginSignIn(ADA, "192.0.2.1", device);
  await endSignIn(right.attempt);
  return [mistyped, right].filter(({ retryAfter }) => retryAfter !== null).length;
}

it("checks one in thirty of 10,000 guesses from 1,000 addresses in a day, while the owner signs in as usual", {
  tags: "long",
}, async () => {
  let tried = 0;
  let ownerRefused = 0;
  for (let step = 0; step < STEPS; step++) {
    await database.asOwner("UPDATE sign_in_bucket SET empty_at = empty_at - make_interval(secs => $1)", [STEP_SECONDS]);
    await database.asOwner("DELETE FROM sign_in_bucket WHERE empty_at < now()");
    tried += await guess(Math.floor((step * GUESSES) / STEPS), Math.floor(((step + 1) * GUESSES) / STEPS));
    if (step % 12 === 0) ownerRefused += await ownerSignsIn("owner's");
  }
  const { atOnce, secondsEach } = SIGN_IN_LIMITS.account;
  // The buckets also drain by the time that the test takes.
  expect(tried).toBeLessThanOrEqual(atOnce + 86_400 / secondsEach + 2);
  expect(tried).toBeLessThan(GUESSES / 25);
  expect(ownerRefused).toBe(0);
  console.info(`tried ${tried} of ${GUESSES} guesses; the owner was refused ${ownerRefused} of 48 times`);
});

import { expect, test } from "vitest";
import { laterEndWords } from "./over-midnight.ts";

const plain = (words: string | null) => words?.replaceAll(/[\u202f\u2009]/g, " ") ?? null;
const NEW_YORK = "America/New_York";

test("an end after midnight is said with its day, but in a list of that day", () => {
  const night = { datetime: "2026-03-02T23:30:00-05:00", duration: 90 };
  expect(plain(laterEndWords(night, NEW_YORK))).toBe("until Tue, Mar 3, 1:00 AM");
  expect(plain(laterEndWords(night, NEW_YORK, "2026-03-02"))).toBe("until Tue, Mar 3, 1:00 AM");
  expect(plain(laterEndWords(night, NEW_YORK, "2026-03-03"))).toBe("until 1:00 AM");
  expect(laterEndWords({ ...night, duration: 30 }, NEW_YORK, "2026-03-02")).toBeNull();
});

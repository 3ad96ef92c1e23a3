import { describe, expect, it } from "vitest";
import { agoWords, formatExact, formatTime } from "./time-words.tsx";

const moment = new Date("2026-03-02T15:04:12Z");
const after = (milliseconds: number) => agoWords(moment, moment.getTime() + milliseconds, "America/New_York");

describe("agoWords", () => {
  it.each([
    [0, "just now"],
    [-5_000, "just now"],
    [44_000, "just now"],
    [46_000, "1 min ago"],
    [4 * 60_000, "4 min ago"],
    [3 * 3_600_000, "3 h ago"],
    [49 * 3_600_000, "Mar 2"],
    [400 * 86_400_000, "Mar 2, 2026"],
  ])("after %i ms says %s", (milliseconds, words) => expect(after(milliseconds)).toBe(words));
});

describe("formatExact and formatTime", () => {
  it("tell the moment in the zone, and the exact one names it", () => {
    const at = moment.toISOString();
    expect(formatExact(at, "America/New_York").replaceAll("\u202f", " ")).toBe("Mar 2, 2026, 10:04:12 AM EST");
    expect(formatTime(at, "America/New_York").replaceAll("\u202f", " ")).toBe("10:04:12 AM");
  });
});

import { afterEach, expect, it } from "vitest";
import { dateFormat } from "./date-format.ts";
import { formatMoney } from "./money.ts";
import { englishOf, numberLocale, showAsIn } from "./shown-locale.ts";

afterEach(() => showAsIn("en-US"));

it.each([
  ["de-DE", "en-DE"],
  ["de", "en-DE"],
  ["zh-Hant", "en-TW"],
  ["en-US", "en-US"],
  ["en", "en-US"],
  ["?!", "en-US"],
])("takes the region of %s, with English text", (locale, english) => {
  expect(englishOf(locale)).toBe(english);
});

it("formats dates, times and money for the region", () => {
  const moment = Date.parse("2026-03-02T15:05:00Z");
  const words = () =>
    dateFormat({ month: "short", day: "numeric", hour: "numeric", minute: "2-digit", timeZone: "UTC" }).format(moment);
  expect([words(), formatMoney("1250.5"), (1250).toLocaleString(numberLocale())]).toEqual([
    "Mar 2, 3:05 PM",
    "$1,250.50",
    "1,250",
  ]);
  showAsIn("de");
  expect([words(), formatMoney("1250.5"), (1250).toLocaleString(numberLocale())]).toEqual([
    "2 Mar, 15:05",
    "1.250,50\u00a0$",
    "1.250",
  ]);
});

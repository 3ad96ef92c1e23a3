import { expect, it } from "vitest";
import { knownLocale, themeVariables } from "./embed-look.ts";
import { readFromPage } from "./embed-messages.ts";

it.each([
  null,
  undefined,
  "token",
  7,
  [],
  {},
  { type: "token", token: "x", session_id: "y" },
  { crc: 2, type: "token", token: "x", session_id: "y" },
  { crc: 1, type: "token", token: 7, session_id: "y" },
  { crc: 1, type: "token" },
  { crc: 1, type: "eval", code: "alert(1)" },
  { crc: "1", type: "token_failed" },
])("ignores %j", (data) => {
  expect(readFromPage(data)).toBeNull();
});

it("reads the page's messages and ignores additional fields", () => {
  const given = { crc: 1, type: "token", token: "t", session_id: "s", url: "https://x.example", more: 1 };
  expect(readFromPage(given)).toEqual({ type: "token", token: "t", session_id: "s" });
  expect(readFromPage({ crc: 1, type: "token_failed", message: "x" })).toEqual({ type: "token_failed" });
  expect(readFromPage({ crc: 1, type: "look", theme: { scheme: "dark" }, locale: "de" })).toEqual({
    type: "look",
    theme: { scheme: "dark" },
    locale: "de",
  });
  expect(readFromPage({ crc: 1, type: "look", theme: "dark", locale: 7 })).toEqual({ type: "look" });
});

it("accepts known variables with valid values", () => {
  const variables = {
    accent: "#0a7a4f",
    "font-text": "'Lato', sans-serif",
    canvas: "url(https://x.example/a)",
    fg: "red; background: blue",
    // A partner's script is not type-checked.
    "radius-md": 4 as unknown as string,
    unknown: "red",
  };
  expect(themeVariables({ variables })).toEqual([
    ["--accent", "#0a7a4f"],
    ["--font-text", "'Lato', sans-serif"],
  ]);
  expect(themeVariables(undefined)).toEqual([]);
});

it("falls back for an invalid locale", () => {
  expect([knownLocale("de-de"), knownLocale(undefined), knownLocale("?!")]).toEqual(["de-DE", "en-US", "en-US"]);
});

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
  expect(Object.fromEntries(themeVariables({ variables }))).toMatchObject({
    "--accent": "#0a7a4f",
    "--font-text": "'Lato', sans-serif",
  });
  const names = themeVariables({ variables }).map(([name]) => name);
  for (const refused of ["--canvas", "--fg", "--radius-md", "--unknown"]) expect(names).not.toContain(refused);
  expect(themeVariables(undefined)).toEqual([]);
});

it("derives the accent's tones from a theme's accent, but for those that the theme sets", () => {
  const tones = (variables: Record<string, string>) => Object.fromEntries(themeVariables({ variables }));
  expect(Object.keys(tones({ accent: "#0a7a4f" }))).toEqual([
    "--accent",
    "--accent-strong",
    "--accent-soft",
    "--accent-text",
  ]);
  expect(tones({ accent: "#0a7a4f" })["--accent-soft"]).toContain("var(--accent)");
  expect(tones({ accent: "#0a7a4f", "accent-soft": "#def" })["--accent-soft"]).toBe("#def");
  expect(tones({ "font-text": "serif" })).toEqual({ "--font-text": "serif" });
});

it("falls back for an invalid locale", () => {
  expect([knownLocale("de-de"), knownLocale(undefined), knownLocale("?!")]).toEqual(["de-DE", "en-US", "en-US"]);
});

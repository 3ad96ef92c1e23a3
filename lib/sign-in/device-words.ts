/** Browsers by a mark in their User-Agent, the most particular first: most of them also contain the later marks. */
const BROWSERS = [
  ["Edg", "Edge"],
  ["OPR/", "Opera"],
  ["Firefox/", "Firefox"],
  ["FxiOS/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["CriOS/", "Chrome"],
  ["Safari/", "Safari"],
] as const;

const SYSTEMS = [
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Windows", "Windows"],
  ["CrOS", "ChromeOS"],
  ["Mac OS X", "macOS"],
  ["Linux", "Linux"],
] as const;

const named = (marks: readonly (readonly [string, string])[], text: string) =>
  marks.find(([mark]) => text.includes(mark))?.[1];

/** Returns the browser and the system of a `User-Agent` header, such as "Firefox on Windows", without versions. */
export function deviceWords(userAgent: string | null): string {
  const text = userAgent ?? "";
  const [browser, system] = [named(BROWSERS, text), named(SYSTEMS, text)];
  return [browser ?? "Unknown browser", system].filter(Boolean).join(" on ");
}

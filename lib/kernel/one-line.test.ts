import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { oneLineName, oneLineText, unseenIn } from "./one-line.ts";

const name = oneLineName(100);
const messageOf = (text: unknown) => name.safeParse(text).error?.issues[0]?.message;

describe("a name of one line", () => {
  it.each([
    "Renée O'Brien-Núñez",
    "D’Angelo & Söhne, Praxis №7",
    "Zoë Nguyễn",
    "Nguye\u0302\u0303n",
    "李小龍",
    "葛\u{e0100}城",
    "محمد بن سلمان",
    "می\u200cخواهم",
    "ශ්\u200dරී ලංකා",
    "क्\u200dष",
    "יוסף כהן",
    "สมชาย",
    "김철수",
    "ᠮᠣᠩᠭᠣᠯ\u180eᠠ".replace("\u180e", "\u180b"),
    "Praxis 👩\u200d⚕️",
    "👨\u200d👩\u200d👧\u200d👦 Familie",
    "👩🏽\u200d⚕️",
    "❤️ and 1️⃣",
    "🇨🇭",
    "A\u00a0B\u3000C",
    "Dr. 1/2 (North) — “Main”",
  ])("takes %s", (text) => {
    expect(messageOf(text)).toBeUndefined();
  });

  const characters = [
    ...Array.from({ length: 0x20 }, (_, code) => code),
    ...Array.from({ length: 0x21 }, (_, code) => 0x7f + code),
    0xad,
    0x34f,
    0x61c,
    0x115f,
    0x1160,
    0x180e,
    ...Array.from({ length: 5 }, (_, code) => 0x200b + code),
    ...Array.from({ length: 7 }, (_, code) => 0x2028 + code),
    ...Array.from({ length: 16 }, (_, code) => 0x2060 + code),
    0x3164,
    0xfe00,
    0xfe0f,
    0xfeff,
    0xffa0,
    0xfff9,
    0x2800,
    0xfffc,
    0xe000,
    0xfffb,
    0xfffe,
    0xffff,
    0xd800,
    0xdfff,
    0xe0001,
    0xe0041,
    0xe0100,
    0x1fffe,
    0x13441,
    0x13442,
    0x16fe4,
    0x1d159,
  ];

  it.each(characters.map((code) => [`U+${code.toString(16).toUpperCase().padStart(4, "0")}`, code] as const))(
    "refuses %s within it, and names it",
    (named, code) => {
      expect(messageOf(`Nora${String.fromCodePoint(code)}Bell`)).toBe(
        `must be one line without invisible characters, but has ${named}`,
      );
    },
  );

  it.each([
    "\u0301",
    "\u0301\u0302 \u0303",
    " \u0301 ",
    "\u00a0\u20dd",
    "\u3000\u0308x",
    "\u0e31",
    "\u093e\u093f",
    "\u20e3",
    "\u1ab0Nora",
    "\u{1d165}",
  ])("refuses %j, which begins with a mark on nothing", (text) => {
    expect(messageOf(text)).toBe("must begin with a visible character, not with a combining mark");
    expect(oneLineText(100).safeParse(text).success).toBe(false);
  });

  it.each(["", " ", "\u00a0", "\u3000\u2003", "\u1680", "\n\t"])("takes %j for none", (text) => {
    expect(messageOf(text)).toBe("must be a non-empty string");
    expect(oneLineText(100).parse(text)).toBe("");
  });

  it.each([
    "\u2800",
    "\u3164",
    "\u115f\u1160",
    "\uffa0",
    "\ufe0f",
    "\u{e0020}\u{e007f}",
    "\u{e0100}",
    "\u034f",
    "\u{1d159}",
  ])("refuses %j, of which nothing is seen", (text) => {
    expect(messageOf(text)).toMatch(/^must be one line without invisible characters, but has U\+/);
    expect(oneLineText(100).safeParse(text).success).toBe(false);
  });

  it("refuses joiners and selectors where they spell nothing", () => {
    for (const text of ["a\u200db", "a\u200cb", "می\u200c", "\u200cمی", "👩\u200d", "a\ufe0f", "👩\u200d\u200d⚕️"]) {
      expect(messageOf(`x${text}y`), JSON.stringify(text)).toMatch(/but has U\+/);
    }
  });

  it("names at most five of the characters, each once", () => {
    expect(messageOf("a\n\n\t\r\u0001\u0002\u0003\u0004b")).toBe(
      "must be one line without invisible characters, but has U+000A, U+0009, U+000D, U+0001, U+0002",
    );
  });

  it("takes spaces and line breaks off its ends, and is not empty", () => {
    expect(name.parse("  Nora\n")).toBe("Nora");
    expect(messageOf(" \n ")).toBe("must be a non-empty string");
    expect(oneLineText(10).parse("")).toBe("");
    expect(messageOf("x".repeat(101))).toBe("must have at most 100 characters");
    expect(messageOf(7)).toBe("must be a string");
  });

  it("has no line break, whatever is taken", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 100 }), (text) => {
        const taken = name.safeParse(text).data;
        if (taken !== undefined) expect(taken).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufeff]/u);
      }),
    );
  });

  it("reads a long text in a time that grows with its length alone", () => {
    // A quadratic expression would take a thousand times as long as the test may.
    expect(unseenIn("👩\u200d".repeat(100_000)).length).toBe(1);
  });
});

import { expect, test } from "vitest";
import { decodeText } from "./decode-text.ts";

const bytes = (...values: number[]) => Uint8Array.from(values).buffer;

test("a text is decoded by its encoding", () => {
  expect(decodeText(new TextEncoder().encode("Müller – 😀").buffer)).toBe("Müller – 😀");
  expect(decodeText(bytes(0xef, 0xbb, 0xbf, 0x41))).toBe("A");
  expect(decodeText(bytes(0xff, 0xfe, 0x41, 0x00))).toBe("A");
  expect(decodeText(bytes(0xfe, 0xff, 0x00, 0x41))).toBe("A");
  expect(decodeText(bytes(0x4d, 0xfc, 0x6c, 0x6c))).toBe("Müll");
  expect(decodeText(bytes(0x41))).toBe("A");
  expect(decodeText(bytes())).toBe("");
});

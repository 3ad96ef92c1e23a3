import { expect, it } from "vitest";
import { addressKey } from "#lib/kernel/email-address";
import { growsTooFast } from "#lib/testing/growth";
import { readReplacement } from "./document.ts";
import { parseFilter, parsePath } from "./filter.ts";
import { readPatch } from "./patch.ts";
import { projected } from "./projection.ts";

// What a directory sends costs time in proportion to its length, whatever it consists of.

const READERS: Record<string, (text: string) => unknown> = {
  "a filter": parseFilter,
  "a path": parsePath,
  "an address": addressKey,
  "an attribute": (text) => readReplacement({ userName: "robin@clinic.example", title: text }),
  "an address in a body": (text) => readReplacement({ userName: `${text}@${text}` }),
  "a name of an attribute": (text) => readReplacement({ userName: "robin@clinic.example", [text]: "x" }),
  "many attributes": (text) =>
    readReplacement(
      Object.fromEntries(Array.from({ length: text.length / 100 }, (_, index) => [`${index}${text.slice(0, 9)}`, 1])),
    ),
  "many values": (text) =>
    readReplacement({
      userName: "robin@clinic.example",
      ims: Array.from({ length: text.length / 100 }, () => text.slice(0, 90)),
    }),
  "a path in an operation": (text) => readPatch({ Operations: [{ op: "add", path: text, value: "x" }] }),
  "many operations": (text) =>
    readPatch({
      Operations: Array.from({ length: text.length / 1_000 }, () => ({
        op: "add",
        path: "ims",
        value: [text.slice(0, 900)],
      })),
    }).of({
      userName: "robin@clinic.example",
    }),
  "named attributes": (text) => projected({ id: "7", title: "x" }, new URLSearchParams({ attributes: text })),
};

const TEXTS: Record<string, string> = {
  letters: "a",
  "other letters": "ü",
  quotes: '"',
  brackets: "(",
  json: '{"a":[',
  dots: "a.",
  commas: "a,",
  words: "a eq ",
};

/** Reads a text that may be refused. */
const tried = (read: (text: string) => unknown) => (text: string) => {
  try {
    read(text);
  } catch {
    // Refused.
  }
};

it.each(
  Object.entries(READERS).flatMap(([what, read]) =>
    Object.entries(TEXTS).map(([of, unit]) => [what, of, read, unit] as const),
  ),
)("%s of %s", (_what, _of, read, unit) => {
  expect(growsTooFast(tried(read), unit)).toBe(false);
});

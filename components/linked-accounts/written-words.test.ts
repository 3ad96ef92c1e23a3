import { expect, it } from "vitest";
import { COULD_NOT_BE_REMOVED, MAY_BE_LEFT, NOTHING, WRITTEN } from "#lib/emr/port/write-probe";
import { words } from "./link-words.ts";
import { writtenWords } from "./written-words.ts";

const profile = (...behaviour: [probe: string, found: string][]) => ({
  behaviour: behaviour.map(([probe, found]) => ({ probe, found })),
});

it.each([
  ["a test that only read", profile(), false, ` ${words.wroteNothing}`],
  ["one that wrote and removed it", profile([WRITTEN, "Basic/1"]), true, ` ${words.wroteTests}`],
  ["one whose first write was refused", profile([WRITTEN, NOTHING]), true, ` ${words.wroteNothing}`],
  [
    "one that left something",
    profile([WRITTEN, "Basic/1"], [COULD_NOT_BE_REMOVED, "Basic/1"]),
    true,
    ` ${words.leftTests}`,
  ],
  ["one that may have left something", profile([WRITTEN, NOTHING], [MAY_BE_LEFT, "…"]), true, ` ${words.leftTests}`],
  ["an earlier one", profile([WRITTEN, "Basic/1"]), undefined, ""],
])("says of %s what it wrote", (_title, found, mayWrite, said) => {
  expect(writtenWords(found, mayWrite)).toBe(said);
});

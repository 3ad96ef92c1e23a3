import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import englishWords from "./english-words.mjs";

const list = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url)), "utf8");

it.each([
  ["react-aria/dist/private/toast/intlStrings.mjs", "../intl/toast/en-US.mjs"],
  ["react-aria/dist/private/toast/intlStrings.js", "../intl/toast/en-US.js"],
  ["react-aria-components/dist/private/intlStrings.mjs", "./intl/en-US.mjs"],
])("keeps only the English words of %s", (path, english) => {
  expect(list(path)).toContain("de-DE");
  expect(englishWords(list(path))).toBe(`import words from "${english}";\nexport default { "en-US": words };`);
});

it("fails the build if the library's lists change their form", () => {
  expect(() => englishWords("export default {};")).toThrow("no English messages in this list");
});

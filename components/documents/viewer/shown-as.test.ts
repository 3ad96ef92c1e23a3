import { expect, test } from "vitest";
import { shownAs, sizeWords, typeWords } from "./shown-as.tsx";

test("a file is shown by its type, regardless of case and parameters", () => {
  expect(shownAs("application/pdf", 10)).toEqual({ as: "pdf" });
  expect(shownAs("image/tiff", 10)).toEqual({ as: "tiff" });
  expect(shownAs("IMAGE/PNG", 10)).toEqual({ as: "image" });
  expect(shownAs("text/plain; charset=utf-8", 10)).toEqual({ as: "text" });
  expect(shownAs("text/html", 10)).toEqual({ as: "text" });
});

test("a file that cannot be shown has a reason", () => {
  expect(shownAs("image/heic", 10)).toEqual({
    as: "none",
    reason: "Browsers can't draw pictures of this kind (image/heic).",
  });
  expect(shownAs("application/msword", 10)).toMatchObject({ reason: expect.stringContaining("application/msword") });
  expect(shownAs("", 10)).toMatchObject({ reason: expect.stringContaining("unknown") });
  expect(shownAs("application/pdf", 0)).toEqual({ as: "none", reason: "The file is empty." });
  expect(shownAs("text/plain", 3 * 1024 * 1024)).toMatchObject({ as: "none", reason: expect.stringContaining("2 MB") });
});

test("sizes and types are formatted", () => {
  expect([640, 12_345, 3_565_158].map(sizeWords)).toEqual(["640 B", "12 kB", "3.4 MB"]);
  expect([typeWords("application/pdf"), typeWords("application/zip")]).toEqual(["PDF", "application/zip"]);
});

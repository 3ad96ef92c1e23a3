import { expect, test } from "vitest";
import { nextZoom } from "./zoom.ts";

test("zoom changes in steps within its limits", () => {
  expect([nextZoom(1, 1), nextZoom(1, -1), nextZoom(0.83, 1), nextZoom(0.83, -1)]).toEqual([1.25, 0.75, 1, 0.75]);
  expect([nextZoom(4, 1), nextZoom(0.25, -1), nextZoom(5, 1), nextZoom(0.1, -1)]).toEqual([4, 0.25, 5, 0.1]);
});

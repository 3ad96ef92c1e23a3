import { expect, test } from "vitest";
import { ApiFailure } from "#lib/browser/api/api-failure";
import { failureWords } from "./failure-words.ts";

const lost = new ApiFailure(0, "No answer from the server");

test("after a lost connection only what writes to the EMR promises that it is not posted twice", () => {
  expect(failureWords(lost, 0, "writes").next).toMatch(/saved.*posted twice/);
  expect(failureWords(lost, 0, "reads").next).not.toMatch(/saved|posted/);
  expect(failureWords(new ApiFailure(500, "Internal server error"), 0, "reads").next).toContain("Start it again");
});

test("a refusal says that nothing was saved", () => {
  expect(failureWords(new ApiFailure(409, "A sync is already running"), 0, "reads")).toEqual({
    title: "A sync is already running",
    next: "Nothing was saved.",
  });
  expect(failureWords(new ApiFailure(400, "x"), 2, "writes").title).toBe("2 fields need another look");
  const errors = [{ field: "access_token", message: "belongs to a user who is no longer linked or active" }];
  expect(failureWords(new ApiFailure(404, "x", { errors }), 0, "writes").next).toContain("link it anew");
});

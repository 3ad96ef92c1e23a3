import { expect, test } from "vitest";
import { ApiFailure } from "#lib/browser/api/api-failure";
import { changeFailureWords, failureWords } from "./failure-words.ts";

const OUTCOMES = { refused: "No client was created.", unknown: "It may or may not have been made." };

test("a lost connection or a server error leaves unknown whether the values were saved", () => {
  for (const failure of [
    new ApiFailure(0, "No answer from the server"),
    new ApiFailure(500, "Internal server error"),
  ]) {
    expect(failureWords(failure, 0, OUTCOMES).next).toBe("It may or may not have been made.");
    expect(failureWords(failure, 0).next).toMatch(/saved.*that is safe/);
  }
});

test("a refusal states that nothing was saved", () => {
  expect(failureWords(new ApiFailure(409, "A sync is already running"), 0)).toEqual({
    title: "A sync is already running",
    next: "Nothing was saved.",
  });
  expect(failureWords(new ApiFailure(409, "There are 100 saved views already; nothing was saved"), 0)).toEqual({
    title: "There are 100 saved views already",
    next: "Nothing was saved.",
  });
  expect(failureWords(new ApiFailure(400, "x"), 2, OUTCOMES)).toEqual({
    title: "2 fields need another look",
    next: "No client was created.",
  });
  expect(failureWords(new ApiFailure(401, "x"), 0, OUTCOMES).next).toMatch(/^No client was created\. Sign in again/);
  const errors = [{ field: "access_token", message: "belongs to a user who is no longer linked or active" }];
  expect(failureWords(new ApiFailure(404, "x", { body: { success: false, message: "x", errors } }), 0).next).toContain(
    "link it anew",
  );
});

test("a switch that another has set meanwhile says that nothing was changed, and no header's name", () => {
  const body = { success: false as const, message: "If-Match", current: { etag: '"2"' } };
  expect(changeFailureWords(new ApiFailure(412, "If-Match", { body }))).toEqual({
    title: "Another person changed this meanwhile",
    next: "Nothing was changed: it shows now what they have chosen.",
  });
  expect(changeFailureWords(new ApiFailure(403, "Not allowed")).next).toBe("Nothing was changed.");
  for (const failure of [new ApiFailure(0, "No answer"), new ApiFailure(500, "x"), new Error("x")])
    expect(changeFailureWords(failure).next).toMatch(/^It may or may not/);
});

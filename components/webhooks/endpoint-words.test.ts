import { expect, test } from "vitest";
import { shortUrl, typesWords } from "./endpoint-words.ts";

test("names an endpoint by its URL without scheme and trailing slash", () => {
  expect(["https://a.example/", "http://127.0.0.1:9400/in?x=1"].map(shortUrl)).toEqual([
    "a.example",
    "127.0.0.1:9400/in?x=1",
  ]);
});

test("summarizes the event types of an endpoint", () => {
  expect([[], ["task.created"], ["task.created", "task.failed"]].map(typesWords)).toEqual([
    "All subscribed types",
    "task.created",
    "2 types",
  ]);
});

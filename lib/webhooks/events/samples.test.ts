import { expect, it } from "vitest";
import { undescribedEvent } from "#lib/testing/described";
import { eventSample } from "./samples.ts";
import { EVENT_TYPES } from "./types.ts";

it.each(EVENT_TYPES)("%s has a sample that is as the API reference describes it", (type) => {
  const sample = eventSample(type);
  expect(sample?.type).toBe(type);
  expect(undescribedEvent(sample ?? { type })).toEqual([]);
});

it("knows no sample of a type that there is not", () => expect(eventSample("payment.lost")).toBeNull());

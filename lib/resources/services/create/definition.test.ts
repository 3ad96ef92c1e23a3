import { describe, expect, it } from "vitest";
import { sentences } from "#lib/kernel/field-error";
import { problemsOf } from "#lib/kernel/validation";
import { createService } from "./definition.ts";
import { createServiceSample } from "./sample.ts";

const valid: Record<string, unknown> = createServiceSample.request;

function problem(change: Record<string, unknown>): string | null {
  const body = { ...valid, ...change };
  const parsed = createService.input.safeParse(body);
  return parsed.success ? null : sentences(problemsOf(parsed.error, body));
}

describe("a service's body (interface 4.3)", () => {
  it.each(["patient_mrn", "team", "service_type", "form_id"])("requires %s and names it", (field) => {
    expect(problem({ [field]: undefined })).toBe(`Missing required field: ${field}`);
    expect(problem({ [field]: " " })).toBe(`${field} must be a non-empty string`);
    expect(problem({ [field]: 7 })).toBe(`${field} must be a string`);
  });

  it("requires answers and states their form", () => {
    expect(problem({ answers: undefined })).toBe("Missing required field: answers (must be an object)");
  });

  it.each([
    ["a list", ["1"]],
    ["a text", "1"],
    ["null", null],
  ])("refuses %s as answers", (_what, answers) => {
    expect(problem({ answers })).toBe("answers must be an object");
  });

  it("accepts only texts as answers", () => {
    expect(problem({ answers: { "GAD7-1": 2 } })).toBe("answers.GAD7-1 must be a string");
    expect(problem({ answers: {} })).toBeNull();
  });

  it("accepts only a valid date", () => {
    expect(problem({ service_date: "2026-02-30" })).toBe("service_date must be a date that exists, YYYY-MM-DD");
    expect(problem({ service_date: undefined })).toBeNull();
  });
});

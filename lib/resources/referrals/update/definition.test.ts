import { describe, expect, it } from "vitest";
import { sentences } from "#lib/kernel/field-error";
import { problemsOf } from "#lib/kernel/validation";
import { updateReferral } from "./definition.ts";

function parse(body: Record<string, unknown>): unknown {
  const parsed = updateReferral.input.safeParse(body);
  return parsed.success ? parsed.data : sentences(problemsOf(parsed.error, body));
}

const UPDATABLE = "Updatable fields: priority, status, reason, notes, prior_authorization_code, specialty, location_id";

describe("a referral update's body (interface 4.2)", () => {
  it.each(["routine", "URGENT", "Stat"])("accepts %s as a priority, in lower case", (priority) => {
    expect(parse({ priority })).toEqual({ priority: priority.toLowerCase() });
  });

  it.each(["soon", "", 1, null])("refuses %s as a priority", (priority) => {
    expect(parse({ priority })).toBe("priority must be one of routine, urgent, stat");
  });

  it.each(["", "  ", 5, null])("refuses %j as a status", (status) => {
    expect(parse({ status })).toBe("status must be a non-empty string");
  });

  it("accepts every field, and an empty text", () => {
    const body = {
      priority: "stat",
      status: "in progress",
      reason: "",
      notes: "",
      prior_authorization_code: "",
      specialty: "Cardiology",
      location_id: "LOC-1",
      start_date: "2026-03-02",
      end_date: "2026-03-02",
      visits_allowed: 0,
      assigned_to_id: "STF-1",
    };
    expect(parse(body)).toEqual(body);
  });

  it.each([
    [{ reason: 1 }, "reason must be a string"],
    [{ notes: null }, "notes must be a string"],
    [{ visits_allowed: -1 }, "visits_allowed must be an integer of at least 0"],
    [{ visits_allowed: 1.5 }, "visits_allowed must be an integer of at least 0"],
    [{ visits_allowed: "3" }, "visits_allowed must be an integer of at least 0"],
    [{ visits_allowed: 2_147_483_648 }, "visits_allowed must be at most 2147483647"],
    [{ start_date: "2026-02-30" }, "start_date must be a date that exists, YYYY-MM-DD"],
    [{ end_date: "02/03/2026" }, "end_date must be a date that exists, YYYY-MM-DD"],
    [{ start_date: "2026-03-02", end_date: "2026-03-01" }, "end_date must be on or after start_date"],
  ])("refuses %j", (body, message) => {
    expect(parse(body)).toBe(message);
  });

  it("requires at least one field", () => {
    expect(parse({})).toBe("No updatable fields provided");
  });

  it("names unexpected fields and the updatable ones", () => {
    expect(parse({ colour: "red", patient_mrn: "MRN-1" })).toBe(`Unexpected fields: colour, patient_mrn. ${UPDATABLE}`);
  });

  it("names every invalid field in one message", () => {
    expect(parse({ priority: "soon", start_date: "2026-03-02", end_date: "2026-03-01", colour: "red" })).toBe(
      "priority must be one of routine, urgent, stat; " +
        `Unexpected fields: colour. ${UPDATABLE}; end_date must be on or after start_date`,
    );
  });
});

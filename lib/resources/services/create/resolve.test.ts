import { describe, expect, it } from "vitest";
import { resolveServiceType, resolveTeam } from "./resolve.ts";

const type = (id: string, name: string) => ({ id, name, formId: null });
const team = (id: string, name: string) => ({ id, name, serviceTypes: [type("101", "Intake"), type("7", "101")] });
const teams = [team("12", "Adult Care North"), team("3", "Adult Care"), team("4", "Team 12"), team("5", "Youth")];

describe("a service's team (interface 4.3)", () => {
  it.each([
    ["its name in any case", "yOUTH", "5"],
    ["its whole name, before a part of another's name", "adult care", "3"],
    ["its numeric id, before a part of another's name", "12", "12"],
    ["a part of its name in any case", "NORTH", "12"],
    ["its name with blanks around it", " Youth ", "5"],
  ])("is found by %s", (_how, wanted, id) => {
    expect(resolveTeam(teams, wanted).id).toBe(id);
  });

  it.each(["Elders", "99", "1"])("is not found by %s", (wanted) => {
    expect(() => resolveTeam(teams, wanted)).toThrow(
      expect.objectContaining({ kind: "validation", message: "team not found for the client" }),
    );
  });

  it("is refused for a part of several names", () => {
    expect(() => resolveTeam(teams, "adult")).toThrow(
      "team not found for the client: adult may be any of Adult Care North, Adult Care",
    );
  });
});

describe("a service's type (interface 3.2)", () => {
  it.each([
    ["its name in any case", "INTAKE", "101"],
    ["its numeric id, before another's name", "101", "101"],
  ])("is found by %s", (_how, wanted, id) => {
    expect(resolveServiceType(team("3", "Adult Care"), wanted).id).toBe(id);
  });

  it.each(["Inta", "99"])("is not found by %s", (wanted) => {
    expect(() => resolveServiceType(team("3", "Adult Care"), wanted)).toThrow(
      expect.objectContaining({
        kind: "validation",
        message: "service type not available for the client (not in billing matrix)",
      }),
    );
  });
});

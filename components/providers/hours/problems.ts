import { providerChange } from "#lib/resources/providers/change-model";
import type { Shift } from "./shift.ts";
import type { ShiftProblems } from "./shift-fields.tsx";

/** What the API would refuse of these shifts, by shift and field: its own schema and its own words. */
export function problemsOf(shifts: readonly Shift[]): ReadonlyMap<string, ShiftProblems> {
  const problems = new Map<string, ShiftProblems>();
  const { error } = providerChange.safeParse({ hours: shifts });
  for (const { path, message } of error?.issues ?? []) {
    const [, index, field] = path;
    const shift = typeof index === "number" ? shifts[index] : undefined;
    if (!shift || typeof field !== "string") continue;
    problems.set(shift.key, { [field]: message, ...problems.get(shift.key) });
  }
  return problems;
}

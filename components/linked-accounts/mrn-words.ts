import type { MrnSystemModel } from "#lib/administration/linked-accounts/profile-model";
import { numberLocale } from "#lib/kernel/shown-locale";

const count = (value: number): string => value.toLocaleString(numberLocale());

/** Returns lines about a system of identifiers: its address, who carries it with examples, and values that are shared. */
export function mrnSystemWords({ system, name, patients, of, shared, examples }: MrnSystemModel): string[] {
  return [
    ...(name === null ? [] : [system]),
    `${count(patients)} of ${count(of)} patients: ${examples.join(", ")}`,
    ...(shared > 0
      ? [`${count(shared)} patients share their value with another one: nothing can be written for them`]
      : []),
  ];
}

"use client";

import type { Bound } from "#components/ui/bound-field";
import { RadioGroup } from "#components/ui/radio-group";
import { TextField } from "#components/ui/text-field";
import type { MrnSystemModel } from "#lib/administration/linked-accounts/profile-model";
import { mrnSystemWords } from "./mrn-words.ts";

/** Stands for no system in the radio group, which cannot select an empty one. */
const AS_MARKED = "as-marked";

const MARKED = {
  id: AS_MARKED,
  name: "The identifier that each patient’s record marks as the MRN",
  lines: ["Where none is marked, the first one that is no social security number"],
};

interface MrnChoiceProps extends Bound<string> {
  systems: readonly MrnSystemModel[];
}

/** Selects which identifier of a patient is the MRN, by values of real patients. */
export function MrnChoice({ systems, value, onChange, ...field }: MrnChoiceProps) {
  if (systems.length === 0) {
    return (
      <TextField
        {...field}
        label="System of the MRN"
        required={false}
        help="As the EMR states it with the identifiers of its patients. Empty: the identifier that each patient’s record marks as the MRN"
        value={value}
        onChange={onChange}
      />
    );
  }
  const options = systems.map((system) => ({
    id: system.system,
    name: system.name ?? system.system,
    lines: mrnSystemWords(system),
  }));
  return (
    <RadioGroup
      {...field}
      value={value || AS_MARKED}
      onChange={(id) => onChange(id === AS_MARKED ? "" : id)}
      options={[...options, MARKED]}
      help="Values of patients who were just read. They are shown to you alone and kept nowhere until the first sync."
    />
  );
}

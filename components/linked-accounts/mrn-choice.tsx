"use client";

import type { Bound } from "#components/ui/bound-field";
import { RadioGroup } from "#components/ui/radio-group";
import { TextField } from "#components/ui/text-field";
import type { MrnSystemModel } from "#lib/administration/linked-accounts/profile-model";
import { words } from "./link-words.ts";
import { mrnSystemWords } from "./mrn-words.ts";

/** Stands for no system in the radio group, which cannot select an empty one. */
const AS_MARKED = "as-marked";

const MARKED = {
  id: AS_MARKED,
  name: words.mrnMarked,
  lines: [words.mrnMarkedHelp],
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
        label={words.mrnSystem}
        required={false}
        help={words.mrnSystemHelp}
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
      help={words.mrnValues}
    />
  );
}

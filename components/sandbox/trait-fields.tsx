"use client";

import { BoundField } from "#components/ui/bound-field";
import { NumberField } from "#components/ui/number-field";
import { Select } from "#components/ui/select";
import type { SandboxTraits } from "#lib/administration/sandbox/model";
import { BREAKS, LIMIT_ANSWERS, LISTS } from "#lib/administration/sandbox/words";
import type { SubmittedForm } from "#lib/browser/forms/use-submitted-form";
import { words } from "./words.ts";

/** The names of the settings whose values are of a type. */
type NamesOf<Value> = {
  [Name in keyof SandboxTraits]: SandboxTraits[Name] extends Value
    ? Value extends SandboxTraits[Name]
      ? Name
      : never
    : never;
}[keyof SandboxTraits];

interface TraitProps<Name> {
  form: SubmittedForm<SandboxTraits, SandboxTraits>;
  name: Name;
}

/** Edits a number. */
export function NumberTrait({ form, name }: TraitProps<NamesOf<number>>) {
  return (
    <BoundField form={form} name={name}>
      {(field) => <NumberField {...field} />}
    </BoundField>
  );
}

/** Edits a number that may be empty. */
export function OptionalNumberTrait({ form, name }: TraitProps<NamesOf<number | null>>) {
  return (
    <BoundField form={form} name={name}>
      {({ value, onChange, ...field }) => (
        <NumberField
          {...field}
          value={value ?? Number.NaN}
          onChange={(given) => onChange(Number.isNaN(given) ? null : given)}
        />
      )}
    </BoundField>
  );
}

type Id<Choices> = keyof Choices & string;

/** Returns the options of a select for choices by id. */
const optionsOf = <Choices extends Readonly<Record<string, string>>>(choices: Choices) =>
  Object.entries(choices).map(([id, name]) => ({ id, name }));

const NO_LIST = "none";
const LIST_OPTIONS = [{ id: NO_LIST, name: words.none }, ...optionsOf(LISTS)];

/** Chooses a list of records or none. */
export function ListTrait({ form, name }: TraitProps<"short_kind" | "broken_kind">) {
  return (
    <BoundField form={form} name={name}>
      {({ value, onChange, ...field }) => (
        <Select
          {...field}
          value={value ?? NO_LIST}
          onChange={(id) => onChange(id === NO_LIST ? null : (id as Id<typeof LISTS>))}
          options={LIST_OPTIONS}
        />
      )}
    </BoundField>
  );
}

/** Chooses the refusal of a call over the limit. */
export function LimitAnswerTrait({ form }: Pick<TraitProps<never>, "form">) {
  return (
    <BoundField form={form} name="limit_answer">
      {({ onChange, ...field }) => (
        <Select
          {...field}
          onChange={(id) => onChange(id as Id<typeof LIMIT_ANSWERS>)}
          options={optionsOf(LIMIT_ANSWERS)}
        />
      )}
    </BoundField>
  );
}

/** Selects the fault of the broken record. */
export function BreakTrait({ form }: Pick<TraitProps<never>, "form">) {
  return (
    <BoundField form={form} name="broken_as">
      {({ onChange, ...field }) => (
        <Select {...field} onChange={(id) => onChange(id as Id<typeof BREAKS>)} options={optionsOf(BREAKS)} />
      )}
    </BoundField>
  );
}

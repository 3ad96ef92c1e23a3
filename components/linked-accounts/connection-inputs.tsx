"use client";

import { type FieldValues, useWatch } from "react-hook-form";
import { BoundField } from "#components/ui/bound-field";
import { NumberField } from "#components/ui/number-field";
import { RadioGroup } from "#components/ui/radio-group";
import { TextField } from "#components/ui/text-field";
import type { SubmittedForm } from "#lib/browser/forms/use-submitted-form";
import { type ConnectionField, connectionFields } from "./connection-fields.ts";
import { StoredSecret } from "./stored-secret.tsx";
import type { ConnectionFormOptions } from "./use-connection-form.ts";

interface ConnectionInputProps extends Pick<ConnectionField, "type" | "options"> {
  value: unknown;
  onChange: (value: unknown) => void;
  label: string;
  autoFocus: boolean;
}

/** Shows the input of one field; a secret is a password input that no browser fills in. */
function ConnectionInput({ type, options = [], value, autoFocus, ...field }: ConnectionInputProps) {
  if (type === "kind") return <RadioGroup {...field} value={String(value ?? "")} options={options} />;
  if (type === "number") return <NumberField {...field} value={typeof value === "number" ? value : Number.NaN} />;
  return (
    <TextField
      {...field}
      value={String(value ?? "")}
      type={type}
      autoComplete={type === "password" ? "new-password" : "off"}
      autoFocus={autoFocus}
    />
  );
}

interface ConnectionInputsProps extends Pick<ConnectionFormOptions<unknown>, "schema" | "stored"> {
  form: Pick<SubmittedForm<FieldValues, FieldValues>, "methods" | "fields">;
}

/** Shows the inputs of a connection: those of the chosen kinds. */
export function ConnectionInputs({ form, schema, stored }: ConnectionInputsProps) {
  const values = useWatch({ control: form.methods.control });
  return Object.entries(connectionFields(schema, { stored, values })).map(
    ([name, { type, options, help, removable }], index) => (
      <BoundField key={name} form={form} name={name}>
        {(field) => {
          const input = (
            <ConnectionInput {...field} help={help} type={type} options={options} autoFocus={index === 0} />
          );
          if (!removable) return input;
          return (
            <StoredSecret
              label={field.label}
              isRemoved={field.value === null}
              onChange={(isRemoved) => field.onChange(isRemoved ? null : "")}
            >
              {input}
            </StoredSecret>
          );
        }}
      </BoundField>
    ),
  );
}

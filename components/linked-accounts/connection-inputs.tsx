"use client";

import { type FieldValues, useWatch } from "react-hook-form";
import { type Bound, BoundField } from "#components/ui/bound-field";
import { NumberField } from "#components/ui/number-field";
import { RadioGroup } from "#components/ui/radio-group";
import { TextField } from "#components/ui/text-field";
import type { SubmittedForm } from "#lib/browser/forms/use-submitted-form";
import { AuthorizeField } from "./authorize-field.tsx";
import { type ConnectionField, connectionFields, isSignedByUs } from "./connection-fields.ts";
import { OwnKeys } from "./own-keys.tsx";
import { StoredSecret } from "./stored-secret.tsx";
import type { ConnectionFormOptions } from "./use-connection-form.ts";

interface ConnectionInputProps extends Bound<unknown> {
  field: Pick<ConnectionField, "type" | "options">;
  autoFocus: boolean;
  /** Address of the EMR, as it is entered. */
  baseUrl: string;
}

/** Shows the input of one field; a secret is a password input that no browser fills in. */
function ConnectionInput({ field: { type, options = [] }, value, autoFocus, baseUrl, ...bound }: ConnectionInputProps) {
  if (type === "authorization") return <AuthorizeField {...bound} value={value} baseUrl={baseUrl} />;
  if (type === "kind") return <RadioGroup {...bound} value={String(value ?? "")} options={options} />;
  if (type === "number") return <NumberField {...bound} value={typeof value === "number" ? value : Number.NaN} />;
  return (
    <TextField
      {...bound}
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
  return (
    <>
      {Object.entries(connectionFields(schema, { stored, values })).map(([name, field], index) => (
        <BoundField key={name} form={form} name={name}>
          {(bound) => {
            // The help of a field may differ by kind.
            const input = (
              <ConnectionInput
                {...bound}
                help={field.help}
                field={field}
                autoFocus={index === 0}
                baseUrl={String(values.base_url ?? "")}
              />
            );
            if (!field.removable) return input;
            return (
              <StoredSecret
                label={bound.label}
                isRemoved={bound.value === null}
                onChange={(isRemoved) => bound.onChange(isRemoved ? null : "")}
              >
                {input}
              </StoredSecret>
            );
          }}
        </BoundField>
      ))}
      {isSignedByUs(schema, values) ? <OwnKeys /> : null}
    </>
  );
}

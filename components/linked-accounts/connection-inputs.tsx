"use client";

import type { FieldValues } from "react-hook-form";
import { BoundField } from "#components/ui/bound-field";
import { TextField } from "#components/ui/text-field";
import type { SubmittedForm } from "#lib/browser/forms/use-submitted-form";
import { connectionFields } from "./connection-fields.ts";
import { StoredSecret } from "./stored-secret.tsx";
import type { ConnectionFormOptions } from "./use-connection-form.ts";

interface ConnectionInputsProps extends Pick<ConnectionFormOptions<unknown>, "schema" | "stored"> {
  form: Pick<SubmittedForm<FieldValues, FieldValues>, "methods" | "fields">;
}

/** Shows the inputs of a connection; secrets are password inputs that no browser fills in. */
export function ConnectionInputs({ form, schema, stored }: ConnectionInputsProps) {
  return Object.entries(connectionFields(schema, stored)).map(([name, { type, removable }], index) => (
    <BoundField key={name} form={form} name={name}>
      {({ value, ...field }) => {
        const input = (
          <TextField
            {...field}
            value={value ?? ""}
            type={type}
            autoComplete={type === "password" ? "new-password" : "off"}
            autoFocus={index === 0}
          />
        );
        if (!removable) return input;
        return (
          <StoredSecret
            label={field.label}
            isRemoved={value === null}
            onChange={(isRemoved) => field.onChange(isRemoved ? null : "")}
          >
            {input}
          </StoredSecret>
        );
      }}
    </BoundField>
  ));
}

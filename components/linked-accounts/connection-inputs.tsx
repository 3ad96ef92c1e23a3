"use client";

import type { FieldValues } from "react-hook-form";
import { BoundField } from "#components/ui/bound-field";
import { NumberField } from "#components/ui/number-field";
import { TextField } from "#components/ui/text-field";
import type { SubmittedForm } from "#lib/browser/forms/use-submitted-form";
import { connectionFields } from "./connection-fields.ts";
import type { ConnectionFormOptions } from "./use-connection-form.ts";

interface ConnectionInputsProps extends Pick<ConnectionFormOptions<unknown>, "schema"> {
  form: Pick<SubmittedForm<FieldValues, FieldValues>, "methods" | "fields">;
}

/** Shows the inputs of a connection; secrets are password inputs that no browser fills in. */
export function ConnectionInputs({ form, schema }: ConnectionInputsProps) {
  return Object.entries(connectionFields(schema)).map(([name, { type }], index) => (
    <BoundField key={name} form={form} name={name}>
      {({ value, ...field }) =>
        type === "number" ? (
          <NumberField {...field} value={value ?? Number.NaN} />
        ) : (
          <TextField
            {...field}
            value={value ?? ""}
            type={type}
            autoComplete={type === "password" ? "new-password" : "off"}
            autoFocus={index === 0}
          />
        )
      }
    </BoundField>
  ));
}

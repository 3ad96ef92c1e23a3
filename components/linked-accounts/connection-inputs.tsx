"use client";

import { type ReactNode, use } from "react";
import { type FieldValues, useWatch } from "react-hook-form";
import { type Bound, BoundField } from "#components/ui/bound-field";
import { NumberField } from "#components/ui/number-field";
import { RadioGroup } from "#components/ui/radio-group";
import { TextField } from "#components/ui/text-field";
import type { SubmittedForm } from "#lib/browser/forms/use-submitted-form";
import { AuthorizeField } from "./authorize-field.tsx";
import { type ConnectionField, connectionFields, filledFurther, isSignedByUs } from "./connection-fields.ts";
import { FurtherSettings } from "./further-settings.tsx";
import { OwnKeys } from "./own-keys.tsx";
import { SignInPageContext } from "./sign-in-page.ts";
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
  /** What is folded with the further inputs. */
  children?: ReactNode;
  /** Whether that says something. */
  isChosen?: boolean;
}

/** Shows the inputs of a connection: those of the chosen kinds, with the further ones folded. */
export function ConnectionInputs({ form, schema, stored = [], children, isChosen = false }: ConnectionInputsProps) {
  const values = useWatch({ control: form.methods.control });
  // What the EMR has answered is read first then: no keyboard of a phone covers it.
  const hasComeBack = Boolean(use(SignInPageContext)?.cameBack);
  const fields = Object.entries(connectionFields(schema, { stored, values }));
  const further = fields.filter(([, { isFurther }]) => isFurther);
  const inputOf = ([name, field]: [string, ConnectionField], index: number) => (
    <BoundField key={name} form={form} name={name}>
      {(bound) => {
        // The help of a field may differ by kind.
        const input = (
          <ConnectionInput
            {...bound}
            help={field.help}
            field={field}
            autoFocus={index === 0 && !field.isFurther && !hasComeBack}
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
  );
  return (
    <>
      {fields.filter(([, { isFurther }]) => !isFurther).map(inputOf)}
      {isSignedByUs(schema, values) ? <OwnKeys /> : null}
      {further.length > 0 ? (
        <FurtherSettings
          form={form}
          names={further.map(([name]) => name)}
          isFilled={isChosen || filledFurther(schema, values, stored).length > 0}
        >
          {further.map(inputOf)}
          {children}
        </FurtherSettings>
      ) : null}
    </>
  );
}

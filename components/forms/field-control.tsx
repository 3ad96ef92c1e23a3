"use client";

import type { ComponentType, ReactNode } from "react";
import { type Control, type FieldValues, useController } from "react-hook-form";
import { PatientPicker } from "#components/patients/patient-picker";
import { ChipsField } from "#components/ui/chips-field";
import { DateField } from "#components/ui/date-field";
import type { FieldProps } from "#components/ui/field";
import { MoneyField } from "#components/ui/money-field";
import { NumberField } from "#components/ui/number-field";
import { TextArea } from "#components/ui/text-area";
import { TextField } from "#components/ui/text-field";
import { SETTINGS_LISTS, type SettingsList } from "#lib/client/choices";
import { CURRENCY } from "#lib/core/money";
import type { FormField, Widget } from "#lib/operations/definition";
import { AnswersField } from "./answers-field.tsx";
import { AppointmentPicker } from "./appointment-picker.tsx";
import { CatalogItemsField } from "./catalog-items-field.tsx";
import { FormPicker } from "./form-picker.tsx";
import { ListPicker } from "./list-picker.tsx";
import { LocationPicker } from "./location-picker.tsx";
import { ProviderPicker } from "./provider-picker.tsx";
import { RecallPicker, ReferralPicker } from "./record-pickers.tsx";
import { ReferringProviderPicker } from "./referring-provider-picker.tsx";
import { SettingsChecks, SettingsPicker } from "./settings-picker.tsx";
import { StaffPicker } from "./staff-picker.tsx";
import { ServiceTypePicker, TeamPicker } from "./team-picker.tsx";
import { VisitStatusPicker } from "./visit-status-picker.tsx";
import type { ListWidgetProps, WidgetProps } from "./widget-props.ts";

interface Bound {
  name: string;
  field: FormField;
  shared: FieldProps;
  /** As the form holds it; "" while nothing is filled in. */
  value: unknown;
  onChange: (value: unknown) => void;
}

type Drawn = (bound: Bound) => ReactNode;

const text =
  (Control: ComponentType<WidgetProps>): Drawn =>
  ({ shared, value, onChange }) => <Control {...shared} value={String(value ?? "")} onChange={onChange} />;

const asList = (value: unknown): string[] => (Array.isArray(value) ? value : []);

const list =
  (Control: ComponentType<ListWidgetProps>): Drawn =>
  ({ shared, value, onChange }) => <Control {...shared} value={asList(value)} onChange={onChange} />;

const oneOf =
  (offered: SettingsList): Drawn =>
  ({ shared, value, onChange }) => (
    <SettingsPicker {...shared} list={offered} value={String(value ?? "")} onChange={onChange} />
  );

const someOf =
  (offered: SettingsList): Drawn =>
  ({ shared, value, onChange }) => (
    <SettingsChecks {...shared} list={offered} value={asList(value)} onChange={onChange} />
  );

/** The one field that takes a group of staff as well as one of them (interface 4.10). */
const TAKES_STAFF_OR_GROUP = "assigned_to";

const numeric = (value: unknown): number => (typeof value === "number" ? value : Number.NaN);

const isRecord = (value: unknown): value is Record<string, string> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Every widget that a definition may name, so that a new operation has its form by itself. */
const WIDGETS: Record<Widget, Drawn> = {
  text: text(TextField),
  multiline: text(TextArea),
  date: text(DateField),
  chips: list(ChipsField),
  money: ({ shared, value, onChange }) => (
    <MoneyField {...shared} currency={CURRENCY} value={numeric(value)} onChange={onChange} />
  ),
  number: ({ shared, value, onChange }) => <NumberField {...shared} value={numeric(value)} onChange={onChange} />,
  choice: ({ field, shared, value, onChange }) => (
    <ListPicker
      {...shared}
      value={String(value ?? "")}
      onChange={onChange}
      options={(field.options ?? []).map(({ value: id, label }) => ({ id, name: label }))}
      loading={false}
    />
  ),
  answers: ({ shared, value, onChange }) => (
    <AnswersField {...shared} value={isRecord(value) ? value : {}} onChange={onChange} />
  ),
  patient: text(PatientPicker),
  location: text(LocationPicker),
  provider: text(ProviderPicker),
  staff: ({ name, shared, value, onChange }) => (
    <StaffPicker
      {...shared}
      value={String(value ?? "")}
      onChange={onChange}
      withGroups={name === TAKES_STAFF_OR_GROUP}
    />
  ),
  form: text(FormPicker),
  team: text(TeamPicker),
  "service-type": text(ServiceTypePicker),
  "visit-status": text(VisitStatusPicker),
  "referring-provider": text(ReferringProviderPicker),
  "catalog-items": list(CatalogItemsField),
  "payment-method": oneOf(SETTINGS_LISTS["payment-method"]),
  "referral-status": oneOf(SETTINGS_LISTS["referral-status"]),
  specialty: oneOf(SETTINGS_LISTS.specialty),
  "recall-action": oneOf(SETTINGS_LISTS["recall-action"]),
  "task-type": oneOf(SETTINGS_LISTS["task-type"]),
  "task-details": oneOf(SETTINGS_LISTS["task-details"]),
  "phone-call-type": oneOf(SETTINGS_LISTS["phone-call-type"]),
  "note-categories": someOf(SETTINGS_LISTS["note-categories"]),
  "staff-groups": someOf(SETTINGS_LISTS["staff-groups"]),
  appointment: text(AppointmentPicker),
  referral: text(ReferralPicker),
  recall: text(RecallPicker),
};

interface FieldControlProps {
  name: string;
  field: FormField;
  required: boolean;
  control: Control<FieldValues>;
}

/** One field of an operation's form, drawn by its widget and bound to the form. */
export function FieldControl({ name, field, required, control }: FieldControlProps) {
  const { field: bound, fieldState } = useController({ name, control });
  const { label, help, widget } = field;
  const shared = { label, help, required, error: fieldState.error?.message, onBlur: bound.onBlur };
  return WIDGETS[widget]({ name, field, shared, value: bound.value, onChange: bound.onChange });
}

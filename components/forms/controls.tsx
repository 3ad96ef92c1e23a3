"use client";

import type { ComponentType } from "react";
import { ListPicker } from "#components/forms/pickers/list-picker";
import { LocationPicker } from "#components/forms/pickers/location-picker";
import { ProviderNumberPicker, ProviderPicker } from "#components/forms/pickers/provider-picker";
import { SettingsPicker } from "#components/forms/pickers/settings-picker";
import { PatientPicker } from "#components/patients/patient-picker";
import { MoneyField } from "#components/ui/money-field";
import { TextArea } from "#components/ui/text-area";
import { TextField } from "#components/ui/text-field";
import { SETTINGS_LISTS, type SettingsList } from "#lib/browser/api/choices";
import type { FormOutline, Widget } from "#lib/definitions/operation";
import { CURRENCY } from "#lib/kernel/money";
import type { Controls, Drawn } from "./control-types.ts";
import { OpenBalance } from "./open-balance.tsx";
import { PatientOrNew } from "./patient-or-new.tsx";
import { fieldsOf } from "./target-fields.ts";
import type { ListWidgetProps, WidgetProps } from "./widget-props.ts";

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

const someOf = (offered: SettingsList) => async (): Promise<Drawn> => {
  const { SettingsChecks } = await import("./settings-checks.tsx");
  return ({ shared, value, onChange }) => (
    <SettingsChecks {...shared} list={offered} value={asList(value)} onChange={onChange} />
  );
};

const someone = async ({ withGroups }: { withGroups: boolean }): Promise<Drawn> => {
  const { StaffPicker } = await import("#components/forms/pickers/staff-picker");
  return text((props) => <StaffPicker {...props} withGroups={withGroups} />);
};

/** Returns the name of the form's field with this widget. */
function nameOf(outline: FormOutline, widget: Widget): string {
  const found = Object.entries(fieldsOf(outline)).find(([, field]) => field.widget === widget);
  if (!found) throw new Error(`The form of ${outline.id} has no field for ${widget}`);
  return found[0];
}

const numeric = (value: unknown): number => (typeof value === "number" ? value : Number.NaN);

const isRecord = (value: unknown): value is Record<string, string> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Widgets of most forms, bundled with them. */
const USUAL = {
  text: text(TextField),
  multiline: text(TextArea),
  money: ({ field, shared, value, onChange }) => (
    <>
      <MoneyField
        {...shared}
        currency={CURRENCY}
        value={typeof value === "number" ? value : String(value ?? "")}
        onChange={onChange}
      />
      {field.offers === "open-balance" ? <OpenBalance onChoose={onChange} /> : null}
    </>
  ),
  choice: ({ field, shared, value, onChange }) => (
    <ListPicker
      {...shared}
      value={String(value ?? "")}
      onChange={onChange}
      options={(field.options ?? []).map(({ value: id, label }) => ({ id, name: label }))}
      loading={false}
    />
  ),
  patient: ({ field, shared, value, onChange }) => {
    const picker = <PatientPicker {...shared} value={String(value ?? "")} onChange={onChange} />;
    return field.orNew === undefined ? (
      picker
    ) : (
      <PatientOrNew by={field.orNew} label={shared.label}>
        {picker}
      </PatientOrNew>
    );
  },
  location: text(LocationPicker),
  provider: text(ProviderPicker),
  "provider-number": text(ProviderNumberPicker),
  "payment-method": oneOf(SETTINGS_LISTS["payment-method"]),
  "referral-status": oneOf(SETTINGS_LISTS["referral-status"]),
  specialty: oneOf(SETTINGS_LISTS.specialty),
  "recall-action": oneOf(SETTINGS_LISTS["recall-action"]),
  "task-type": oneOf(SETTINGS_LISTS["task-type"]),
  "task-details": oneOf(SETTINGS_LISTS["task-details"]),
  "phone-call-type": oneOf(SETTINGS_LISTS["phone-call-type"]),
} satisfies Partial<Record<Widget, Drawn>>;

/** Widgets of one or two forms, loaded on demand. Both tables together cover every widget of a definition. */
const RARE: Record<Exclude<Widget, keyof typeof USUAL>, (outline: FormOutline) => Promise<Drawn>> = {
  date: async () => {
    const { ClinicDateField } = await import("./clinic-date-field.tsx");
    return ({ field, shared, value, onChange }) => (
      <ClinicDateField {...shared} days={field.days} value={String(value ?? "")} onChange={onChange} />
    );
  },
  number: async () => {
    const { NumberField } = await import("#components/ui/number-field");
    return ({ shared, value, onChange }) => <NumberField {...shared} value={numeric(value)} onChange={onChange} />;
  },
  parts: async () => {
    const { PartsField } = await import("./parts-field.tsx");
    return ({ field, shared, value, onChange }) => (
      <PartsField {...shared} parts={field.parts ?? {}} value={isRecord(value) ? value : {}} onChange={onChange} />
    );
  },
  staff: () => someone({ withGroups: false }),
  "staff-or-group": () => someone({ withGroups: true }),
  form: async () => text((await import("#components/forms/pickers/form-picker")).FormPicker),
  team: async (outline) => {
    const { TeamPicker } = await import("#components/forms/pickers/team-picker");
    const dependent = [nameOf(outline, "service-type"), nameOf(outline, "form")];
    return text((props) => <TeamPicker {...props} dependent={dependent} />);
  },
  "service-type": async (outline) => {
    const { ServiceTypePicker } = await import("#components/forms/pickers/team-picker");
    const names = { team: nameOf(outline, "team"), form: nameOf(outline, "form") };
    return text((props) => <ServiceTypePicker {...props} names={names} />);
  },
  "date-time": async () => text((await import("./date-time-field.tsx")).DateTimeField),
  "visit-type": async () => text((await import("#components/forms/pickers/visit-type-picker")).VisitTypePicker),
  "visit-status": async () => text((await import("#components/forms/pickers/visit-status-picker")).VisitStatusPicker),
  "referring-provider": async () =>
    text((await import("#components/forms/pickers/referring-provider-picker")).ReferringProviderPicker),
  chips: async () => list((await import("#components/ui/chips-field")).ChipsField),
  answers: async (outline) => {
    const { AnswersField } = await import("./answers-field.tsx");
    const form = nameOf(outline, "form");
    return ({ shared, value, onChange }) => (
      <AnswersField {...shared} form={form} value={isRecord(value) ? value : {}} onChange={onChange} />
    );
  },
  "catalog-items": async () => list((await import("./catalog-items-field.tsx")).CatalogItemsField),
  "note-categories": someOf(SETTINGS_LISTS["note-categories"]),
  "staff-groups": async () => list((await import("./recipient-checks.tsx")).RecipientChecks),
  appointment: async () => text((await import("#components/forms/pickers/appointment-picker")).AppointmentPicker),
  visit: async () => text((await import("#components/forms/pickers/appointment-picker")).VisitPicker),
  insurance: async () => text((await import("#components/forms/pickers/insurance-picker")).InsurancePicker),
  "insurance-company": async () => oneOf({ pick: ({ insurance_companies }) => insurance_companies, sends: "id" }),
  referral: async () => text((await import("#components/forms/pickers/record-pickers")).ReferralPicker),
  file: async () => text((await import("./document-field.tsx")).DocumentField),
  recall: async () => text((await import("#components/forms/pickers/record-pickers")).RecallPicker),
};

const drawnBy = (widget: Widget, outline: FormOutline): Drawn | Promise<Drawn> =>
  widget in USUAL ? USUAL[widget as keyof typeof USUAL] : RARE[widget as keyof typeof RARE](outline);

async function load(outline: FormOutline): Promise<Controls> {
  const names = [...new Set(Object.values(fieldsOf(outline)).map(({ widget }) => widget))];
  const [EitherFields, ...widgets] = await Promise.all([
    outline.either.length > 0 ? import("./either-fields.tsx").then((module) => module.EitherFields) : null,
    ...names.map(async (name) => [name, await drawnBy(name, outline)] as const),
  ]);
  return { widgets: new Map(widgets), EitherFields };
}

const loads = new Map<string, Promise<Controls>>();

/** Loads the controls of a form's fields once; a form is rendered when all of them are loaded. */
export function loadControls(outline: FormOutline): Promise<Controls> {
  const known = loads.get(outline.id);
  if (known) return known;
  const controls = load(outline);
  loads.set(outline.id, controls);
  // Opening the form again retries.
  controls.catch(() => loads.delete(outline.id));
  return controls;
}

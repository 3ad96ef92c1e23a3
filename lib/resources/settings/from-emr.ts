import type { Capability, EmrSettings } from "#lib/emr/port/port";
import type { AccountSettings } from "./model.ts";

/** Maps the EMR's settings to those of GET /settings (decisions §5 and §11). */
export function toAccountSettings(
  settings: EmrSettings,
  account: { emrType: string; capabilities: ReadonlySet<Capability>; syncedAt: Date },
): AccountSettings {
  return {
    timezone: settings.timezone,
    emr_type: account.emrType,
    capabilities: [...account.capabilities],
    required_patient_fields: settings.requiredPatientFields,
    payment_methods: settings.paymentMethods,
    note_categories: settings.noteCategories,
    referral_statuses: settings.referralStatuses,
    specialties: settings.specialties,
    task_types: settings.taskTypes,
    task_details: settings.taskDetails,
    phone_call_types: settings.phoneCallTypes,
    staff_groups: settings.staffGroups,
    recall_actions: settings.recallActions,
    recall_closing_actions: settings.recallClosingActions,
    teams: settings.teams.map(({ id, name, serviceTypes }) => ({
      id,
      name,
      service_types: serviceTypes.map((type) => ({ id: type.id, name: type.name, form_id: type.formId })),
    })),
    insurance_companies: settings.insuranceCompanies,
    pharmacies: settings.pharmacies,
    synced_at: account.syncedAt.toISOString(),
  };
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { loadingState } from "#components/forms/loading-state.ts";
import type { WidgetProps } from "#components/forms/widget-props.ts";
import { patientInsurances } from "#lib/browser/api/patient-insurances";
import { useAccountId } from "#lib/browser/session/account";
import { insuranceWords } from "./insurance-words.ts";
import { ListPicker } from "./list-picker.tsx";

/** Selects an insurance of the form's patient that the EMR holds; the value is its internal id. */
export function InsurancePicker(props: WidgetProps) {
  const accountId = useAccountId();
  const named: unknown = useWatch({ name: "mrn" });
  const mrn = typeof named === "string" ? named : "";
  const query = useQuery({ ...patientInsurances(accountId, mrn), enabled: mrn !== "" });
  const held = (query.data ?? []).filter(({ emr_insurance_id }) => emr_insurance_id !== null);
  return (
    <ListPicker
      {...props}
      {...(mrn === "" ? { loading: false, help: insuranceWords.choosePatientFirst } : loadingState(query))}
      disabled={mrn === ""}
      options={held.map(({ id, payer_name, member_id, priority }) => ({
        id,
        name: payer_name,
        detail: insuranceWords.details(priority, member_id),
      }))}
    />
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { loadingState } from "#components/forms/loading-state.ts";
import type { WidgetProps } from "#components/forms/widget-props.ts";
import { words } from "#components/forms/words.ts";
import { staffChoices } from "#lib/browser/api/choices";
import { settings } from "#lib/browser/api/settings";
import { staff } from "#lib/browser/api/staff";
import { useAccountId } from "#lib/browser/session/account";
import { ListPicker } from "./list-picker.tsx";

interface StaffPickerProps extends WidgetProps {
  /** Whether staff groups are offered as well. */
  withGroups: boolean;
}

/** Selects a staff member or, if the field accepts it, a staff group by name; the value is the id in the EMR. */
export function StaffPicker({ withGroups, ...props }: StaffPickerProps) {
  const accountId = useAccountId();
  const people = useQuery(staff(accountId));
  const lists = useQuery({ ...settings(accountId), enabled: withGroups });
  const groups = withGroups ? (lists.data?.staff_groups ?? []) : [];
  const options = [
    ...groups.map(({ id, name }) => ({ id, name, detail: words.group })),
    ...staffChoices(people.data ?? []),
  ];
  return <ListPicker {...props} {...loadingState(people)} options={options} />;
}

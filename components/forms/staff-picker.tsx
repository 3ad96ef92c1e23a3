"use client";

import { useQuery } from "@tanstack/react-query";
import { useAccountId } from "#lib/client/account";
import { staffChoices } from "#lib/client/choices";
import { settings } from "#lib/client/settings";
import { staff } from "#lib/client/staff";
import { ListPicker } from "./list-picker.tsx";
import type { WidgetProps } from "./widget-props.ts";

interface StaffPickerProps extends WidgetProps {
  /** Offers the groups of staff as well. */
  withGroups: boolean;
}

/** The practice's staff by name; the value is the EMR's id of the person or, where the field takes one, of the group. */
export function StaffPicker({ withGroups, ...props }: StaffPickerProps) {
  const accountId = useAccountId();
  const people = useQuery(staff(accountId));
  const lists = useQuery({ ...settings(accountId), enabled: withGroups });
  const groups = withGroups ? (lists.data?.staff_groups ?? []) : [];
  const options = [
    ...groups.map(({ id, name }) => ({ id, name, detail: "Group" })),
    ...staffChoices(people.data ?? []),
  ];
  return (
    <ListPicker
      {...props}
      options={options}
      loading={people.isPending}
      onRetry={people.isError ? () => void people.refetch() : undefined}
    />
  );
}

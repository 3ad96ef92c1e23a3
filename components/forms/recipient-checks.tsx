"use client";

import { useQuery } from "@tanstack/react-query";
import { loadingState } from "#components/forms/loading-state.ts";
import { CheckGroup } from "#components/ui/check-group";
import { SETTINGS_LISTS, staffChoices } from "#lib/browser/api/choices";
import { staff } from "#lib/browser/api/staff";
import { useAccountId } from "#lib/browser/session/account";
import { useSettingsList } from "./use-settings-list.ts";
import type { ListWidgetProps } from "./widget-props.ts";
import { words } from "./words.ts";

/** Selects who is notified: staff groups, or staff members if the EMR has no groups (interface 4.10). */
export function RecipientChecks(props: ListWidgetProps) {
  const groups = useSettingsList(SETTINGS_LISTS["staff-groups"]);
  const hasNoGroups = !groups.loading && !groups.onRetry && groups.options.length === 0;
  const people = useQuery({ ...staff(useAccountId()), enabled: hasNoGroups });
  const offered = hasNoGroups ? { options: staffChoices(people.data ?? []), ...loadingState(people) } : groups;
  return <CheckGroup {...props} {...offered} empty={words.noStaff} />;
}

"use client";

import { DateField } from "#components/ui/date-field";
import type { DayInputProps } from "#components/ui/day-input-props.ts";
import { useAccount } from "#lib/browser/session/account";
import { todayIn } from "#lib/kernel/dates";

/** Edits a day of a request, which the clinic's own day limits. */
export function ClinicDateField(props: DayInputProps) {
  const { timezone } = useAccount();
  return <DateField {...props} keepsText today={todayIn(timezone)} />;
}

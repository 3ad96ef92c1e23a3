"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { KeyValueList } from "#components/ui/key-value-list";
import { RelativeTime } from "#components/ui/relative-time";
import { SetAsideMark } from "#components/ui/set-aside-mark";
import { formatDate } from "#components/ui/time-words";
import { locations } from "#lib/browser/api/locations";
import { staff } from "#lib/browser/api/staff";
import { useAccountId } from "#lib/browser/session/account";
import { fullName } from "#lib/kernel/full-name";
import type { ReferralModel } from "#lib/resources/referrals/model";
import { Direction } from "./direction.tsx";
import { words } from "./words.ts";

const written = (text: string) => (
  <span dir="auto" className="whitespace-pre-wrap">
    {text}
  </span>
);

/** The location's name by its EMR id, or the id until the name is loaded. */
function LocationName({ emrId }: { emrId: string }) {
  const { data } = useQuery(locations(useAccountId()));
  const found = data?.find(({ emr_id }) => emr_id === emrId);
  return (
    <>
      {found?.name ?? emrId}
      <SetAsideMark reason={found?.set_aside} />
    </>
  );
}

/** The staff member's name by EMR id, or the id until the name is loaded or if the person has left. */
function StaffName({ ehrId }: { ehrId: string }) {
  const { data } = useQuery(staff(useAccountId()));
  const found = data?.find(({ ehr_id }) => ehr_id === ehrId);
  return (
    <>
      {found ? fullName(found) : ehrId}
      <SetAsideMark reason={found?.set_aside} />
    </>
  );
}

/** Shows the period, or its known end; dates do not wrap. */
function validWords({ start_date, end_date }: ReferralModel): ReactNode {
  if (!start_date && !end_date) return null;
  return (
    <>
      {start_date ? (
        <span className="whitespace-nowrap">
          {words.from} {formatDate(start_date)}
        </span>
      ) : null}{" "}
      {end_date ? (
        <span className="whitespace-nowrap">
          {words.until.toLowerCase()} {formatDate(end_date)}
        </span>
      ) : null}
    </>
  );
}

/** Shows every field of a referral, including empty ones, which can be filled in. */
export function ReferralDetails({ referral }: { referral: ReferralModel }) {
  const item = (name: string, label: string, value: ReactNode) => ({
    name,
    label,
    value: value === null || value === "" ? <span className="text-faint">{words.notGiven}</span> : value,
  });
  const { reason, notes, location_id, assigned_to_id } = referral;
  return (
    <KeyValueList
      items={[
        item("reason", words.reason, reason && written(reason)),
        item("direction", words.direction, <Direction direction={referral.direction} />),
        item("referring_provider", words.referredBy, referral.referring_provider_name),
        item("specialty", words.specialty, referral.specialty),
        item("location", words.location, location_id && <LocationName emrId={location_id} />),
        item("assigned", words.assignedTo, assigned_to_id && <StaffName ehrId={assigned_to_id} />),
        item("authorization", words.priorAuthorization, referral.prior_authorization_code),
        item("valid", words.valid, validWords(referral)),
        item("visits", words.visitsAllowed, referral.visits_allowed),
        item("notes", words.notes, notes && written(notes)),
        item("ehr_id", words.emrId, referral.ehr_id),
        item("created", words.created, <RelativeTime at={referral.created_at} />),
        item("updated", words.changed, <RelativeTime at={referral.updated_at} />),
      ]}
    />
  );
}

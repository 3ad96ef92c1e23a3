import type { ReferralModel } from "#lib/resources/referrals/model";
import type { Prefill } from "./opening.ts";

/** Returns a referral's current values by the fields of its update form (interface 4.2). */
export function standingFields(referral: ReferralModel): Prefill {
  const { priority, status, reason, notes, prior_authorization_code, specialty } = referral;
  const { location_id, start_date, end_date, visits_allowed, assigned_to_id } = referral;
  const fields = {
    priority,
    status,
    reason,
    notes,
    prior_authorization_code,
    specialty,
    location_id,
    start_date,
    end_date,
    visits_allowed,
    assigned_to_id,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

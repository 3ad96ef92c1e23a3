import type { Prefill } from "#lib/client/form-intent";
import type { ReferralModel } from "#lib/models/referral";

/** What the form of a referral's update opens with: the referral, and what it holds now (interface 4.2). */
export function referralPrefill(referral: ReferralModel): Prefill {
  const { id, priority, status, reason, notes, prior_authorization_code, specialty } = referral;
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
  return { id, ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) };
}

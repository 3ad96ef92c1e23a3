import { refusal } from "./answer.ts";
import { accepted, type Write } from "./writing.ts";

const fetchClaims: Write = (writing) => {
  const { account, body, newId } = writing;
  if (
    (body.service_date === undefined) === (body.claim_ids === undefined) ||
    (body.claim_ids !== undefined && !Array.isArray(body.claim_ids))
  ) {
    return refusal(400, "Send exactly one of service_date or claim_ids");
  }
  const asked = body.claim_ids as string[] | undefined;
  return accepted(writing, {
    ids: {},
    recordId: newId(),
    isFetch: true,
    types: { done: "claim.live_fetch_completed", failed: "claim.live_fetch_failed" },
    perform() {
      const claims = account.clinic.claims.filter(
        ({ emr_claim_id, service_date }) => asked?.includes(String(emr_claim_id)) ?? service_date === body.service_date,
      );
      const claim_ids = claims.map(({ emr_claim_id }) => emr_claim_id);
      return {
        data: {
          success: true,
          claim_ids,
          claims: claims.map((claim) => ({ ...claim, change: "unchanged" })),
          not_found_claim_ids: asked?.filter((claim) => !claim_ids.includes(claim)) ?? [],
        },
      };
    },
  });
};

const fetchSettings: Write = (writing) =>
  accepted(writing, {
    ids: { status: "queued" },
    recordId: writing.newId(),
    isFetch: true,
    types: { done: "org_settings.synced", failed: "org_settings.sync_failed" },
    perform: () => ({ data: { status: "completed", summary: {} } }),
  });

/** No page of them was found. */
export const FETCHES: Record<string, Write> = {
  "POST /claims/fetch": fetchClaims,
  "POST /org-settings/fetch": fetchSettings,
};

"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { PatientName } from "#components/jobs/patient-name";
import { countWords, Digest, DigestRow } from "#components/ui/digest";
import { Link } from "#components/ui/link";
import { RelativeTime } from "#components/ui/relative-time";
import { SetAsideMark } from "#components/ui/set-aside-mark";
import { newestReferrals } from "#lib/browser/api/referrals";
import { useAccountId } from "#lib/browser/session/account";
import { words } from "./digest-words.ts";
import { Direction } from "./direction.tsx";

const SHOWN = 5;

/** The newest referrals without a document, which staff must ask for, on the page Today. */
export function ShownReferralsWithoutDocument() {
  const accountId = useAccountId();
  const query = useInfiniteQuery(newestReferrals(accountId));
  const newest = query.data?.pages[0]?.rows ?? [];
  const bare = newest.filter(({ document_ids }) => document_ids.length === 0);
  return (
    <Digest
      title={words.withoutDocument}
      count={query.data ? countWords(bare.length, false) : null}
      scope={query.hasNextPage ? words.amongNewest(newest.length) : undefined}
      href={`/a/${accountId}/referrals`}
      all={words.allReferrals}
      query={query}
      nothing={words.everyDocument}
      usual={1}
      rows={bare}
      first={bare.slice(0, SHOWN)}
      known={newest}
      keyOf={({ id }) => id}
    >
      {(referral, done) => (
        <DigestRow
          key={referral.id}
          done={done}
          title={
            <Link coversRow href={`/a/${accountId}/referrals/${referral.id}`} dir="auto">
              {referral.reason || words.noReasonGiven}
            </Link>
          }
          detail={
            <>
              <span>
                <PatientName of={referral} />
              </span>
              <Direction direction={referral.direction} />
              <SetAsideMark reason={referral.set_aside} />
            </>
          }
          end={<RelativeTime at={referral.created_at} />}
        />
      )}
    </Digest>
  );
}

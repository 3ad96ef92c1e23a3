"use client";

import { WaitingJobs } from "#components/jobs/waiting-jobs";
import { Banner } from "#components/ui/banner";
import { ButtonLink } from "#components/ui/button-link";
import { RelativeTime } from "#components/ui/relative-time";
import { useNow } from "#components/ui/use-now";
import { useAccount, useMay } from "#lib/browser/session/account";
import { clockWords } from "./account-words.ts";
import { words } from "./login-words.ts";

interface LoginLostNoticeProps {
  /** ISO 8601: when the EMR first refused the credentials. */
  since: string;
  /** ISO 8601: when the records were last read whole; null if they never were. */
  readAt: string | null;
}

/** Says that the EMR refuses the account's credentials, what becomes of the work meanwhile, and what an admin does. */
export function LoginLostNotice({ since, readAt }: LoginLostNoticeProps) {
  const { id, name, timezone } = useAccount();
  const isAdmin = useMay("linked-accounts:update");
  const now = useNow(60_000) ?? Date.now();
  return (
    <div className="px-4 pt-5 lg:px-6">
      <Banner
        tone="danger"
        title={words.needsCredentials(name)}
        action={
          isAdmin ? (
            <ButtonLink size="sm" href={`/a/${id}/integrations?open=replace`}>
              {words.enterCredentials}
            </ButtonLink>
          ) : null
        }
      >
        {words.since} {clockWords(since, timezone, now)}. {words.nothingIsSent} {words.waitsAreKept} <WaitingJobs />{" "}
        {readAt === null ? (
          words.notRead
        ) : (
          <>
            {words.asOf} <RelativeTime at={readAt} />.
          </>
        )}{" "}
        {isAdmin ? null : words.askAnAdmin}
      </Banner>
    </div>
  );
}

import type { Metadata } from "next";
import { ShownChangedToday } from "#components/appointments/changed/shown-changed-today";
import { TodaysAppointments } from "#components/appointments/desk/todays-appointments";
import { UnconfirmedTomorrow } from "#components/appointments/desk/unconfirmed-tomorrow";
import { WaitingPatients } from "#components/appointments/desk/waiting-patients";
import { DoubleVisits } from "#components/appointments/doubles/double-visits";
import { StatusOutcomes } from "#components/appointments/status/status-outcomes";
import { FailedJobs } from "#components/jobs/activity/failed-jobs";
import { ReconcileNotice } from "#components/jobs/activity/reconcile-notice";
import { SyncNotices } from "#components/linked-accounts/sync-notices";
import { UnmappedStatuses } from "#components/linked-accounts/unmapped-statuses";
import { RecallsDue } from "#components/recalls/recalls-due";
import { ReferralsWithoutDocument } from "#components/referrals/referrals-without-document";
import { EmrHealth } from "#components/shell/emr-health";
import { SwitchedOffWrites } from "#components/shell/switched-off-writes";
import { words } from "#components/shell/words.ts";
import { ShownHandingOver } from "#components/shift-notes/shown-handing-over";
import { TodayPage } from "#components/today/today-page";
import { ButtonLink } from "#components/ui/button-link";
import { DisabledEndpoints } from "#components/webhooks/disabled-endpoints";
import { requirePageUser } from "#lib/sign-in/page-user";

export const metadata: Metadata = { title: words.today };

export default async function Page({ params }: PageProps<"/a/[account]/today">) {
  await requirePageUser();
  const { account } = await params;
  return (
    <TodayPage
      changed={<ShownChangedToday />}
      handingOver={<ShownHandingOver />}
      // Rendered here, as they need no script of their own.
      links={
        <>
          <ButtonLink href={`/a/${account}/close-day`}>{words.closeDay}</ButtonLink>
          <ButtonLink href={`/a/${account}/downtime`}>{words.downtimePacket}</ButtonLink>
        </>
      }
      notices={[
        <EmrHealth key="emr" />,
        <StatusOutcomes key="statuses" />,
        <DoubleVisits key="doubles" />,
        <SyncNotices key="sync" />,
        <ReconcileNotice key="reconcile" />,
        <DisabledEndpoints key="webhooks" />,
        <SwitchedOffWrites key="writes" />,
        <UnmappedStatuses key="meanings" />,
      ]}
      day={[
        <TodaysAppointments key="appointments" />,
        <WaitingPatients key="waiting" />,
        <ReferralsWithoutDocument key="referrals" />,
      ]}
      needs={[<FailedJobs key="failed" />, <RecallsDue key="recalls" />, <UnconfirmedTomorrow key="unconfirmed" />]}
    />
  );
}

import type { Metadata } from "next";
import { TodaysAppointments } from "#components/appointments/todays-appointments";
import { FailedJobs } from "#components/jobs/activity/failed-jobs";
import { ReconcileNotice } from "#components/jobs/activity/reconcile-notice";
import { SyncNotices } from "#components/linked-accounts/sync-notices";
import { RecallsDue } from "#components/recalls/recalls-due";
import { ReferralsWithoutDocument } from "#components/referrals/referrals-without-document";
import { EmrHealth } from "#components/shell/emr-health";
import { SwitchedOffWrites } from "#components/shell/switched-off-writes";
import { TodayPage } from "#components/today/today-page";
import { DisabledEndpoints } from "#components/webhooks/disabled-endpoints";
import { requirePageUser } from "#lib/sign-in/page-user";

export const metadata: Metadata = { title: "Today" };

export default async function Page() {
  await requirePageUser();
  return (
    <TodayPage
      notices={[
        <EmrHealth key="emr" />,
        <SyncNotices key="sync" />,
        <ReconcileNotice key="reconcile" />,
        <DisabledEndpoints key="webhooks" />,
        <SwitchedOffWrites key="writes" />,
      ]}
      needs={[<FailedJobs key="failed" />, <RecallsDue key="recalls" />]}
      day={[<TodaysAppointments key="appointments" />, <ReferralsWithoutDocument key="referrals" />]}
    />
  );
}

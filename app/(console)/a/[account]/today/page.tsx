import type { Metadata } from "next";
import { FailedJobs } from "#components/activity/failed-jobs";
import { ReconcileNotice } from "#components/activity/reconcile-notice";
import { TodaysAppointments } from "#components/appointments/todays-appointments";
import { EmrHealth } from "#components/console/emr-health";
import { RecallsDue } from "#components/recalls/recalls-due";
import { ReferralsWithoutDocument } from "#components/referrals/referrals-without-document";
import { TodayPage } from "#components/today/today-page";
import { DisabledEndpoints } from "#components/webhooks/disabled-endpoints";
import { requirePageUser } from "#lib/auth/page-user";

export const metadata: Metadata = { title: "Today" };

export default async function Page() {
  await requirePageUser();
  return (
    <TodayPage
      notices={[<EmrHealth key="emr" />, <ReconcileNotice key="reconcile" />, <DisabledEndpoints key="webhooks" />]}
      needs={[<FailedJobs key="failed" />, <RecallsDue key="recalls" />]}
      day={[<TodaysAppointments key="appointments" />, <ReferralsWithoutDocument key="referrals" />]}
    />
  );
}

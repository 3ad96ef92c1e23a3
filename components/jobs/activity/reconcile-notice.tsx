"use client";

import dynamic from "next/dynamic";

/** Warns about jobs that a user must reconcile; loaded after the page, as few have any. */
export const ReconcileNotice = dynamic(
  () => import("./shown-reconcile-notice.tsx").then((module) => module.ShownReconcileNotice),
  { ssr: false },
);

"use client";

import dynamic from "next/dynamic";

/** Referrals without a document, at the end of the page's first column; loaded after what stands above. */
export const ReferralsWithoutDocument = dynamic(
  () => import("./shown-referrals-without-document.tsx").then((module) => module.ShownReferralsWithoutDocument),
  { ssr: false },
);

"use client";

import { useState } from "react";
import { openDrafts } from "#lib/browser/drafts/draft";

export { freezeDrafts } from "#lib/browser/drafts/draft";

/** Brings back, before the first form opens, what the signed-in person typed in this tab and never sent. */
export function KeptDrafts({ userId, draftKey }: { userId: string; draftKey: string }) {
  useState(() => {
    if (typeof window !== "undefined") openDrafts(userId, draftKey);
  });
  return null;
}

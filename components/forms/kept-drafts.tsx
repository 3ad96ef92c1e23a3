"use client";

import { useState } from "react";
import { openDrafts } from "#lib/browser/drafts/draft";

export { freezeDrafts } from "#lib/browser/drafts/draft";

/** Restores the signed-in user's unsent drafts of this tab before the first form opens. */
export function KeptDrafts({ userId, draftKey }: { userId: string; draftKey: string }) {
  useState(() => {
    if (typeof window !== "undefined") openDrafts(userId, draftKey);
  });
  return null;
}

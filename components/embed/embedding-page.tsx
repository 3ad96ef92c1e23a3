"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { embedOrigins } from "#lib/browser/api/embed-origins";
import { useAccountId } from "#lib/browser/session/account";
import { OriginsSection } from "./origins-section.tsx";
import { PreviewSection } from "./preview-section.tsx";
import { DEFAULT_LOOK, type PartnerLook } from "./snippet.ts";
import { SnippetSection } from "./snippet-section.tsx";
import { words } from "./words.ts";

/** The page of embedding: the allowed origins, a preview, and the code for partners. */
export function EmbeddingPage() {
  const [look, setLook] = useState<PartnerLook>(DEFAULT_LOOK);
  // The number of origins determines the position of the content below them, so the page waits for it.
  const { data, isPending } = useQuery(embedOrigins(useAccountId()));
  const [isAnswered, setAnswered] = useState(false);
  if (!isPending && !isAnswered) setAnswered(true);
  return (
    <div className="flex flex-col gap-8 px-4 py-5 lg:px-6">
      <h1 className="text-xl font-semibold">{words.embedding}</h1>
      <OriginsSection />
      {isAnswered ? (
        <>
          <PreviewSection look={look} onChange={setLook} />
          <SnippetSection look={look} origin={data?.[0]?.origin} />
        </>
      ) : null}
    </div>
  );
}

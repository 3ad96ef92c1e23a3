"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { embedOrigins } from "#lib/browser/api/embed-origins";
import { useAccountId } from "#lib/browser/session/account";
import { OriginsSection } from "./origins-section.tsx";
import { PreviewSection } from "./preview-section.tsx";
import { DEFAULT_LOOK, type PartnerLook } from "./snippet.ts";
import { SnippetSection } from "./snippet-section.tsx";

/** Where the organization's views may be shown, how they look there, and what a partner pastes. */
export function EmbeddingPage() {
  const [look, setLook] = useState<PartnerLook>(DEFAULT_LOOK);
  // How many origins there are says where the rest of the page begins: drawn before, it would move.
  const { data, isPending } = useQuery(embedOrigins(useAccountId()));
  const [wasTold, setTold] = useState(false);
  if (!isPending && !wasTold) setTold(true);
  return (
    <div className="flex flex-col gap-8 px-4 py-5 lg:px-6">
      <h1 className="text-xl font-semibold">Embedding</h1>
      <OriginsSection />
      {wasTold ? (
        <>
          <PreviewSection look={look} onChange={setLook} />
          <SnippetSection look={look} origin={data?.[0]?.origin} />
        </>
      ) : null}
    </div>
  );
}

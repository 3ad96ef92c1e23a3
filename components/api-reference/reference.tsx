"use client";

import { ApiReferenceReact } from "@scalar/api-reference-react";
import { useMemo } from "react";
import { tryRequest } from "#lib/browser/api/try-request";
import "@scalar/api-reference-react/style.css";
import "./reference.css";

/** Renders the OpenAPI document; requests tried here go to this account. */
export function Reference({ document, accountId, dark }: { document: object; accountId: string; dark: boolean }) {
  const configuration = useMemo(
    () => ({
      content: { ...document, servers: [{ url: `${window.location.origin}/v1` }] },
      customFetch: tryRequest(accountId),
      theme: "none" as const,
      layout: "modern" as const,
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      hideDarkModeToggle: true,
      forceDarkModeState: dark ? ("dark" as const) : ("light" as const),
      showDeveloperTools: "never" as const,
      agent: { disabled: true },
      mcp: { disabled: true },
      defaultHttpClient: { targetKey: "shell" as const, clientKey: "curl" as const },
    }),
    [document, accountId, dark],
  );
  return <ApiReferenceReact configuration={configuration} />;
}

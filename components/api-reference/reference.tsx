"use client";

import { useEffect, useRef } from "react";
import SwaggerUI from "swagger-ui-dist/swagger-ui-es-bundle";
import { tryRequest } from "#lib/browser/api/try-request";
import "./reference.css";

/** The class of the document by which the library draws its dark theme. */
const DARK = "dark-mode";

/** Renders the OpenAPI document; requests tried here go to this account. */
export function Reference({ document, accountId, dark }: { document: object; accountId: string; dark: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current) return;
    SwaggerUI({
      domNode: place.current,
      spec: { ...document, servers: [{ url: `${window.location.origin}/v1` }] },
      requestInterceptor: (request) => Object.assign(request, { userFetch: tryRequest(accountId) }),
      deepLinking: true,
      docExpansion: "none",
      filter: true,
      tryItOutEnabled: true,
      defaultModelsExpandDepth: -1,
    });
  }, [document, accountId]);
  useEffect(() => {
    const { classList } = window.document.documentElement;
    classList.toggle(DARK, dark);
    return () => classList.remove(DARK);
  }, [dark]);
  return <div ref={place} />;
}

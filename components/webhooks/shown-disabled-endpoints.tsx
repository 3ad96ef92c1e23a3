"use client";

import { useQuery } from "@tanstack/react-query";
import { Banner } from "#components/ui/banner";
import { ButtonLink } from "#components/ui/button-link";
import { webhookEndpoints } from "#lib/browser/api/webhook-endpoints";
import { useAccountId, useMay } from "#lib/browser/session/account";
import { disabledBy } from "#lib/webhooks/endpoints/disabled";
import { shortUrl } from "./endpoint-words.ts";
import { words } from "./notice-words.ts";

/** Warns about automatically disabled endpoints, if the user may see endpoints. */
export function ShownDisabledEndpoints() {
  const accountId = useAccountId();
  const { data: endpoints = [] } = useQuery({
    ...webhookEndpoints(accountId),
    enabled: useMay("webhook-endpoints:read"),
  });
  return endpoints
    .filter(({ status, disabled_reason: reason }) => status === "disabled" && disabledBy(reason) !== "hand")
    .map(({ id, url, disabled_reason: reason }) => (
      <Banner
        key={id}
        tone="warning"
        title={<span className="break-all">{words.wasDisabled(shortUrl(url))}</span>}
        action={
          <ButtonLink
            size="sm"
            aria-label={`${words.view} ${shortUrl(url)}`}
            href={`/a/${accountId}/webhooks?endpoint=${id}`}
          >
            {words.view}
          </ButtonLink>
        }
      >
        {reason}. {words.deliveriesHeld}
      </Banner>
    ));
}

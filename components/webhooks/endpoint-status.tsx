import { CircleCheck, CircleOff } from "lucide-react";
import { Badge } from "#components/ui/badge";
import type { WebhookEndpointModel } from "#lib/webhooks/endpoints/model";
import { words } from "./page-words.ts";

/** Shows whether an endpoint is enabled. */
export function EndpointStatus({ status }: Pick<WebhookEndpointModel, "status">) {
  return status === "enabled" ? (
    <Badge tone="success" icon={<CircleCheck aria-hidden="true" />}>
      {words.enabled}
    </Badge>
  ) : (
    <Badge tone="warning" icon={<CircleOff aria-hidden="true" />}>
      {words.disabled}
    </Badge>
  );
}

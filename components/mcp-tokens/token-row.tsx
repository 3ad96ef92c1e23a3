"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Ban, CircleCheck, CircleSlash } from "lucide-react";
import { useState } from "react";
import { Badge } from "#components/ui/badge";
import { Button } from "#components/ui/button";
import { Confirm } from "#components/ui/confirm";
import { RelativeTime } from "#components/ui/relative-time";
import { TableCell, TableRow } from "#components/ui/table";
import { formatDate } from "#components/ui/time-words";
import type { McpTokenModel } from "#lib/administration/mcp-tokens/model";
import { mcpTokensKey, revokeMcpToken } from "#lib/browser/api/mcp-tokens";
import { useAccount, useAccountId } from "#lib/browser/session/account";
import { todayIn } from "#lib/kernel/dates";
import { STATES, scopeWords, words } from "./words.ts";

function Revoke({ token: { id, name } }: { token: McpTokenModel }) {
  const accountId = useAccountId();
  const cache = useQueryClient();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        size="sm"
        icon={<Ban aria-hidden="true" />}
        aria-label={`${words.revoke} ${name}`}
        onPress={() => setAsking(true)}
      >
        {words.revoke}
      </Button>
      {asking ? (
        <Confirm
          title={`Revoke ${name}?`}
          action={`Revoke ${name}`}
          danger
          onConfirm={async () => {
            await revokeMcpToken(accountId, id);
            await cache.invalidateQueries({ queryKey: mcpTokensKey(accountId) });
          }}
          onClose={() => setAsking(false)}
        >
          {words.revocationEffect}
        </Confirm>
      ) : null}
    </>
  );
}

/** Shows an MCP token: its assistant and person, what it may do, and until when. */
export function TokenRow({ token }: { token: McpTokenModel }) {
  const { timezone } = useAccount();
  const { name, user_name: person, status, expires_at: end, last_used_at: used } = token;
  const isActive = status === "active";
  return (
    <TableRow>
      <TableCell className="min-w-32 break-words">
        <span className="block font-medium">{name}</span>
        <span className="block text-xs text-faint">{person}</span>
      </TableCell>
      <TableCell className="text-muted @max-2xl:hidden">{scopeWords(token)}</TableCell>
      <TableCell>
        <Badge
          tone={isActive ? "success" : "neutral"}
          icon={isActive ? <CircleCheck aria-hidden="true" /> : <CircleSlash aria-hidden="true" />}
        >
          {STATES[status]}
        </Badge>
      </TableCell>
      <TableCell className="whitespace-nowrap text-muted @max-xl:hidden">
        {formatDate(todayIn(timezone, new Date(end)))}
      </TableCell>
      <TableCell end className="text-muted @max-xl:hidden">
        {used ? <RelativeTime at={used} /> : "never"}
      </TableCell>
      <TableCell end>{status === "revoked" || status === "ended" ? null : <Revoke token={token} />}</TableCell>
    </TableRow>
  );
}

import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AskingClient, ConsentCard } from "#components/mcp-tokens/consent-card";
import { ConsentForm } from "#components/mcp-tokens/consent-form";
import { words } from "#components/mcp-tokens/grant-words.ts";
import { kindWords } from "#components/mcp-tokens/words.ts";
import { Banner } from "#components/ui/banner";
import { listLinkedAccounts } from "#lib/administration/linked-accounts/queries";
import { ROLE_PERMISSIONS } from "#lib/catalog/granted-permissions";
import { operationSummaries } from "#lib/catalog/summaries";
import { deniedAddress, readAuthorizationRequest, readParameters } from "#lib/oauth/authorization-request";
import { isLoopback } from "#lib/oauth/redirect-uri";
import { isOn, isOnIn } from "#lib/oauth/switch";
import { MCP_READ_PERMISSIONS } from "#lib/security/permissions";
import { requirePageUser } from "#lib/sign-in/page-user";

export const metadata: Metadata = { title: words.consentTitle };

/**
 * The authorization endpoint (RFC 6749, section 3.1): asks the signed-in person whether an OAuth client may read and draft
 * for them. It leads nowhere by itself: what is wrong with a request is shown, with a link to a client that is known.
 */
export default async function Page({ searchParams }: PageProps<"/oauth/authorize">) {
  if (!(await isOn())) notFound();
  const user = await requirePageUser();
  if (!(await isOnIn(user.organizationId))) {
    return (
      <ConsentCard title={words.off} user={user}>
        <p className="text-sm text-muted">{words.offHint}</p>
      </ConsentCard>
    );
  }
  const { given, repeated } = readParameters(await searchParams);
  const request = await readAuthorizationRequest(given, repeated);
  if ("problem" in request) {
    return (
      <ConsentCard title={words.badRequest} user={user}>
        <Banner tone="danger" title={request.problem}>
          {words.badRequestHint}
        </Banner>
        {request.redirectTo ? (
          <a href={request.redirectTo} className="font-medium text-accent-text underline-offset-4 hover:underline">
            {words.back(new URL(request.redirectTo).host)}
          </a>
        ) : null}
      </ConsentCard>
    );
  }
  const held = ROLE_PERMISSIONS[user.role];
  const reads = MCP_READ_PERMISSIONS.filter((permission) => request.scopes.includes("read") && held.has(permission));
  const drafts = operationSummaries.filter(({ id }) => request.scopes.includes("draft") && held.has(id));
  const accounts = await listLinkedAccounts(user.organizationId);
  const redirectUri = new URL(request.redirectUri);
  return (
    <ConsentCard title={words.consentTitle} user={user}>
      <AskingClient name={request.client.name} host={redirectUri.host} isHere={isLoopback(redirectUri)} />
      {accounts.length === 0 ? (
        <p className="text-sm text-muted">{words.noAccount}</p>
      ) : (
        <ConsentForm
          request={{ ...given, user_id: user.id }}
          accounts={accounts.map(({ id, name }) => ({ id, name }))}
          reads={reads.map((permission) => ({ id: permission, name: kindWords(permission) }))}
          drafts={drafts.map(({ id, name }) => ({ id, name }))}
          deniedAddress={deniedAddress(request)}
        />
      )}
    </ConsentCard>
  );
}

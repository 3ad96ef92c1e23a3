import { AccountChoice } from "#components/console/account-choice";
import { ConsoleFrame } from "#components/console/console-frame";
import { PlainFrame } from "#components/console/plain-frame";
import { SessionWatch } from "#components/console/session-watch";
import { KeptDrafts } from "#components/forms/kept-drafts";
import { LiveProvider } from "#components/live/live-provider";
import { draftKeyOf } from "#lib/auth/draft-key";
import { requirePageUser } from "#lib/auth/page-user";
import { ROLE_PERMISSIONS } from "#lib/auth/permissions";
import { jobTypeSummaries, operationSummaries } from "#lib/operations/summaries";
import { listLinkedAccounts } from "#lib/reads/linked-accounts";
import { environment } from "#lib/runtime/environment";

const everyone = ROLE_PERMISSIONS.staff;
/** What a role allows beyond what everyone may: all that the browser needs to know. */
const permissionsOf = (role: keyof typeof ROLE_PERMISSIONS) =>
  [...ROLE_PERMISSIONS[role]].filter((permission) => !everyone.has(permission));

/** The frame around every page of a linked account. */
export default async function AccountLayout({ children, params }: LayoutProps<"/a/[account]">) {
  const [{ account: accountId }, user] = await Promise.all([params, requirePageUser()]);
  const accounts = await listLinkedAccounts(user.organizationId);
  const account = accounts.find(({ id }) => id === accountId);
  // One that belongs to another organization looks as one that is not there: nobody learns which.
  if (!account) {
    return (
      <PlainFrame user={{ name: user.name, email: user.email }}>
        <AccountChoice accounts={accounts} />
      </PlainFrame>
    );
  }
  return (
    <SessionWatch userId={user.id} idleMinutes={environment().IDLE_MINUTES}>
      <KeptDrafts userId={user.id} draftKey={draftKeyOf(user.id)} />
      <LiveProvider
        key={account.id}
        account={account}
        operations={operationSummaries}
        internalJobs={jobTypeSummaries}
        permissions={permissionsOf(user.role)}
        userId={user.id}
      >
        <ConsoleFrame accounts={accounts} user={{ name: user.name, email: user.email }}>
          {children}
        </ConsoleFrame>
      </LiveProvider>
    </SessionWatch>
  );
}

import { FindTimeAside } from "#components/appointments/find-time/find-time-aside";
import { KeptDrafts } from "#components/forms/kept-drafts";
import { LiveProvider } from "#components/jobs/live-provider";
import { AccountChoice } from "#components/shell/account-choice";
import { ConsoleFrame } from "#components/shell/console-frame";
import { PlainFrame } from "#components/shell/plain-frame";
import { SessionWatch } from "#components/shell/session-watch";
import { listLinkedAccounts } from "#lib/administration/linked-accounts/queries";
import { ROLE_PERMISSIONS } from "#lib/catalog/granted-permissions";
import { jobTypeSummaries, operationSummaries } from "#lib/catalog/summaries";
import { environment } from "#lib/kernel/environment";
import { draftKeyOf } from "#lib/security/sealing/draft-key";
import { organizationsOf } from "#lib/sign-in/organizations";
import { requirePageUser } from "#lib/sign-in/page-user";

const everyone = ROLE_PERMISSIONS.staff;
/** Permissions of a role beyond those of every role: all that the browser needs. */
const permissionsOf = (role: keyof typeof ROLE_PERMISSIONS) =>
  [...ROLE_PERMISSIONS[role]].filter((permission) => !everyone.has(permission));

/** Layout of all pages of a linked account. */
export default async function AccountLayout({ children, params }: LayoutProps<"/a/[account]">) {
  const [{ account: accountId }, user] = await Promise.all([params, requirePageUser()]);
  const accounts = await listLinkedAccounts(user.organizationId);
  const { name, email, organizationId } = user;
  const shown = { name, email, organizationId, organizations: await organizationsOf(user) };
  const account = accounts.find(({ id }) => id === accountId);
  // An account of another organization looks like a missing one, so that its existence is not revealed.
  if (!account) {
    return (
      <PlainFrame user={shown}>
        <AccountChoice accounts={accounts} />
      </PlainFrame>
    );
  }
  return (
    <SessionWatch userId={user.id} email={email} accountId={account.id} idleMinutes={environment().IDLE_MINUTES}>
      <KeptDrafts userId={user.id} draftKey={draftKeyOf(user.id)} />
      <LiveProvider
        key={account.id}
        account={account}
        operations={operationSummaries}
        internalJobs={jobTypeSummaries}
        permissions={permissionsOf(user.role)}
        userId={user.id}
      >
        <ConsoleFrame accounts={accounts} user={shown}>
          {children}
          <FindTimeAside />
        </ConsoleFrame>
      </LiveProvider>
    </SessionWatch>
  );
}

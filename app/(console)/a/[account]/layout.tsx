import { notFound } from "next/navigation";
import { ConsoleFrame } from "#components/console/console-frame";
import { LiveProvider } from "#components/live/live-provider";
import { requirePageUser } from "#lib/auth/page-user";
import { catalog } from "#lib/operations/catalog";
import { listLinkedAccounts } from "#lib/reads/linked-accounts";

/** Every operation by what menus say of it; schemas and forms load when they are needed. */
const operations = Object.values(catalog).map(({ id, name, summary, capability, method, path }) => ({
  id,
  name,
  summary,
  capability,
  method,
  path,
}));

/** The frame around every page of a linked account. */
export default async function AccountLayout({ children, params }: LayoutProps<"/a/[account]">) {
  const [{ account: accountId }, user] = await Promise.all([params, requirePageUser()]);
  const accounts = await listLinkedAccounts(user.organizationId);
  const account = accounts.find(({ id }) => id === accountId);
  if (!account) notFound();
  return (
    <LiveProvider key={account.id} account={account} operations={operations} userId={user.id}>
      <ConsoleFrame accounts={accounts} user={{ name: user.name, email: user.email }}>
        {children}
      </ConsoleFrame>
    </LiveProvider>
  );
}

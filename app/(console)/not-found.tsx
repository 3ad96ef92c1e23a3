import { AccountChoice } from "#components/console/account-choice";
import { PlainFrame } from "#components/console/plain-frame";
import { requirePageUser } from "#lib/auth/page-user";
import { listLinkedAccounts } from "#lib/reads/linked-accounts";

/** In place of an account that is not there, or belongs to another organization: nobody learns which. */
export default async function ConsoleNotFound() {
  const user = await requirePageUser();
  const accounts = await listLinkedAccounts(user.organizationId);
  return (
    <PlainFrame user={{ name: user.name, email: user.email }}>
      <AccountChoice accounts={accounts} />
    </PlainFrame>
  );
}

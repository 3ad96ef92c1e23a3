import { Unplug } from "lucide-react";
import { redirect } from "next/navigation";
import { words } from "#components/shell/missing-words.ts";
import { PlainFrame } from "#components/shell/plain-frame";
import { EmptyState } from "#components/ui/empty-state";
import { listLinkedAccounts } from "#lib/administration/linked-accounts/queries";
import { organizationsOf } from "#lib/sign-in/organizations";
import { requirePageUser } from "#lib/sign-in/page-user";

/** Redirects to the first linked account. */
export default async function ConsolePage() {
  const user = await requirePageUser();
  const [first] = await listLinkedAccounts(user.organizationId);
  if (first) redirect(`/a/${first.id}`);
  const { name, email, organizationId } = user;
  return (
    <PlainFrame user={{ name, email, organizationId, organizations: await organizationsOf(user) }}>
      <EmptyState icon={<Unplug />} title={words.noEmrYet}>
        {words.noEmrYetHint}
      </EmptyState>
    </PlainFrame>
  );
}

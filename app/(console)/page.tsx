import { Unplug } from "lucide-react";
import { redirect } from "next/navigation";
import { EmptyState } from "#components/ui/empty-state";
import { listLinkedAccounts } from "#lib/administration/linked-accounts/queries";
import { requirePageUser } from "#lib/sign-in/page-user";

/** Redirects to the first linked account. */
export default async function ConsolePage() {
  const user = await requirePageUser();
  const [first] = await listLinkedAccounts(user.organizationId);
  if (first) redirect(`/a/${first.id}`);
  return (
    <main className="pt-[12vh]">
      <EmptyState icon={<Unplug />} title="No EMR is linked yet">
        An administrator of your organization can link one; it then appears here.
      </EmptyState>
    </main>
  );
}

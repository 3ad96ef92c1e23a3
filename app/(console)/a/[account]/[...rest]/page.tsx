import { notFound } from "next/navigation";
import { requirePageUser } from "#lib/sign-in/page-user";

/** Shows unknown paths as "not found" inside the account's layout. */
export default async function UnknownPage() {
  await requirePageUser();
  notFound();
}

import { notFound } from "next/navigation";
import { requirePageUser } from "#lib/sign-in/page-user";

/** What is no page of an account is told inside the account's frame. */
export default async function UnknownPage() {
  await requirePageUser();
  notFound();
}

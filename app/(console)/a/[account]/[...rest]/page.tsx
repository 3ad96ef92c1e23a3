import { notFound } from "next/navigation";

/** What is no page of an account is told inside the account's frame. */
export default function UnknownPage() {
  notFound();
}

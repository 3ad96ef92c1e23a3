import { NothingHere } from "#components/console/nothing-here";

/** In place of a page of the account that is not there; the frame around it stays. */
export default function AccountNotFound() {
  return <NothingHere />;
}

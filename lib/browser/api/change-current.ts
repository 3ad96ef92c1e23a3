import { currentIn } from "./api-failure.ts";

/**
 * Sends a change of a record under its tag. If others have changed the record since, but nothing that this change
 * replaces, it is sent again under the present tag; otherwise throws the refusal (412), which has the present record.
 */
export async function changeCurrent<Current extends { etag: string }, Answer>(
  etag: string,
  send: (etag: string) => Promise<Answer>,
  isUntouched: (current: Current) => boolean,
): Promise<Answer> {
  for (let named = etag; ; ) {
    try {
      return await send(named);
    } catch (failure) {
      const current = currentIn(failure) as Current | null;
      if (!current || current.etag === named || !isUntouched(current)) throw failure;
      named = current.etag;
    }
  }
}

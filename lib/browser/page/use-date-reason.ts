import { useQuery } from "@tanstack/react-query";

/**
 * Returns the sentence that says why a search text is no birth date although it is written as one; "" for another text. What reads
 * dates loads with the first text. `takesOne`: the search takes one day, so a date that can mean two is none.
 */
export const useDateReason = (text: string, takesOne = false): string =>
  useQuery({
    queryKey: ["date-reason", text, takesOne],
    queryFn: async () => (await import("./read-date-reason.ts")).readDateReason(text, takesOne),
  }).data ?? "";

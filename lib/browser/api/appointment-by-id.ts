import { queryOptions } from "@tanstack/react-query";
import { call } from "./fetcher.ts";

/** One appointment, slot or block with its note, by its id here. */
export const appointmentById = (accountId: string, id: string) =>
  queryOptions({
    queryKey: ["appointments", accountId, "by-id", id],
    queryFn: async ({ signal }) =>
      (await call(accountId, "GET /appointments/{id}", { id, include_appointment_note: "true" }, { signal }))
        .appointment,
    staleTime: 30_000,
  });

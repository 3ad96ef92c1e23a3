import { queryOptions } from "@tanstack/react-query";
import { call } from "./fetcher.ts";
import { readAll } from "./read-all.ts";

/** GET /forms: the practice's questionnaires. */
export const forms = (accountId: string) =>
  queryOptions({
    queryKey: ["forms", accountId],
    queryFn: ({ signal }) => readAll(accountId, "GET /forms", "forms", { signal }),
    staleTime: 300_000,
  });

/** GET /forms/{id}: one questionnaire with its questions, by its id in this product or in the EMR (decisions §3). */
export const formDetail = (accountId: string, formId: string) =>
  queryOptions({
    queryKey: ["forms", accountId, formId],
    queryFn: async ({ signal }) => {
      const body = await call(accountId, "GET /forms/{id}", { id: formId }, { signal });
      return body.form;
    },
    staleTime: 300_000,
  });

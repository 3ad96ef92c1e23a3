import { and, eq, or } from "drizzle-orm";
import { z } from "zod";
import { keyset } from "#lib/definitions/keyset";
import { defineList } from "#lib/definitions/list";
import { defineQuery, noQuery } from "#lib/definitions/query";
import { notFound } from "#lib/kernel/domain-error";
import { parseId } from "#lib/kernel/id";
import { isStorable } from "#lib/kernel/storable-text";
import { alertOf } from "./alert.ts";
import { formDetailModel, formModel } from "./model.ts";
import { form } from "./table.ts";

const toModel = ({ id, emrFormId, name, scored, setAside }: typeof form.$inferSelect) => ({
  id,
  emr_form_id: emrFormId,
  name,
  scored,
  set_aside: setAside,
});

/** GET /forms: by name, without their questions. */
export const listForms = defineList({
  path: "/forms",
  embed: "open",
  summary: "List the forms that services are documented with",
  permission: "forms:read",
  patientData: false,
  key: "forms",
  model: formModel,
  table: form,
  synced: true,
  order: keyset("asc", form.name, form.id),
  toModel,
});

/** GET /forms/{id}: a form with its questions, by the service's id or the EMR's (decisions §3 and §5). */
export const getForm = defineQuery({
  path: "/forms/{id}",
  embed: "open",
  summary: "Get a form with its questions",
  permission: "forms:read",
  patientData: false,
  query: noQuery,
  reads: [form],
  body: z.object({ form: formDetailModel }),
  async read({ tx, linkedAccountId, params }) {
    const given = params.id ?? "";
    if (!isStorable(given)) throw notFound("Form");
    const id = parseId(given);
    const [found] = await tx
      .select()
      .from(form)
      .where(
        and(eq(form.linkedAccountId, linkedAccountId), or(eq(form.emrFormId, given), id ? eq(form.id, id) : undefined)),
      )
      .limit(1);
    if (!found) throw notFound("Form");
    const questions = found.questions.map((question) => ({ ...question, alert: alertOf(question) }));
    return { form: { ...toModel(found), stem: found.stem, questions } };
  },
});

import { z } from "zod";
import { setAside } from "#lib/kernel/fields";

export const formQuestion = z
  .object({
    emrQuestionId: z.string(),
    text: z.string(),
    required: z.boolean(),
    type: z.enum(["choice", "text"]),
    options: z.array(z.object({ value: z.string(), label: z.string(), score: z.number().nullable() })),
    alert: z
      .object({
        at_least: z.number().describe("The lowest score that raises the alert"),
        text: z.string().describe("The next step, for the reader of the answer"),
      })
      .nullable()
      .describe("What an answer to this question raises at once; the default one names the US crisis line 988"),
  })
  .meta({ id: "FormQuestion" });

export type FormQuestion = z.infer<typeof formQuestion>;

/** A form as GET /forms lists it (decisions §5). */
export const formModel = z
  .object({
    id: z.string(),
    emr_form_id: z.string(),
    name: z.string(),
    scored: z.boolean().describe("The EMR derives a total and a risk band from the answers' scores"),
    set_aside: setAside,
  })
  .meta({ id: "Form" });

/** A form with its questions. */
export const formDetailModel = formModel
  .extend({
    stem: z.string().nullable().describe("The words before the questions, such as the period that they ask about"),
    questions: z.array(formQuestion),
  })
  .meta({ id: "FormDetail" });

export type FormModel = z.infer<typeof formModel>;
export type FormDetailModel = z.infer<typeof formDetailModel>;

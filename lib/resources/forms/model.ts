import { z } from "zod";

export const formQuestion = z
  .object({
    emrQuestionId: z.string(),
    text: z.string(),
    required: z.boolean(),
    type: z.enum(["choice", "text"]),
    options: z.array(z.object({ value: z.string(), label: z.string(), score: z.number().nullable() })),
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
  })
  .meta({ id: "Form" });

/** A form with its questions. */
export const formDetailModel = formModel.extend({ questions: z.array(formQuestion) }).meta({ id: "FormDetail" });

export type FormModel = z.infer<typeof formModel>;
export type FormDetailModel = z.infer<typeof formDetailModel>;

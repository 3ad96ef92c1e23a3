CREATE TABLE "appointment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"emr_appointment_id" text NOT NULL,
	"category" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"duration" integer NOT NULL,
	"status" text,
	"reason" text,
	"note" text,
	"progress_note" text,
	"location_id" text NOT NULL,
	"block_label" text,
	"block_color" text,
	"appointment_type" text,
	"appointment_mode" text,
	"complaint_type" text,
	"provider_ehr_id" text NOT NULL,
	"secondary_provider_ehr_id" text,
	"patient_ehr_id" text,
	"patient_mrn" text,
	"insurances" jsonb NOT NULL,
	"diagnoses" jsonb NOT NULL,
	"medications" jsonb NOT NULL,
	"emr_created_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "appointment_linked_account_id_emr_appointment_id_unique" UNIQUE("linked_account_id","emr_appointment_id")
);
--> statement-breakpoint
CREATE TABLE "claim" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"emr_claim_id" text NOT NULL,
	"patient_mrn" text NOT NULL,
	"service_date" date NOT NULL,
	"claim_status" text NOT NULL,
	"claim_status_description" text NOT NULL,
	"total_charge" numeric(12, 2) NOT NULL,
	"balance" numeric(12, 2) NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "claim_linked_account_id_emr_claim_id_unique" UNIQUE("linked_account_id","emr_claim_id")
);
--> statement-breakpoint
CREATE TABLE "document" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"emr_id" text NOT NULL,
	"file_name" text NOT NULL,
	"mime_type" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"patient_mrn" text,
	"referral_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "document_linked_account_id_emr_id_unique" UNIQUE("linked_account_id","emr_id")
);
--> statement-breakpoint
CREATE TABLE "document_content" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"content" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recall" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"ehr_id" text NOT NULL,
	"patient_mrn" text NOT NULL,
	"reason" text NOT NULL,
	"due_date" date NOT NULL,
	"status" text NOT NULL,
	"actions" jsonb NOT NULL,
	CONSTRAINT "recall_linked_account_id_ehr_id_unique" UNIQUE("linked_account_id","ehr_id")
);
--> statement-breakpoint
CREATE TABLE "referral" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"ehr_id" text,
	"job_id" bigint,
	"patient_mrn" text NOT NULL,
	"direction" text NOT NULL,
	"status" text,
	"priority" text,
	"reason" text NOT NULL,
	"notes" text,
	"prior_authorization_code" text,
	"specialty" text,
	"location_id" text,
	"start_date" date,
	"end_date" date,
	"visits_allowed" integer,
	"assigned_to_id" text,
	"referring_provider_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "referral_linked_account_id_ehr_id_unique" UNIQUE("linked_account_id","ehr_id")
);
--> statement-breakpoint
CREATE TABLE "form" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"emr_form_id" text NOT NULL,
	"name" text NOT NULL,
	"scored" boolean NOT NULL,
	"questions" jsonb NOT NULL,
	CONSTRAINT "form_linked_account_id_emr_form_id_unique" UNIQUE("linked_account_id","emr_form_id")
);
--> statement-breakpoint
CREATE TABLE "referring_provider" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"ehr_id" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"middle_initial" text,
	"speciality" text,
	"phone" text,
	"fax" text,
	"email" text,
	"npi" text,
	"address_street" text,
	"address_city" text,
	"address_state" text,
	"address_zip" text,
	"active" boolean NOT NULL,
	CONSTRAINT "referring_provider_linked_account_id_ehr_id_unique" UNIQUE("linked_account_id","ehr_id")
);
--> statement-breakpoint
CREATE TABLE "staff" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"ehr_id" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"role" text NOT NULL,
	"email" text NOT NULL,
	CONSTRAINT "staff_linked_account_id_ehr_id_unique" UNIQUE("linked_account_id","ehr_id")
);
--> statement-breakpoint
CREATE TABLE "visit_type" (
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"duration" integer NOT NULL,
	CONSTRAINT "visit_type_linked_account_id_id_pk" PRIMARY KEY("linked_account_id","id")
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoint" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"url" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"event_types" text[] NOT NULL,
	"secret" text NOT NULL,
	"previous_secret" text,
	"previous_secret_until" timestamp with time zone,
	"status" text NOT NULL,
	"disabled_reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"job_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"emr_message_id" text
);
--> statement-breakpoint
CREATE TABLE "order_catalog_item" (
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"type" text NOT NULL,
	"item_id" text NOT NULL,
	"name" text NOT NULL,
	"billable" boolean NOT NULL,
	CONSTRAINT "order_catalog_item_linked_account_id_type_item_id_pk" PRIMARY KEY("linked_account_id","type","item_id")
);
--> statement-breakpoint
CREATE TABLE "patient_note" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"job_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"patient_mrn" text NOT NULL,
	"subject" text NOT NULL,
	"note" text NOT NULL,
	"location_id" text,
	"tags" text[] NOT NULL,
	"emr_note_id" text
);
--> statement-breakpoint
CREATE TABLE "patient_order" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"job_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"patient_mrn" text NOT NULL,
	"type" text NOT NULL,
	"item_ids" text[] NOT NULL,
	"provider" text,
	"priority" text NOT NULL,
	"notes" text,
	"emr_order_id" text
);
--> statement-breakpoint
CREATE TABLE "recall_action" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"job_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"recall_id" uuid NOT NULL,
	"action_taken" text NOT NULL,
	"note" text,
	"emr_recall_action_id" text,
	"closed" boolean
);
--> statement-breakpoint
CREATE TABLE "service" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"job_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"patient_mrn" text NOT NULL,
	"team" text NOT NULL,
	"service_type" text NOT NULL,
	"form_id" text NOT NULL,
	"answers" jsonb NOT NULL,
	"service_date" date NOT NULL,
	"emr_service_id" text,
	"emr_episode_id" text
);
--> statement-breakpoint
CREATE TABLE "task" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"job_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"patient_mrn" text NOT NULL,
	"description" text NOT NULL,
	"subject" text,
	"assignee_user_id" text,
	"phone_call_type_id" text,
	"notify_list" text[] NOT NULL,
	"location_id" text,
	"task_type" text,
	"details" text,
	"assigned_to" text,
	"facility_id" text,
	"due_date" date,
	"start_date" date NOT NULL,
	"priority" text NOT NULL,
	"emr_task_id" text
);
--> statement-breakpoint
ALTER TABLE "provider" ADD COLUMN "hours" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "provider" ADD COLUMN "changed_by" jsonb;--> statement-breakpoint
ALTER TABLE "provider" ADD COLUMN "changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "document_content" ADD CONSTRAINT "document_content_document_id_document_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."document"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "appointment_linked_account_id_category_starts_at_id_index" ON "appointment" USING btree ("linked_account_id","category","starts_at","id");--> statement-breakpoint
CREATE INDEX "appointment_linked_account_id_starts_at_id_index" ON "appointment" USING btree ("linked_account_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "appointment_linked_account_id_patient_mrn_starts_at_index" ON "appointment" USING btree ("linked_account_id","patient_mrn","starts_at");--> statement-breakpoint
CREATE INDEX "claim_linked_account_id_service_date_id_index" ON "claim" USING btree ("linked_account_id","service_date","id");--> statement-breakpoint
CREATE INDEX "claim_linked_account_id_patient_mrn_service_date_index" ON "claim" USING btree ("linked_account_id","patient_mrn","service_date");--> statement-breakpoint
CREATE INDEX "document_linked_account_id_created_at_id_index" ON "document" USING btree ("linked_account_id","created_at","id");--> statement-breakpoint
CREATE INDEX "document_referral_id_index" ON "document" USING btree ("referral_id");--> statement-breakpoint
CREATE INDEX "recall_linked_account_id_due_date_id_index" ON "recall" USING btree ("linked_account_id","due_date","id");--> statement-breakpoint
CREATE INDEX "referral_linked_account_id_created_at_id_index" ON "referral" USING btree ("linked_account_id","created_at","id");--> statement-breakpoint
CREATE INDEX "referral_linked_account_id_patient_mrn_index" ON "referral" USING btree ("linked_account_id","patient_mrn");--> statement-breakpoint
CREATE INDEX "referring_provider_linked_account_id_last_name_first_name_id_index" ON "referring_provider" USING btree ("linked_account_id","last_name","first_name","id");--> statement-breakpoint
CREATE INDEX "webhook_endpoint_linked_account_id_created_at_index" ON "webhook_endpoint" USING btree ("linked_account_id","created_at");--> statement-breakpoint
CREATE INDEX "message_linked_account_id_created_at_index" ON "message" USING btree ("linked_account_id","created_at");--> statement-breakpoint
CREATE INDEX "message_job_id_index" ON "message" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "patient_note_linked_account_id_patient_mrn_index" ON "patient_note" USING btree ("linked_account_id","patient_mrn");--> statement-breakpoint
CREATE INDEX "patient_note_job_id_index" ON "patient_note" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "patient_order_linked_account_id_patient_mrn_index" ON "patient_order" USING btree ("linked_account_id","patient_mrn");--> statement-breakpoint
CREATE INDEX "patient_order_job_id_index" ON "patient_order" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "recall_action_recall_id_index" ON "recall_action" USING btree ("recall_id");--> statement-breakpoint
CREATE INDEX "recall_action_job_id_index" ON "recall_action" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "service_linked_account_id_patient_mrn_index" ON "service" USING btree ("linked_account_id","patient_mrn");--> statement-breakpoint
CREATE INDEX "service_job_id_index" ON "service" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "task_linked_account_id_patient_mrn_index" ON "task" USING btree ("linked_account_id","patient_mrn");--> statement-breakpoint
CREATE INDEX "task_job_id_index" ON "task" USING btree ("job_id");--> statement-breakpoint
CREATE UNIQUE INDEX "job_one_org_settings_sync" ON "job" USING btree ("linked_account_id") WHERE "job"."type" = 'org-settings:fetch' AND "job"."status" IN ('queued', 'running');
CREATE SEQUENCE "public"."job_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "api_client" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"name" text NOT NULL,
	"client_id" text NOT NULL,
	"secret_hash" text NOT NULL,
	"webhook_secret" text NOT NULL,
	"event_types" text[],
	"revoked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "api_client_client_id_unique" UNIQUE("client_id")
);
--> statement-breakpoint
CREATE TABLE "app_user" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text NOT NULL,
	"role" text NOT NULL,
	"session_version" integer DEFAULT 1 NOT NULL,
	"deactivated_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "app_user_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid,
	"actor" jsonb NOT NULL,
	"action" text NOT NULL,
	"route" text NOT NULL,
	"status" integer NOT NULL,
	"job_id" bigint,
	"address" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "delivery" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"target_kind" text NOT NULL,
	"target_url" text,
	"endpoint_id" uuid,
	"api_client_id" uuid,
	"status" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "delivery_attempt" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"status_code" integer,
	"duration_ms" integer NOT NULL,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "event" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"job_id" bigint,
	"type" text NOT NULL,
	"envelope" json NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_key" (
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"actor_key" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer NOT NULL,
	"body" json NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_key_linked_account_id_actor_key_key_pk" PRIMARY KEY("linked_account_id","actor_key","key")
);
--> statement-breakpoint
CREATE TABLE "inbox_receipt" (
	"event_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"envelope" json NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "inbox_receipt_linked_account_id_event_id_pk" PRIMARY KEY("linked_account_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "job" (
	"id" bigint PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"patient_mrn" text,
	"actor" jsonb NOT NULL,
	"request" jsonb NOT NULL,
	"callback_urls" text[] NOT NULL,
	"api_client_id" uuid,
	"access_token_reference_id" text NOT NULL,
	"identifiers" jsonb NOT NULL,
	"emr_idempotency_key" uuid NOT NULL,
	"result" jsonb,
	"failure_reason" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"retry_of" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "job_attempt" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"job_id" bigint NOT NULL,
	"attempt" integer NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"outcome" text,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "linked_account" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"name" text NOT NULL,
	"emr_type" text NOT NULL,
	"timezone" text NOT NULL,
	"access_token_hash" text NOT NULL,
	"access_token_reference_id" text NOT NULL,
	"user_active" boolean DEFAULT true NOT NULL,
	"inbox_secret" text NOT NULL,
	"settings" jsonb,
	"synced_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "linked_account_access_token_hash_unique" UNIQUE("access_token_hash")
);
--> statement-breakpoint
CREATE TABLE "location" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"emr_id" text NOT NULL,
	"name" text NOT NULL,
	"address_street" text NOT NULL,
	"address_city" text NOT NULL,
	"address_state" text NOT NULL,
	"address_zip" text NOT NULL,
	"phone" text NOT NULL,
	CONSTRAINT "location_linked_account_id_emr_id_unique" UNIQUE("linked_account_id","emr_id")
);
--> statement-breakpoint
CREATE TABLE "organization" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "patient" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"mrn" text NOT NULL,
	"ehr_id" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"dob" date NOT NULL,
	"gender" text NOT NULL,
	"phone" text NOT NULL,
	"email" text NOT NULL,
	"address" jsonb NOT NULL,
	"search_text" text NOT NULL,
	CONSTRAINT "patient_linked_account_id_mrn_unique" UNIQUE("linked_account_id","mrn")
);
--> statement-breakpoint
CREATE TABLE "payment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"job_id" bigint NOT NULL,
	"patient_mrn" text NOT NULL,
	"payment_method" text NOT NULL,
	"reference_number" text NOT NULL,
	"location" text NOT NULL,
	"amount" numeric(12, 2) NOT NULL,
	"notes" text,
	"deposit_date" date NOT NULL,
	"emr_transaction_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"ehr_id" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"npi" text NOT NULL,
	"specialty" text NOT NULL,
	"status" text NOT NULL,
	"hide_in_availability" boolean DEFAULT false NOT NULL,
	CONSTRAINT "provider_linked_account_id_ehr_id_unique" UNIQUE("linked_account_id","ehr_id")
);
--> statement-breakpoint
CREATE TABLE "rate_window" (
	"caller" text NOT NULL,
	"minute" timestamp with time zone NOT NULL,
	"requests" integer NOT NULL,
	CONSTRAINT "rate_window_caller_minute_pk" PRIMARY KEY("caller","minute")
);
--> statement-breakpoint
CREATE TABLE "stream_message" (
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "stream_message_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stream_message_linked_account_id_xid_seq_pk" PRIMARY KEY("linked_account_id","xid","seq")
);
--> statement-breakpoint
CREATE TABLE "visit_status" (
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"code" text NOT NULL,
	"description" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "visit_status_linked_account_id_code_pk" PRIMARY KEY("linked_account_id","code")
);
--> statement-breakpoint
ALTER TABLE "api_client" ADD CONSTRAINT "api_client_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_user" ADD CONSTRAINT "app_user_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_event_id_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."event"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_attempt" ADD CONSTRAINT "delivery_attempt_delivery_id_delivery_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."delivery"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_attempt" ADD CONSTRAINT "job_attempt_job_id_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."job"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "linked_account" ADD CONSTRAINT "linked_account_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_client_organization_id_index" ON "api_client" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "app_user_organization_id_index" ON "app_user" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "audit_log_organization_id_at_index" ON "audit_log" USING btree ("organization_id","at");--> statement-breakpoint
CREATE INDEX "delivery_event_id_index" ON "delivery" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "delivery_linked_account_id_status_id_index" ON "delivery" USING btree ("linked_account_id","status","id");--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_attempt_delivery_id_attempt_index" ON "delivery_attempt" USING btree ("delivery_id","attempt");--> statement-breakpoint
CREATE INDEX "event_linked_account_id_id_index" ON "event" USING btree ("linked_account_id","id");--> statement-breakpoint
CREATE INDEX "event_job_id_index" ON "event" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "idempotency_key_created_at_index" ON "idempotency_key" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "job_linked_account_id_id_index" ON "job" USING btree ("linked_account_id","id");--> statement-breakpoint
CREATE INDEX "job_linked_account_id_status_id_index" ON "job" USING btree ("linked_account_id","status","id");--> statement-breakpoint
CREATE INDEX "job_linked_account_id_patient_mrn_id_index" ON "job" USING btree ("linked_account_id","patient_mrn","id");--> statement-breakpoint
CREATE INDEX "job_attempt_job_id_started_at_index" ON "job_attempt" USING btree ("job_id","started_at");--> statement-breakpoint
CREATE INDEX "linked_account_organization_id_index" ON "linked_account" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "patient_linked_account_id_last_name_first_name_mrn_index" ON "patient" USING btree ("linked_account_id","last_name","first_name","mrn");--> statement-breakpoint
CREATE INDEX "payment_linked_account_id_patient_mrn_index" ON "payment" USING btree ("linked_account_id","patient_mrn");--> statement-breakpoint
CREATE INDEX "payment_job_id_index" ON "payment" USING btree ("job_id");
ALTER TABLE "form" ADD COLUMN "stem" text;
ALTER TABLE sandbox.form ADD COLUMN stem text;
UPDATE sandbox.form
SET stem = 'Over the last 2 weeks, how often have you been bothered by any of the following problems?'
WHERE id IN ('PHQ-9', 'GAD-7');

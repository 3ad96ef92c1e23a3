ALTER TABLE "document" ADD COLUMN "version" text;
-- Until now the list named the digest. An UPDATE would pass over the rows, since row-level security is forced.
ALTER TABLE "document" ALTER COLUMN "version" TYPE text USING sha256;

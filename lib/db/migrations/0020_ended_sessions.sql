-- Sessions that their person has signed out of: the cookie alone was dropped, and a copy of it went on.
ALTER TABLE "app_user" ADD COLUMN "ended_sessions" uuid[] DEFAULT '{}' NOT NULL;
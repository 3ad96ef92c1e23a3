-- With which keys the secrets that are kept were sealed, so that a start without one of them can say so. It returns the headers
-- alone, which name a key; the owner asks, whom row-level security binds as well.
GRANT SELECT (inbox_secret) ON "linked_account" TO crc_definer;--> statement-breakpoint
GRANT SELECT (webhook_secret) ON "api_client" TO crc_definer;--> statement-breakpoint
GRANT SELECT (secret) ON "webhook_endpoint" TO crc_definer;--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO crc_definer;--> statement-breakpoint
CREATE FUNCTION list_seals() RETURNS SETOF text
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
    SELECT split_part(l.inbox_secret, '.', 1) FROM linked_account l
    UNION SELECT split_part(c.webhook_secret, '.', 1) FROM api_client c
    UNION SELECT split_part(e.secret, '.', 1) FROM webhook_endpoint e
  $$;--> statement-breakpoint
ALTER FUNCTION list_seals() OWNER TO crc_definer;--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM crc_definer;--> statement-breakpoint
REVOKE ALL ON FUNCTION list_seals() FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION list_seals() TO CURRENT_USER;

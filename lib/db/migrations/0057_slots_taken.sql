-- The open slots that a visit has taken, as they were: they open again when it is cancelled or moves.
ALTER TABLE sandbox.appointment ADD COLUMN took jsonb NOT NULL DEFAULT '[]';

-- The events of many changes are written after the transaction that found them.
CREATE TABLE queue.changes PARTITION OF queue.entry FOR VALUES IN ('changes');

import type { ColumnTypes } from '../migrations/migration.ts'

/** The job queue. */
export const jobTables = ({ primaryId, int }: ColumnTypes): string => `
-- A job is waiting (neither locked nor dead), running (locked) or dead. Times are in milliseconds since 1970. A waiting job
-- that may start is due (is_due = 1). The others become due by a poll after run_at, so that no search for the next job has
-- to pass them.
create table job (
  id ${primaryId},
  name text not null,
  payload text not null,
  user_id ${int} not null default 0,
  lane text,
  dedupe_key text,
  priority ${int} not null default 0,
  run_at ${int} not null,
  is_due ${int} not null default 1,
  attempts ${int} not null default 0,
  max_attempts ${int} not null,
  locked_by text,
  locked_until ${int},
  last_error text,
  is_dead ${int} not null default 0
);
-- Allows one waiting job for each key.
create unique index job_waiting_key on job (dedupe_key) where locked_by is null and is_dead = 0;
-- Finds the next jobs to run (src/jobs/find-candidates.ts). user_id is 0 for jobs of the installation.
create index job_due on job (priority, user_id, run_at, id, name, lane, dedupe_key)
  where locked_by is null and is_dead = 0 and is_due = 1;
create index job_delayed on job (run_at, name) where locked_by is null and is_dead = 0 and is_due = 0;
create index job_running on job (dedupe_key) where locked_by is not null;
create index job_dead on job (id) where is_dead = 1;
`

import type { ColumnTypes } from '../migrations/migration.ts'

/** The job queue. */
export const jobTables = ({ dialect }: ColumnTypes): string => (dialect === 'sqlite' ? SQLITE : POSTGRES)

/** The library of the queue on PostgreSQL makes its own tables. */
const POSTGRES = `
-- The processes that run jobs, with the time of their last sign of life.
create table job_process (id text primary key, seen_at timestamptz not null default now());
`

const SQLITE = `
-- A job is waiting (neither locked nor dead), running (locked) or dead.
create table job (
  id integer primary key autoincrement,
  name text not null,
  payload text not null,
  user_id integer,
  lane text,
  dedupe_key text,
  priority integer not null default 0,
  run_at text not null,
  attempts integer not null default 0,
  max_attempts integer not null,
  locked_by text,
  locked_until text,
  last_error text,
  is_dead integer not null default 0,
  created_at text not null
);
-- Allows one waiting job for each key.
create unique index job_waiting_key on job (dedupe_key) where locked_by is null and is_dead = 0;
-- Finds the next job to run (jobs/sqlite/sqlite-claim.ts). It contains 0 for jobs without a user.
create index job_waiting on job (ifnull(user_id, 0), priority, run_at, id, name, lane, dedupe_key)
  where locked_by is null and is_dead = 0;
create index job_due on job (run_at) where locked_by is null and is_dead = 0;
create index job_running on job (locked_until) where locked_by is not null;
create index job_dead on job (id) where is_dead = 1;
`

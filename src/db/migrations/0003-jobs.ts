import type { Migration } from './migration.ts'

/**
 * The job queue. On SQLite, a job is waiting (neither locked nor dead), running (locked) or dead. The first index
 * allows one waiting job for each key. The second index finds the next job to run (jobs/sqlite/sqlite-claim.ts); it
 * contains 0 for jobs without a user.
 */
export const jobs: Migration = {
  name: '0003-jobs',
  up: ({ id, int, dialect }) =>
    dialect === 'postgres'
      ? `create table job_process (id text primary key, seen_at timestamptz not null default now());`
      : `
create table job (
  id ${id},
  name text not null,
  payload text not null,
  user_id ${int},
  lane text,
  dedupe_key text,
  priority ${int} not null default 0,
  run_at text not null,
  attempts ${int} not null default 0,
  max_attempts ${int} not null,
  locked_by text,
  locked_until text,
  last_error text,
  is_dead ${int} not null default 0,
  created_at text not null
);
create unique index job_waiting_key on job (dedupe_key) where locked_by is null and is_dead = 0;
create index job_waiting on job (ifnull(user_id, 0), priority, run_at, id, name, lane, dedupe_key)
  where locked_by is null and is_dead = 0;
create index job_due on job (run_at) where locked_by is null and is_dead = 0;
create index job_running on job (locked_until) where locked_by is not null;
create index job_dead on job (id) where is_dead = 1;
`,
}

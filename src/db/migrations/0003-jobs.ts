import type { Migration } from './migration.ts'

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
  dedupe_key text unique,
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
create index job_due on job (is_dead, priority, run_at, id);
`,
}

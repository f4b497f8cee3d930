import type { ColumnTypes } from '../migrations/migration.ts'

/** Accounts, and what has happened to them. */
export const accountTables = ({ id, primaryId, ownerAndId, int, clustered, dialect }: ColumnTypes): string => `
-- Named values of the installation, such as the setup code.
create table instance (name text primary key, value text not null)${clustered};

create table users (
  id ${primaryId},
  username text not null,
  username_key text not null unique,
  email text not null default '',
  email_key text unique,
  name text,
  password_hash text not null,
  is_admin ${int} not null default 0,
  is_enabled ${int} not null default 1,
  created_at text not null,
  updated_at text not null
);

-- Numbers that increase with every change to a user's data. Clients that synchronise compare them.
create table user_revision (
  user_id ${int} primary key references users (id) on delete cascade,
  revision ${int} not null default 0,
  settings_revision ${int} not null default 0,
  tagging_rules_revision ${int} not null default 0,
  site_rules_revision ${int} not null default 0,
  pruned_revision ${int} not null default 0
);

-- Events of an account (src/security-events). Similar events within one hour share a row.
create table security_event (
  id ${id},
  user_id ${int} not null references users (id) on delete cascade,
  kind text not null,
  actor_id ${int},
  client_id ${int},
  address text not null,
  user_agent text not null,
  request_id text not null,
  times ${int} not null,
  first_at text not null,
  last_at text not null,
  ${ownerAndId}
);
create index security_event_age on security_event (last_at);
${dialect === 'postgres' ? THROTTLE : ''}`

/** A single process on SQLite keeps these counts in memory. */
const THROTTLE = `
-- Attempts counted against rate limits that several processes share.
create unlogged table throttle (key varchar(255) primary key, points integer not null default 0, expire bigint);
`

import type { ColumnTypes } from '../migrations/migration.ts'

/** The ways to sign in to an account, and the browsers that are signed in. */
export const signInTables = ({ id, ownerAndId, int, blob, clustered }: ColumnTypes): string => `
-- Signed-in browsers.
create table session (
  user_id ${int} not null references users (id) on delete cascade,
  token_hash ${blob} not null,
  csrf_token text not null,
  user_agent text not null,
  address text not null,
  created_at text not null,
  last_used_at text not null,
  expires_at text not null,
  primary key (user_id, token_hash)
)${clustered};
create index session_expiry on session (expires_at);

-- A second factor without confirmed_at is being set up, and is not required yet.
create table second_factor (
  user_id ${int} primary key references users (id) on delete cascade,
  secret_sealed ${blob} not null,
  last_step ${int} not null default 0,
  created_at text not null,
  confirmed_at text
);

create table recovery_code (
  user_id ${int} not null references users (id) on delete cascade,
  code_hash ${blob} not null,
  primary key (user_id, code_hash)
)${clustered};

create table app_password (
  id ${id},
  user_id ${int} not null references users (id) on delete cascade,
  name text not null,
  secret_hash ${blob} not null,
  created_at text not null,
  last_used_at text,
  ${ownerAndId},
  unique (user_id, secret_hash)
);

-- Sign-ins that wait for the code after a correct password.
create table sign_in_step (
  user_id ${int} not null references users (id) on delete cascade,
  token_hash ${blob} not null,
  is_remembered ${int} not null,
  tries ${int} not null default 0,
  expires_at text not null,
  primary key (user_id, token_hash)
)${clustered};
create index sign_in_step_expiry on sign_in_step (expires_at);
`

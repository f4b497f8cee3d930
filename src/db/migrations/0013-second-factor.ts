import type { Migration } from './migration.ts'

/**
 * The second factor, the recovery codes and app passwords, and the sign-ins that wait for the code after a correct
 * password. A second factor without `confirmed_at` is being set up, and is not required yet.
 */
export const secondFactor: Migration = {
  name: '0013-second-factor',
  up: ({ id, int, blob, clustered, dialect }) => `
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
  ${dialect === 'postgres' ? 'primary key (user_id, id)' : 'unique (user_id, id)'},
  unique (user_id, secret_hash)
);

create table sign_in_step (
  user_id ${int} not null references users (id) on delete cascade,
  token_hash ${blob} not null,
  is_remembered ${int} not null,
  tries ${int} not null default 0,
  expires_at text not null,
  primary key (user_id, token_hash)
)${clustered};
create index sign_in_step_expiry on sign_in_step (expires_at);
`,
}

import type { Migration } from './migration.ts'

export const accounts: Migration = {
  name: '0001-accounts',
  up: ({ id, int, blob, clustered, dialect }) => `
create table instance (name text primary key, value text not null)${clustered};

create table users (
  id ${id}${dialect === 'postgres' ? ' primary key' : ''},
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

create table user_revision (
  user_id ${int} primary key references users (id) on delete cascade,
  revision ${int} not null default 0
);

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

create table oauth_client (
  id ${id},
  user_id ${int} not null references users (id) on delete cascade,
  random_id text not null,
  secret_hash ${blob} not null,
  secret_sealed ${blob} not null,
  name text not null,
  redirect_uris text not null,
  grants text not null,
  created_at text not null,
  last_used_at text,
  ${dialect === 'postgres' ? 'primary key (id),' : ''}
  unique (user_id, id)
);

create table access_token (
  user_id ${int} not null references users (id) on delete cascade,
  token_hash ${blob} not null,
  client_id ${int} not null references oauth_client (id) on delete cascade,
  family_id text not null,
  created_at text not null,
  expires_at text not null,
  primary key (user_id, token_hash)
)${clustered};
create index access_token_family on access_token (user_id, family_id);
create index access_token_client on access_token (client_id);
create index access_token_expiry on access_token (expires_at);

create table refresh_token (
  user_id ${int} not null references users (id) on delete cascade,
  token_hash ${blob} not null,
  client_id ${int} not null references oauth_client (id) on delete cascade,
  family_id text not null,
  created_at text not null,
  expires_at text not null,
  family_expires_at text not null,
  spent_at text,
  successor ${blob},
  primary key (user_id, token_hash)
)${clustered};
create index refresh_token_family on refresh_token (user_id, family_id);
create index refresh_token_client on refresh_token (client_id);
create index refresh_token_expiry on refresh_token (expires_at);
`,
}

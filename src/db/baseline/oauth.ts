import type { ColumnTypes } from '../migrations/migration.ts'

/** OAuth 2.0 clients and their tokens. */
export const oauthTables = ({ primaryId, int, blob, clustered }: ColumnTypes): string => `
-- has_complete_answers: whether responses contain members that the interface specification omits.
create table oauth_client (
  id ${primaryId},
  user_id ${int} not null references users (id) on delete cascade,
  random_id text not null,
  secret_hash ${blob} not null,
  secret_sealed ${blob} not null,
  name text not null,
  redirect_uris text not null,
  grants text not null,
  has_complete_answers ${int} not null default 0,
  created_at text not null,
  last_used_at text,
  unique (user_id, id)
);

-- Tokens of one sign-in share a family, and are revoked together.
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

-- A spent token keeps its successor for a short time, for clients that did not receive the answer.
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
`

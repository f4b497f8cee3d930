import type { ColumnTypes } from './migration.ts'

/** Adds the accounts of users at an identity provider (OpenID Connect), and the sign-ins that wait for its answer. */
export const identities = ({ id, ownerAndId, int, blob, clustered }: ColumnTypes): string => `
-- Only issuer and subject identify a person. The label is the name or e-mail address that the provider last reported.
create table identity (
  id ${id},
  user_id ${int} not null references users (id) on delete cascade,
  issuer text not null,
  subject text not null,
  label text not null,
  created_at text not null,
  last_used_at text,
  ${ownerAndId},
  unique (issuer, subject)
);

-- user_id is that of a signed-in user who links an account of the provider.
create table provider_request (
  state_hash ${blob} primary key,
  browser_hash ${blob} not null,
  nonce text not null,
  verifier text not null,
  user_id ${int} references users (id) on delete cascade,
  expires_at text not null
)${clustered};
create index provider_request_user on provider_request (user_id);
create index provider_request_expiry on provider_request (expires_at);
`

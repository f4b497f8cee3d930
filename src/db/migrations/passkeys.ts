import type { ColumnTypes } from './migration.ts'

/** Adds passkeys (WebAuthn), the challenges that browsers sign, and the links with which operators let users back in. */
export const passkeys = ({ id, ownerAndId, int, blob, clustered }: ColumnTypes): string => `
-- The user handle of WebAuthn: random, so that authenticators learn nothing about the account.
alter table users add column passkey_handle ${blob};

create table passkey (
  id ${id},
  user_id ${int} not null references users (id) on delete cascade,
  credential_id ${blob} not null unique,
  public_key ${blob} not null,
  counter ${int} not null,
  transports text not null,
  -- The host of the service at the registration. Browsers offer a passkey only there.
  rp_id text not null,
  name text not null,
  is_synced ${int} not null,
  created_at text not null,
  last_used_at text,
  ${ownerAndId}
);

-- A challenge is deleted when it is used. That of a sign-in has no user yet.
create table passkey_challenge (
  challenge_hash ${blob} primary key,
  purpose text not null,
  user_id ${int} references users (id) on delete cascade,
  expires_at text not null
)${clustered};
create index passkey_challenge_user on passkey_challenge (user_id);
create index passkey_challenge_expiry on passkey_challenge (expires_at);

create table recovery_link (
  user_id ${int} primary key references users (id) on delete cascade,
  secret_hash ${blob} not null,
  expires_at text not null
);
create index recovery_link_expiry on recovery_link (expires_at);
`

import type { ColumnTypes } from './migration.ts'

/**
 * Adds the apps that register themselves (RFC 7591), the codes that a user's consent creates (RFC 6749, section 4.1), and
 * those of devices (RFC 8628). A client with an `app_id` is the connection of one user with such an app.
 */
export const registeredApps = ({ primaryId, int, blob, clustered }: ColumnTypes): string => `
create table registered_app (
  id ${primaryId},
  random_id text not null,
  name text not null,
  redirect_uris text not null,
  created_at text not null,
  -- An app that no user has connected is deleted after this time.
  expires_at text not null
);
create index registered_app_expiry on registered_app (expires_at);

alter table oauth_client add column app_id ${int} references registered_app (id);
create unique index oauth_client_app on oauth_client (user_id, app_id);
create index oauth_client_of_app on oauth_client (app_id);

-- A spent code stays until it expires, so that its reuse can be detected.
create table authorization_code (
  user_id ${int} not null references users (id) on delete cascade,
  code_hash ${blob} not null,
  client_id ${int} not null references oauth_client (id) on delete cascade,
  redirect_uri text not null,
  challenge text not null,
  scopes text not null,
  family_id text not null,
  expires_at text not null,
  spent_at text,
  primary key (user_id, code_hash)
)${clustered};
create index authorization_code_client on authorization_code (client_id);
create index authorization_code_expiry on authorization_code (expires_at);

-- decided_by is the user who allowed or refused the access.
create table device_code (
  code_hash ${blob} primary key,
  user_code text not null unique,
  app_id ${int} not null references registered_app (id) on delete cascade,
  scopes text not null,
  expires_at text not null,
  interval_seconds ${int} not null,
  polled_at text,
  decided_by ${int} references users (id) on delete cascade,
  is_allowed ${int}
)${clustered};
create index device_code_app on device_code (app_id);
create index device_code_user on device_code (decided_by);
create index device_code_expiry on device_code (expires_at);
`

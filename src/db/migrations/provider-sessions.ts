import type { ColumnTypes } from './migration.ts'

/**
 * Lets an identity provider end the sessions that were opened through it, by logout tokens, each of which is accepted once. The
 * columns of sessions that were opened in other ways, or before this step, are null.
 */
export const providerSessions = ({ blob, clustered }: ColumnTypes): string => `
alter table session add column provider_issuer text;
alter table session add column provider_subject text;
alter table session add column provider_sid text;
create index session_provider_subject on session (provider_issuer, provider_subject) where provider_issuer is not null;
create index session_provider_sid on session (provider_issuer, provider_sid) where provider_sid is not null;

create table logout_token (
  token_hash ${blob} primary key,
  expires_at text not null
)${clustered};
create index logout_token_expiry on logout_token (expires_at);
`

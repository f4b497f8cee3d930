import type { Migration } from './migration.ts'

/** Events of an account: see src/security-events. Similar events within one hour share a row. */
export const securityEvents: Migration = {
  name: '0020-security-events',
  up: ({ id, int, dialect }) => `
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
  ${dialect === 'postgres' ? 'primary key (user_id, id)' : 'unique (user_id, id)'}
);
create index security_event_age on security_event (last_at);
`,
}

import type { ColumnTypes } from './migration.ts'

/**
 * Adds the limits that administrators set for users. A user without a row has none, and null is no limit. The day and the
 * number of its saves are kept here, because entries that were saved and deleted count too.
 */
export const userQuotas = ({ int }: ColumnTypes): string => `
create table user_quota (
  user_id ${int} primary key references users (id) on delete cascade,
  max_entries ${int},
  max_bytes ${int},
  max_saves ${int},
  day text not null default '',
  saves ${int} not null default 0,
  used_bytes ${int} not null default 0,
  measured_at text not null default ''
);
`

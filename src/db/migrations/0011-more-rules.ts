import type { Migration } from './migration.ts'

/** Rules for redirects whose first address is not stored as the origin of the entry. */
export const moreRules: Migration = {
  name: '0011-more-rules',
  up: ({ id, int, dialect }) => `
create table ignore_origin_rule (
  id ${id},
  user_id ${int} not null references users (id) on delete cascade,
  rule text not null,
  ${dialect === 'postgres' ? 'primary key (user_id, id)' : 'unique (user_id, id)'}
);
`,
}

import type { Migration } from './migration.ts'

/** Tagging rules. */
export const rules: Migration = {
  name: '0010-rules',
  up: ({ id, int, dialect }) => `
create table tagging_rule (
  id ${id},
  user_id ${int} not null references users (id) on delete cascade,
  rule text not null,
  tags text not null,
  ${dialect === 'postgres' ? 'primary key (user_id, id)' : 'unique (user_id, id)'}
);
`,
}

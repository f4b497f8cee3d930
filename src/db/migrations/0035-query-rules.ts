import type { Migration } from './migration.ts'

/** Tagging rules in the query language. */
export const queryRules: Migration = {
  name: '0035-query-rules',
  up: () => `
alter table tagging_rule add column language text not null default 'wallabag';
`,
}

import type { Migration } from './migration.ts'

/** A user's extraction rules for the pages of a site, in the format of docs/site-rules.md. */
export const siteRules: Migration = {
  name: '0007-site-rules',
  up: ({ int, clustered }) => `
create table site_rule (
  user_id ${int} not null references users (id) on delete cascade,
  host text not null,
  rules text not null,
  updated_at text not null,
  primary key (user_id, host)
)${clustered};
`,
}

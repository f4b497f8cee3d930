import type { Migration } from './migration.ts'

/** A user's logins for sites. Each name and password is encrypted for its user and host. */
export const siteCredentials: Migration = {
  name: '0012-site-credentials',
  up: ({ int, blob, clustered }) => `
create table site_credential (
  user_id ${int} not null references users (id) on delete cascade,
  host text not null,
  username_sealed ${blob} not null,
  password_sealed ${blob} not null,
  created_at text not null,
  updated_at text not null,
  primary key (user_id, host)
)${clustered};
`,
}

import type { Migration } from './migration.ts'

/** The reading position in each entry. `updated_at` is the time on the reading device, if that is plausible. */
export const progress: Migration = {
  name: '0014-progress',
  up: ({ int, clustered }) => `
create table entry_progress (
  user_id ${int} not null,
  entry_id ${int} not null,
  block ${int} not null,
  share double precision not null,
  revision ${int} not null,
  updated_at text not null,
  primary key (user_id, entry_id),
  foreign key (user_id, entry_id) references entry (user_id, id) on delete cascade
)${clustered};
`,
}

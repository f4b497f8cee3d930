import type { Migration } from './migration.ts'

/**
 * The entries whose canonical addresses are not registered yet: those saved by earlier versions with an address that may
 * have another spelling. `registerCanonicalAddresses` works them off at the next start, because SQL has no SHA-1.
 */
export const addressBacklog: Migration = {
  name: '0041-address-backlog',
  up: ({ int }) => `
create table address_backlog (
  user_id ${int} not null,
  entry_id ${int} not null,
  primary key (user_id, entry_id),
  foreign key (user_id, entry_id) references entry (user_id, id) on delete cascade
);
insert into address_backlog (user_id, entry_id)
select user_id, id from entry
where ${['url', 'given_url'].map((column) => MARKS.map((mark) => `${column} like '${mark}'`).join(' or ')).join(' or ')};
`,
}

/** Patterns of addresses that differ from their canonical form, and of some that do not. */
const MARKS = ['%?%', '%:~:%', '%google.%/amp/%', '%ampproject.org%']

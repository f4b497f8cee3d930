import type { ColumnTypes } from './migration.ts'

/**
 * Adds what sending by e-mail needs: the addresses of a user, digests, and deliveries with their entries. A rule can name
 * an address; its column has no foreign key, because SQLite cannot add one with two columns to an existing table.
 */
export const sendByMail = ({ id, int, blob, ownerAndId, clustered }: ColumnTypes): string => `
create table mail_address (
  id ${id},
  user_id ${int} not null references users (id) on delete cascade,
  name text not null,
  address text not null,
  confirmed_at text,
  token_hash ${blob},
  token_expires_at text,
  created_at text not null,
  ${ownerAndId},
  unique (user_id, address)
);

create table digest (
  id ${id},
  user_id ${int} not null references users (id) on delete cascade,
  address_id ${int} not null,
  name text not null,
  query text not null,
  weekday ${int},
  minute ${int} not null,
  max_entries ${int} not null,
  last_at text not null,
  ${ownerAndId},
  foreign key (user_id, address_id) references mail_address (user_id, id) on delete cascade
);
create index digest_address on digest (user_id, address_id);

create table delivery (
  id ${id},
  user_id ${int} not null references users (id) on delete cascade,
  address_id ${int} not null,
  kind text not null,
  title text not null,
  state text not null,
  reason text,
  detail text,
  parts ${int} not null default 0,
  message_key text not null,
  requested_at text not null,
  finished_at text,
  ${ownerAndId},
  foreign key (user_id, address_id) references mail_address (user_id, id) on delete cascade
);
create index delivery_newest on delivery (user_id, requested_at);
create index delivery_address on delivery (user_id, address_id);

create table delivery_entry (
  user_id ${int} not null,
  delivery_id ${int} not null,
  entry_id ${int} not null,
  position ${int} not null,
  sent_at text,
  primary key (user_id, delivery_id, entry_id),
  foreign key (user_id, delivery_id) references delivery (user_id, id) on delete cascade,
  foreign key (user_id, entry_id) references entry (user_id, id) on delete cascade
)${clustered};
create index delivery_entry_entry on delivery_entry (user_id, entry_id);

alter table tagging_rule add column mail_address_id ${int};
`

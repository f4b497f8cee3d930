import type { ColumnTypes } from '../migrations/migration.ts'

/** Preferences of users, and their rules for sites and tags. */
export const settingsTables = ({ id, ownerAndId, int, blob, clustered }: ColumnTypes): string => `
-- A user without a row has the defaults.
create table user_config (
  user_id ${int} primary key references users (id) on delete cascade,
  items_per_page ${int} not null default 12,
  feed_limit ${int} not null default 50,
  reading_speed double precision not null default 200,
  language text not null default 'en',
  action_mark_as_read ${int} not null default 1,
  list_mode ${int} not null default 0,
  display_thumbnails ${int} not null default 1,
  font text,
  font_size double precision,
  line_height double precision,
  max_width double precision,
  feed_token_hash ${blob},
  feed_token_sealed ${blob},
  preferences text not null default '{}'
);

-- Extraction rules for the pages of a site, in the format of docs/site-rules.md.
create table site_rule (
  user_id ${int} not null references users (id) on delete cascade,
  host text not null,
  rules text not null,
  updated_at text not null,
  primary key (user_id, host)
)${clustered};

-- Logins for sites. Each name and password is encrypted for its user and host.
create table site_credential (
  user_id ${int} not null references users (id) on delete cascade,
  host text not null,
  username_sealed ${blob} not null,
  password_sealed ${blob} not null,
  created_at text not null,
  updated_at text not null,
  primary key (user_id, host)
)${clustered};

-- Rules that tag entries when they are saved, in the query language or in that of wallabag.
create table tagging_rule (
  id ${id},
  user_id ${int} not null references users (id) on delete cascade,
  rule text not null,
  language text not null default 'wallabag',
  tags text not null,
  ${ownerAndId}
);

-- Rules for redirects whose first address is not stored as the origin of the entry.
create table ignore_origin_rule (
  id ${id},
  user_id ${int} not null references users (id) on delete cascade,
  rule text not null,
  ${ownerAndId}
);
`

import type { Migration } from './migration.ts'

/** The preferences of each user; a user without a row has the defaults. */
export const userConfig: Migration = {
  name: '0005-user-config',
  up: ({ int, blob }) => `
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
`,
}

import type { Migration } from './migration.ts'

/**
 * Copies of the images of articles, and an index of the hosts whose pages could not be fetched. A row of `image`
 * represents a file in the image store. Rows of `entry_image` refer to it and repeat its data, so that a page needs
 * only one lookup by the owner's key. Code that deletes a file locks the row of the file first.
 */
export const images: Migration = {
  name: '0006-images',
  up: ({ int, blob, clustered }) => `
create table image (
  sha256 ${blob} primary key,
  size ${int} not null,
  type text not null,
  stored_at text not null
)${clustered};
create index image_stored_at on image (stored_at);

create table entry_image (
  user_id ${int} not null,
  entry_id ${int} not null,
  url_hash ${blob} not null,
  sha256 ${blob} not null references image (sha256),
  size ${int} not null,
  type text not null,
  width ${int} not null,
  height ${int} not null,
  primary key (user_id, entry_id, url_hash),
  foreign key (user_id, entry_id) references entry (user_id, id) on delete cascade
)${clustered};
create index entry_image_of_user on entry_image (user_id, sha256, size);
create index entry_image_by_image on entry_image (sha256);
create index entry_image_by_address on entry_image (user_id, url_hash);

alter table entry add column fetch_failed_at text;
create index entry_failing on entry (domain_name, fetch_failed_at, fetch_reason) where fetch_failed_at is not null;
`,
}

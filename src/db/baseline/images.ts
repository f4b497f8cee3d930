import type { ColumnTypes } from '../migrations/migration.ts'

/** Copies of the images of articles. */
export const imageTables = ({ int, blob, clustered }: ColumnTypes): string => `
-- A row represents a file in the image store. Code that deletes the file locks its row first.
create table image (
  sha256 ${blob} primary key,
  size ${int} not null,
  type text not null,
  stored_at text not null
)${clustered};
create index image_stored_at on image (stored_at);

-- The rows repeat the data of image, so that a page needs only one lookup by the owner's key.
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
`

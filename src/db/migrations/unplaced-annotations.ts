import type { ColumnTypes } from './migration.ts'

/** Adds the imported annotations of documents that match no entry. */
export const unplacedAnnotations = ({ id, int, blob, ownerAndId }: ColumnTypes): string => `
create table unplaced_annotation (
  id ${id},
  user_id ${int} not null references users (id) on delete cascade,
  hash ${blob} not null,
  title text not null,
  author text not null,
  quote text not null,
  text text not null,
  color text not null,
  tags text,
  created_at text not null,
  ${ownerAndId},
  unique (user_id, hash)
);
create index unplaced_annotation_document on unplaced_annotation (user_id, title, author, id);
`

import type { ColumnTypes } from './migration.ts'

/**
 * Lets the bodies of large captures be in an object store. `object_key` is null while the body is in the database. Triggers
 * record the objects of deleted captures, whatever deletes them, so that a sweep can delete the objects.
 */
export const captureObjects = ({ int, dialect, clustered }: ColumnTypes): string => `
alter table capture_body add column object_key text;
alter table capture_body add column object_size ${int};
create index capture_body_to_move on capture_body (user_id, sha256) where object_key is null and length(body) > 65536;
create index capture_body_object on capture_body (object_key) where object_key is not null;

create table deleted_object (
  object_key text primary key not null
)${clustered};
${dialect === 'sqlite' ? SQLITE_TRIGGER : POSTGRES_TRIGGER}`

const SQLITE_TRIGGER = `
create trigger capture_body_deleted after delete on capture_body when old.object_key is not null begin
  insert or ignore into deleted_object (object_key) values (old.object_key);
end;
`

/** The trigger runs once per statement, for the reason given in src/db/baseline/entry-counts.ts. */
const POSTGRES_TRIGGER = `
create function capture_body_deleted() returns trigger language plpgsql as $$ begin
  insert into deleted_object (object_key) select object_key from removed where object_key is not null
  on conflict do nothing;
  return null;
end $$;
create trigger capture_body_deleted after delete on capture_body referencing old table as removed
  for each statement execute function capture_body_deleted();
`

import type { ColumnTypes } from './migration.ts'

/**
 * Adds the apps whose `client_id` is the address of a document in which they describe themselves. Both columns are null for
 * apps that have registered.
 */
export const appDocuments = (_types: ColumnTypes): string => `
alter table registered_app add column document_url text;
-- when the document was last read
alter table registered_app add column read_at text;
create unique index registered_app_document on registered_app (document_url);
`

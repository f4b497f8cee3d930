import type { ColumnTypes } from './migration.ts'

/** Adds the hashes of the keys for Fever. App passwords that exist already have none, and cannot be used for Fever. */
export const feverKeys = ({ blob }: ColumnTypes): string => `
alter table app_password add column fever_key_hash ${blob};
create index app_password_fever_key on app_password (fever_key_hash) where fever_key_hash is not null;
`

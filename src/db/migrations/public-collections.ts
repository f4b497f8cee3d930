/** Adds the introduction of the public page of a collection, and the name of the person who made it. */
export const publicCollections = (): string => `
alter table collection add column description text not null default '';
alter table collection add column curator text not null default '';
`

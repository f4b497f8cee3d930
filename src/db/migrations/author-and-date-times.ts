/** Adds the times at which users last set authors and date of an entry, by which concurrent changes are merged. */
export const authorAndDateTimes = (): string => `
alter table entry add column authors_set_at text;
alter table entry add column published_set_at text;
`

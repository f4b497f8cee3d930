/** Adds what the check of a file found: repeated, invalid and left-out rows, and the tags. */
export const importContents = (): string => `
alter table import add column contents text;
`

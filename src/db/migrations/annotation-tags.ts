/**
 * Adds tags to annotations: a JSON array of labels, or null if there are none, and the time at which the user last set them
 * (docs/adr/0041-tags-of-annotations.md).
 */
export const annotationTags = (): string => `
alter table annotation add column tags text;
alter table annotation add column tags_set_at text;
`

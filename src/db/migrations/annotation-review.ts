import type { ColumnTypes } from './migration.ts'

/**
 * Adds the review of annotations (src/annotations/review). The columns are part of `annotation`, so that the state follows
 * an annotation into the trash and back, and to another entry when two entries are merged. Days are those of the user.
 */
export const annotationReview = ({ int }: ColumnTypes): string => `
alter table annotation add column review_box ${int};
alter table annotation add column review_due_on text;
alter table annotation add column reviewed_on text;
alter table annotation add column review_left_at text;
create index annotation_reviewed on annotation (user_id, reviewed_on);
create index annotation_in_review on annotation (user_id, review_due_on, created_at)
  where quote <> '' and review_left_at is null;
`

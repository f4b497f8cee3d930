/** What the page of the tags says. */
export const TAGS_EN = {
  'tagList.count': '{count, plural, one {# tag} other {# tags}}',
  'tagList.deleted': 'Tag deleted: {label}',
  'tagList.empty': 'No tags yet',
  'tagList.emptyHint': 'Tag an entry from its card or while reading. Its tags then stand here with their numbers.',
  'tagList.lead': 'Give a tag the name of another one, and the two become one.',
  'tagList.newName': 'New name',
  'tagList.refused': 'Write one tag, without a comma.',
  'tagList.rename': 'Rename',
  'tagList.renamed': 'These entries are tagged now: {label}',
  'tagList.title': 'Tags',
  'tagList.untagged': 'Entries without tags',
} as const

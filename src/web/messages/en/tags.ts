/** Texts of the tags page. */
export const TAGS_EN = {
  'tagList.count': '{count, plural, one {# tag} other {# tags}}',
  'tagList.deleted': 'Tag deleted: {label}',
  'tagList.empty': 'No tags yet',
  'tagList.emptyHint': 'Add tags to an entry from its card or while reading.',
  'tagList.filter': 'Filter tags',
  'tagList.lead': 'To merge two tags, rename one of them to match the other.',
  'tagList.newName': 'New name',
  'tagList.nothing': 'No matching tags',
  'tagList.refused': 'Enter one tag, without commas.',
  'tagList.rename': 'Rename',
  'tagList.renamed': 'Tag renamed: {label}',
  'tagList.title': 'Tags',
  'tagList.untagged': 'Entries without tags',
} as const

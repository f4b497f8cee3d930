/** Recorded exchanges that Dogear answers differently on purpose, with the reason. */
const GROUPS: readonly (readonly [reason: string, names: readonly string[]])[] = [
  ['No client reads the address of uploads.', ['singlefile-get']],
  ['An upload needs a file and the address of a web page.', ['singlefile-bad-url', 'singlefile-empty-file']],
  ['The title of a page comes from its snapshot, and the bookmark of the recording has none.', ['singlefile-bookmark']],
  [
    'Files of a bookmark are not offered here: the text, the images and the original page are kept in other ways.',
    [
      'assets',
      'asset',
      'asset-download',
      'asset-upload',
      'asset-upload-no-file',
      'asset-download-upload',
      'assets-after',
      'asset-delete',
      'assets-post',
    ],
  ],
  [
    'A tag exists only while an entry has it, so tags are created by saving, and deleted by removing them.',
    [
      'tag-create',
      'tag-create-again',
      'tag-create-space',
      'tag-create-empty',
      'tag-create-none',
      'tag-create-long',
      'tag',
      'tag-delete',
    ],
  ],
  ['A library is private; other users cannot be listed.', ['shared', 'shared-user', 'shared-anonymous']],
  [
    "The description of the API by Django REST framework's OPTIONS is read by no client.",
    ['profile-options', 'list-options', 'get-options'],
  ],
  ['Responses are always JSON, whatever the request accepts.', ['list-accept-html', 'list-accept-xml']],
  ['Only pages of the web can be saved.', ['create-ftp-url']],
  ['The address of an entry never changes, because its text belongs to it.', ['patch-url']],
]

/** The reasons by the name of the exchange. */
export const OUT_OF_SCOPE: Readonly<Record<string, string>> = Object.fromEntries(
  GROUPS.flatMap(([reason, names]) => names.map((name) => [name, reason])),
)

/** A table whose first row names the columns. */
export const TABLE = [
  'Link;Name;Labels;Collection;Comment;Date;To read;Favorite',
  'https://news.example.org/tides;"Tides; and why";"sea, Long Read";Work/Later;"High ""and"" low";01.03.2026 09:30:00;no;yes',
  'https://news.example.org/old;Old;;;;2026-03-01T09:30:01Z;yes;',
  ';No address;;;;;;',
].join('\r\n')

/** A list of objects whose members have names like the columns. */
export const OBJECTS = JSON.stringify({
  title: 'My links',
  tags: [{ id: 1, name: 'sea' }],
  bookmarks: [
    {
      id: 7,
      url: 'https://news.example.org/tides',
      pageTitle: 'Tides; and why',
      tags: [{ name: 'sea' }, 'Long, read'],
      collection: { name: 'Work' },
      comment: 'High "and" low',
      dateAdded: 1_772_357_400,
      readAt: '2026-03-02T10:00:00Z',
      isStarred: true,
      highlights: [{ text: 'twice a day', note: 'Really?' }],
    },
    {
      url: 'https://news.example.org/old',
      name: 'Old',
      tags: 'sea, wall',
      created: '2026-03-01 09:30:01',
      unread: true,
    },
    { url: '', title: 'No address' },
    'https://news.example.org/bare',
  ],
})

/** The annotations of two pages, as the sidebar of Hypothesis exports them. */
export const ANNOTATIONS = JSON.stringify({
  export_date: '2026-03-02T09:30:00.000Z',
  export_userid: 'acct:ada@hypothes.is',
  client_version: '1.1640.0',
  annotations: [
    {
      id: 'a1',
      created: '2026-03-01T09:30:00.000000+00:00',
      updated: '2026-03-01T09:30:05.000000+00:00',
      user: 'acct:ada@hypothes.is',
      uri: 'https://news.example.org/tides',
      text: 'why?',
      tags: ['Sea', 'for the talk'],
      group: '__world__',
      permissions: { read: ['group:__world__'], admin: ['acct:ada@hypothes.is'] },
      target: [
        {
          source: 'https://news.example.org/tides',
          selector: [
            { type: 'RangeSelector', startContainer: '/p[1]', startOffset: 0, endContainer: '/p[1]', endOffset: 4 },
            { type: 'TextPositionSelector', start: 20, end: 24 },
            { type: 'TextQuoteSelector', exact: 'High', prefix: 'Tides ', suffix: ' and low' },
          ],
        },
      ],
      document: { title: ['Tides'] },
      links: { html: 'https://hypothes.is/a/a1' },
    },
    {
      id: 'a2',
      created: '2026-03-01T09:30:01.000000+00:00',
      updated: '2026-03-01T09:30:01.000000+00:00',
      uri: 'https://news.example.org/old',
      text: 'About the **whole** page',
      tags: ['moon'],
      target: [{ source: 'https://news.example.org/old' }],
      document: {},
    },
    { id: 'a3', created: '2026-03-01T09:30:02.000000+00:00', uri: 'urn:x-pdf:abc', text: '', tags: [], target: [] },
  ],
})

/** Pages as JSON Lines. */
export const LINES = [
  '{"url":"https://news.example.org/tides","title":"Tides","tags":["sea","moon"],"note":"x","created_at":"2026-03-01T09:30:00Z"}',
  '',
  '{"name":"not a page"}',
  '{"url":"https://news.example.org/old"',
  '{"url":"https://news.example.org/old","archived":true}',
].join('\n')

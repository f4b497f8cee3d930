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

import type { FILES } from '../import-files.fixture.ts'
import type { ImportRow } from '../import-row.ts'

const AT = '2026-03-01T09:30:00.000Z'
const TIDES = { url: 'https://news.example.org/tides', host: 'news.example.org' }
const page = (path: string, rest: Partial<ImportRow> = {}) => ({
  url: `https://news.example.org/${path}`,
  host: 'news.example.org',
  ...rest,
})
const later = (seconds: number) => new Date(Date.parse(AT) + seconds * 1000).toISOString()

/** What the example file of each format contains: its rows, and the reasons for broken and skipped ones. */
export const EXPECTED: Readonly<
  Record<
    keyof typeof FILES,
    { readonly rows: readonly object[]; readonly broken?: readonly string[]; readonly skipped?: readonly string[] }
  >
> = {
  pocket: {
    rows: [
      { ...TIDES, title: 'Tides, and why', tags: ['sea', 'long read'], isArchived: false, createdAt: AT },
      page('bare', { isArchived: true, createdAt: later(1) }),
      page('quoted', { title: 'A "quoted" title', isArchived: false, createdAt: later(2) }),
    ],
    broken: ['The row has no address.'],
  },
  readwise: {
    rows: [
      { ...TIDES, title: 'Tides', tags: ['sea', "ada's moon"], isArchived: false, createdAt: AT, progress: 0.4 },
      page('old', { title: 'Old', isArchived: true, createdAt: later(1), progress: 1 }),
    ],
    skipped: ['Skipped: items of feeds aren’t saved pages.'],
  },
  raindrop: {
    rows: [
      {
        ...TIDES,
        title: 'Tides, and why',
        tags: ['sea', 'moon'],
        isStarred: true,
        createdAt: AT,
        previewPicture: 'https://news.example.org/p.png',
        note: 'note\n\nAn excerpt',
      },
      page('old', { title: 'Old', tags: ['recipes'], isStarred: false, createdAt: later(1) }),
    ],
  },
  readeck: {
    rows: [
      { ...TIDES, title: 'Tides', tags: ['sea', 'moon'], isArchived: false, isStarred: true, createdAt: AT },
      page('old', { title: 'Old', isArchived: true, isStarred: false, createdAt: later(1) }),
    ],
  },
  karakeep: {
    rows: [
      {
        ...TIDES,
        title: 'Tides',
        tags: ['sea', 'moon'],
        isArchived: false,
        createdAt: AT,
        collections: ['k1', 'k2'],
      },
      page('old', { title: 'Old', isArchived: true, createdAt: later(1), note: 'x' }),
    ],
    skipped: ['Skipped: notes and files without a web address can’t be imported.'],
  },
  linkding: {
    rows: [
      {
        ...TIDES,
        title: 'Tides & why',
        tags: ['sea', 'moon'],
        isArchived: false,
        createdAt: AT,
        note: 'What they are',
      },
      page('old', { title: 'Old', isArchived: true, createdAt: later(1) }),
    ],
  },
  matter: {
    rows: [
      {
        ...TIDES,
        title: 'Tides',
        tags: ['sea', 'moon'],
        authors: ['Ada'],
        isArchived: false,
        isStarred: true,
        createdAt: AT,
      },
      page('old', { title: 'Old', isArchived: true, isStarred: false, createdAt: later(1) }),
    ],
  },
  goodlinks: {
    rows: [
      {
        ...TIDES,
        title: 'Tides',
        tags: ['sea', 'moon'],
        authors: ['Ada'],
        isArchived: false,
        isStarred: true,
        createdAt: later(0.25),
        note: 'x',
      },
      page('old', {
        title: 'Old',
        isArchived: true,
        isStarred: false,
        createdAt: later(1),
        archivedAt: '2026-03-02T09:30:00.000Z',
      }),
    ],
  },
  linkwarden: {
    rows: [
      { ...TIDES, title: 'Tides', tags: ['sea'], note: 'Why they come', createdAt: AT },
      page('old', { title: 'Old', tags: ['long reads'], createdAt: later(1) }),
      page('old', { title: 'Old', isStarred: true }),
    ],
    skipped: ['Skipped: notes and files without a web address can’t be imported.'],
  },
  feed_reader: {
    rows: [
      {
        ...TIDES,
        title: 'Tides & “why”: 1 < 2 &amp;',
        tags: ['sea & shore'],
        authors: ['Ada Example', "Jo O'Neill"],
        isArchived: true,
        isStarred: true,
        createdAt: AT,
        publishedAt: '2026-02-28T09:13:20.000Z',
      },
      page('old', { title: 'Old', isArchived: false, isStarred: false, createdAt: later(1) }),
    ],
    broken: ['The row has no address.'],
  },
  csv: {
    rows: [
      {
        ...TIDES,
        title: 'Tides; and why',
        tags: ['work/later', 'sea', 'long read'],
        note: 'High "and" low',
        isArchived: true,
        isStarred: true,
        createdAt: AT,
      },
      page('old', { title: 'Old', isArchived: false, isStarred: false, createdAt: later(1) }),
    ],
    broken: ['The row has no address.'],
  },
  json: {
    rows: [
      {
        ...TIDES,
        title: 'Tides; and why',
        tags: ['work', 'sea', 'long', 'read'],
        note: 'High "and" low',
        isArchived: true,
        isStarred: true,
        createdAt: AT,
        annotations: [{ quote: 'twice a day', text: 'Really?', color: 'yellow', ranges: '[]' }],
      },
      page('old', { title: 'Old', tags: ['sea', 'wall'], isArchived: false, isStarred: false, createdAt: later(1) }),
      page('bare', {}),
    ],
    broken: ['The row has no address.'],
  },
  addresses: {
    rows: [{ ...TIDES }, page('old', { linkText: 'Old' }), page('bare', { givenUrl: 'news.example.org/bare' })],
    broken: ['The row has no address.'],
  },
  pocket_html: {
    rows: [
      { ...TIDES, linkText: 'Tides & why', tags: ['sea', 'long read'], isArchived: false, createdAt: AT },
      page('old', { isArchived: true, createdAt: later(1) }),
    ],
  },
  shaarli: {
    rows: [{ ...TIDES, linkText: 'Tides', tags: ['sea', 'moon'], createdAt: AT, note: 'What they are' }],
    skipped: [
      'Skipped: bookmarklets can’t be imported.',
      'Skipped: this Shaarli note has no full address. Export again with the option to prepend the Shaarli address to note ' +
        'links.',
    ],
  },
  instapaper: {
    rows: [
      page('mine', { title: 'Mine', tags: ['recipes'], isArchived: false, isStarred: false, msBeforeImport: 4 }),
      page('star', { title: 'Star', isArchived: true, isStarred: true, createdAt: later(2), msBeforeImport: 3 }),
      page('read', { title: 'Read', isArchived: true, isStarred: false, createdAt: later(1), msBeforeImport: 2 }),
      {
        ...TIDES,
        title: 'Tides',
        tags: ['sea', 'moon'],
        isArchived: false,
        isStarred: false,
        createdAt: AT,
        msBeforeImport: 1,
        note: 'High and low',
      },
    ],
  },
  pinboard: {
    rows: [
      {
        ...TIDES,
        title: 'Tides',
        tags: ['sea', 'moon'],
        isArchived: false,
        createdAt: AT,
        note: 'High and low,\n<b>twice</b> a day',
      },
      page('old', { title: 'Old', isArchived: true, createdAt: later(1) }),
    ],
    broken: ['The row isn’t a JSON object.'],
  },
  readability: {
    rows: [
      {
        ...TIDES,
        title: 'Tides',
        isArchived: false,
        isStarred: true,
        starredAt: '2026-03-03T09:30:00.000Z',
        createdAt: AT,
      },
      page('old', { title: 'Old', isArchived: true, isStarred: false }),
    ],
  },
  delicious: { rows: [{ ...TIDES, title: 'Tides', tags: ['sea', 'moon'], createdAt: AT, note: 'For the talk' }] },
  elcurator: {
    rows: [{ ...TIDES, title: 'Tides', tags: ['sea'], isStarred: true, createdAt: AT, note: 'For the talk' }],
  },
  firefox: {
    rows: [
      { ...TIDES, title: 'Tides', tags: ['sea', 'moon'], createdAt: AT, note: 'High and low' },
      page('deep', { title: 'Deep', tags: ['folder'] }),
    ],
    skipped: ['Skipped: saved browser searches can’t be imported.'],
  },
  chrome: {
    rows: [
      { ...TIDES, title: 'Tides', createdAt: AT },
      page('deep', { title: 'Deep', tags: ['work/later perhaps'], createdAt: '1970-01-01T00:00:00.000Z' }),
    ],
  },
  'wallabag-v1': {
    rows: [
      {
        ...TIDES,
        title: 'Tides',
        tags: ['sea', 'moon'],
        isArchived: true,
        isStarred: false,
        content: '<p>High and low.</p>',
      },
      page('none', { isArchived: false, isStarred: true }),
    ],
  },
  'wallabag-v2': {
    rows: [
      {
        ...TIDES,
        title: 'Tides',
        tags: ['sea', 'long read'],
        isArchived: true,
        isStarred: true,
        createdAt: AT,
        archivedAt: '2026-03-02T08:30:00.000Z',
        starredAt: '2026-03-03T09:30:00.000Z',
        content: '<p>High and <b>low</b>.</p><script>bad()</script>',
        authors: ['Ada'],
        publishedAt: '2026-02-01T00:00:00.000Z',
        language: 'en',
        mimetype: 'text/html',
        previewPicture: 'https://news.example.org/p.png',
        originUrl: 'https://social.example.org/1',
        givenUrl: 'https://go.example.org/t',
        uid: '5b0e7d1c3a9f40.12345678',
        httpStatus: '200',
        headers: '{"content-type":"text/html"}',
        note: 'For the talk',
        annotations: [
          {
            text: 'why?',
            quote: 'High',
            color: 'pink',
            ranges: '[{"start":"/p[1]","startOffset":"0","end":"/p[1]","endOffset":"4"}]',
          },
        ],
      },
      page('wall', { title: 'Wall' }),
    ],
  },
  hypothesis: {
    rows: [
      {
        ...TIDES,
        linkText: 'Tides',
        createdAt: AT,
        annotations: [
          {
            text: 'why?',
            quote: 'High',
            color: 'yellow',
            ranges: '[]',
            tags: ['sea', 'for the talk'],
            createdAt: AT,
            updatedAt: later(5),
          },
        ],
      },
      page('old', { tags: ['moon'], note: 'About the **whole** page', createdAt: later(1) }),
    ],
    broken: ['“urn:x-pdf:abc” isn’t a web address.'],
  },
  json_lines: {
    rows: [
      {
        ...TIDES,
        title: 'Tides',
        tags: ['sea', 'moon'],
        note: 'x',
        isArchived: false,
        isStarred: false,
        createdAt: AT,
      },
      page('old', { isArchived: true, isStarred: false }),
    ],
    broken: ['The row isn’t a JSON object.'],
  },
  omnivore: {
    rows: [
      {
        ...TIDES,
        title: 'Tides',
        tags: ['sea', 'moon'],
        isArchived: true,
        createdAt: AT,
        authors: ['Ada'],
        publishedAt: '2026-02-01T00:00:00.000Z',
        previewPicture: 'https://news.example.org/p.png',
        contentFile: 'content/tides-1.html',
        highlightsFile: 'highlights/tides-1.md',
        note: 'x',
        progress: 0.03,
      },
      page('two', {
        title: 'Two',
        isArchived: false,
        contentFile: 'content/two.html',
        highlightsFile: 'highlights/two.md',
      }),
    ],
  },
}

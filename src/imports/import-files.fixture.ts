import { ANNOTATIONS, LINES, OBJECTS, TABLE } from './named-fields.fixture.ts'
import type { FormatName } from './import-formats.ts'

/** Formats without pages, whose files are in src/imports/highlights/highlight-files.fixture.ts. */
type HighlightFormat = 'koreader' | 'kindle' | 'kobo' | 'readwise_highlights'

/** An example file for each format, written by hand from the description of the format. Some contain errors. */
export const FILES: Readonly<Record<Exclude<FormatName, 'pocket_csv' | 'netscape' | HighlightFormat>, string>> = {
  pocket: [
    'title,url,time_added,tags,status',
    '"Tides, and why",https://news.example.org/tides,1772357400,sea|Long Read,unread',
    'https://news.example.org/bare,https://news.example.org/bare,1772357401,,archive',
    '"A ""quoted"" title",https://news.example.org/quoted,1772357402,,unread',
    'No address,,1772357403,,unread',
    '',
  ].join('\r\n'),
  pocket_html: `<!DOCTYPE html>
<html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8" /><title>Pocket Export</title></head>
<body><h1>Unread</h1>
<ul><li><a href="https://news.example.org/tides" time_added="1772357400" tags="sea,long read">Tides &amp; why</a></li></ul>
<h1>Read Archive</h1>
<ul><li><a href="https://news.example.org/old" time_added="1772357401" tags="">https://news.example.org/old</a></li></ul>
</body></html>`,
  shaarli: `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Shaarli export of all bookmarks</H1>
<DL><p>
<DT><A HREF="https://news.example.org/tides" ADD_DATE="1772357400" PRIVATE="0" TAGS="sea,moon">Tides</A>
<DD>What they are
<DT><A HREF="javascript:alert(1)" ADD_DATE="1772357401">Trick</A>
<DT><A HREF="/shaare/WDWyig" ADD_DATE="1772357402">Note</A>
<DD>To oneself
</DL><p>`,
  instapaper: [
    'URL,Title,Selection,Folder,Timestamp,Tags',
    'https://news.example.org/tides,Tides,High and low,Unread,1772357400,"[""sea"",""moon""]"',
    'https://news.example.org/read,Read,,Archive,1772357401,[]',
    'https://news.example.org/star,Star,,Starred,1772357402,[]',
    'https://news.example.org/mine,Mine,,Recipes,,',
  ].join('\n'),
  pinboard: JSON.stringify([
    {
      href: 'https://news.example.org/tides',
      description: 'Tides',
      extended: 'High and low,\r\n<b>twice</b> a day',
      time: '2026-03-01T09:30:00Z',
      shared: 'no',
      toread: 'yes',
      tags: 'sea moon',
    },
    { href: 'https://news.example.org/old', description: 'Old', time: '2026-03-01T09:30:01Z', toread: 'no', tags: '' },
    7,
  ]),
  readability: JSON.stringify({
    bookmarks: [
      {
        article__excerpt: 'x',
        favorite: true,
        date_favorited: '2026-03-03T09:30:00',
        date_archived: null,
        article__url: 'https://news.example.org/tides',
        date_added: '2026-03-01T09:30:00',
        article__title: 'Tides',
        archive: false,
      },
      { article__url: 'https://news.example.org/old', article__title: 'Old', archive: true, favorite: false },
    ],
    recommendations: [{ article__url: 'https://news.example.org/not-mine' }],
  }),
  delicious: JSON.stringify([
    {
      url: 'https://news.example.org/tides',
      title: 'Tides',
      created: '1772357400',
      tags: ['sea', 'moon'],
      description: 'For the talk',
      others: 9,
      owner: 'ann',
      private: '0',
    },
  ]),
  elcurator: JSON.stringify([
    {
      url: 'https://news.example.org/tides',
      title: 'Tides',
      created_at: '2026-03-01 09:30:00 UTC',
      description: 'For the talk',
      is_saved: true,
      tags: ['sea'],
    },
  ]),
  firefox: JSON.stringify({
    guid: 'root________',
    title: '',
    type: 'text/x-moz-place-container',
    children: [
      {
        title: 'menu',
        type: 'text/x-moz-place-container',
        children: [
          {
            title: 'Tides',
            dateAdded: 1772357400000000,
            tags: 'sea,moon',
            type: 'text/x-moz-place',
            uri: 'https://news.example.org/tides',
            annos: [
              { name: 'a', value: 'b' },
              { name: 'bookmarkProperties/description', value: 'High and low' },
            ],
          },
          { type: 'text/x-moz-place-separator' },
          { title: 'Recent', type: 'text/x-moz-place', uri: 'place:sort=8' },
          { title: 'folder', children: [{ title: 'Deep', uri: 'https://news.example.org/deep' }], lastModified: 1 },
        ],
        root: 'bookmarksMenuFolder',
      },
    ],
  }),
  chrome: JSON.stringify({
    checksum: 'x',
    roots: {
      bookmark_bar: {
        children: [
          {
            date_added: '13416831000000000',
            id: '4',
            name: 'Tides',
            type: 'url',
            url: 'https://news.example.org/tides',
          },
          {
            children: [
              {
                children: [{ date_added: '0', name: 'Deep', type: 'url', url: 'https://news.example.org/deep' }],
                name: 'Later, perhaps',
                type: 'folder',
              },
            ],
            name: 'Work',
            type: 'folder',
          },
          { name: 'empty', type: 'folder', children: [] },
        ],
        name: 'Bar',
        type: 'folder',
      },
      other: { children: [], name: 'Other', type: 'folder' },
    },
    version: 1,
  }),
  'wallabag-v1': JSON.stringify([
    {
      '0': '1',
      '1': 'Tides',
      id: '1',
      title: 'Tides',
      url: 'https://news.example.org/tides',
      is_read: '1',
      is_fav: '0',
      content: '<p>High and low.</p>',
      tags: 'sea,moon',
    },
    {
      id: '2',
      title: 'Sans titre',
      url: 'https://news.example.org/none',
      is_read: '0',
      is_fav: '1',
      content: '<p>?</p>',
    },
  ]),
  'wallabag-v2': JSON.stringify([
    {
      is_archived: 1,
      is_starred: true,
      tags: ['sea', 'long read'],
      is_public: true,
      id: 12,
      uid: '5b0e7d1c3a9f40.12345678',
      title: 'Tides',
      url: 'https://news.example.org/tides',
      given_url: 'https://go.example.org/t',
      origin_url: 'https://social.example.org/1',
      archived_at: '2026-03-02T09:30:00+01:00',
      starred_at: '2026-03-03T09:30:00+0000',
      content: '<p>High and <b>low</b>.</p><script>bad()</script>',
      created_at: '2026-03-01T09:30:00+00:00',
      updated_at: '2026-03-01T09:30:00+00:00',
      published_at: '2026-02-01T00:00:00+00:00',
      published_by: ['Ada', ''],
      annotations: [
        {
          text: 'why?',
          quote: 'High',
          color: 'pink',
          ranges: [{ start: '/p[1]', startOffset: '0', end: '/p[1]', endOffset: '4' }],
        },
      ],
      note: 'For the talk',
      mimetype: 'text/html',
      language: 'en',
      reading_time: 4,
      domain_name: 'news.example.org',
      preview_picture: 'https://news.example.org/p.png',
      http_status: '200',
      headers: { 'content-type': 'text/html', age: 12 },
    },
    {
      url: 'https://news.example.org/wall',
      title: 'Wall',
      content: "wallabag can't retrieve contents for this article. Please <a>help</a>.",
    },
  ]),
  omnivore: JSON.stringify([
    {
      id: 'a',
      slug: 'tides-1',
      title: 'Tides',
      description: 'x',
      author: 'Ada',
      url: 'https://news.example.org/tides',
      state: 'Archived',
      readingProgress: 3,
      thumbnail: 'https://news.example.org/p.png',
      labels: ['sea', { name: 'moon' }],
      savedAt: '2026-03-01T09:30:00.000Z',
      updatedAt: '2026-03-01T09:30:00.000Z',
      publishedAt: '2026-02-01T00:00:00.000Z',
    },
    { slug: 'two', title: 'Two', author: null, url: 'https://news.example.org/two', state: 'Active', labels: [] },
  ]),
  readwise: [
    'Title,URL,ID,Document tags,Saved date,Reading progress,Location,Seen',
    `Tides,https://news.example.org/tides,01gm,"['sea', ""Ada's moon""]",2026-03-01 09:30:00+00:00,0.4,later,True`,
    'Old,https://news.example.org/old,01gn,[],2026-03-01 09:30:01+00:00,1,archive,True',
    'Feed,https://news.example.org/feed,01go,[],2026-03-01 09:30:02+00:00,0,feed,False',
  ].join('\n'),
  raindrop: [
    'id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite',
    '1,"Tides, and why",note,"An excerpt",https://news.example.org/tides,Unsorted,"sea, moon",2026-03-01T09:30:00.000Z,https://news.example.org/p.png,,true',
    '2,Old,,,https://news.example.org/old,Recipes,,2026-03-01T09:30:01.000Z,,,false',
  ].join('\n'),
  readeck: [
    'url,title,created,labels,is_archived,is_marked,type',
    'https://news.example.org/tides,Tides,2026-03-01T09:30:00Z,"[""sea"",""moon""]",false,true,article',
    'https://news.example.org/old,Old,2026-03-01T09:30:01Z,[],true,false,article',
    '',
  ].join('\r\n'),
  karakeep: JSON.stringify({
    bookmarks: [
      {
        createdAt: 1772357400,
        title: 'Tides',
        tags: ['sea', 'moon'],
        lists: ['k1', 'k2'],
        content: { type: 'link', url: 'https://news.example.org/tides' },
        note: null,
        archived: false,
      },
      { createdAt: 1772357401, title: null, tags: [], content: { type: 'text', text: 'To oneself' }, note: null },
      {
        createdAt: 1772357401,
        title: 'Old',
        tags: [],
        content: { type: 'link', url: 'https://news.example.org/old' },
        note: 'x',
        archived: true,
      },
    ],
    lists: [{ id: 'k1', name: 'Sea', description: null, icon: '🌊', type: 'manual', query: null, parentId: null }],
  }),
  linkding: `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
<DT><A HREF="https://news.example.org/tides" ADD_DATE="1772357400" LAST_MODIFIED="1772357400" PRIVATE="0" TOREAD="1" TAGS="sea,moon">Tides &amp; why</A>
<DD>What they are
<DT><A HREF="https://news.example.org/old" ADD_DATE="1772357401" LAST_MODIFIED="1772357401" PRIVATE="1" TOREAD="0" TAGS="linkding:bookmarks.archived">Old</A>
</DL><p>`,
  matter: [
    'Title,Author,Publisher,URL,Tags,Word Count,In Queue,Favorited,Read,Highlight Count,Last Interaction Date,File Id',
    'Tides,Ada,News,https://news.example.org/tides,sea;moon,812,True,True,False,0,2026-03-01 09:30:00,a',
    'Old,,,https://news.example.org/old,,10,False,False,True,0,2026-03-01 09:30:01,b',
  ].join('\n'),
  goodlinks: JSON.stringify([
    {
      url: 'https://news.example.org/tides',
      title: 'Tides',
      summary: 'x',
      author: 'Ada',
      tags: ['sea', 'moon'],
      starred: true,
      addedAt: 1772357400.25,
    },
    {
      url: 'https://news.example.org/old',
      title: 'Old',
      tags: [],
      starred: false,
      addedAt: 1772357401,
      readAt: 1772443800,
    },
  ]),
  linkwarden: JSON.stringify({
    name: 'Ada Example',
    username: 'ada',
    collectionOrder: [1, 2],
    linksRouteTo: 'ORIGINAL',
    collections: [
      {
        id: 1,
        name: 'Unorganized',
        links: [
          {
            id: 7,
            name: 'Tides',
            type: 'url',
            description: 'Why they come',
            url: 'https://news.example.org/tides',
            textContent: 'x',
            importDate: null,
            createdAt: '2026-03-01T09:30:00.000Z',
            tags: [{ id: 1, name: 'Sea', ownerId: 1 }],
          },
          { id: 8, name: 'A PDF', type: 'pdf', url: null, createdAt: '2026-03-01T09:30:00.000Z', tags: [] },
        ],
      },
      {
        id: 2,
        name: 'Long reads',
        links: [
          {
            id: 9,
            name: 'Old',
            type: 'url',
            description: '',
            url: 'https://news.example.org/old',
            importDate: '2026-03-01T09:30:01.000Z',
            createdAt: '2026-05-01T09:30:00.000Z',
            tags: [],
          },
        ],
      },
    ],
    pinnedLinks: [{ id: 9, name: 'Old', description: '', url: 'https://news.example.org/old' }],
  }),
  feed_reader: JSON.stringify({
    id: 'user/-/state/org.freshrss/starred',
    title: 'Starred',
    items: [
      {
        id: 'tag:google.com,2005:reader/item/000000000000002a',
        crawlTimeMsec: '1772357400000',
        timestampUsec: '1772357400000000',
        published: 1772270000,
        title: 'Tides &amp; &#8220;why&#8221;: 1 &lt; 2 &amp;amp;',
        author: 'Ada Example; Jo O&#039;Neill',
        canonical: [{ href: 'https://news.example.org/tides' }],
        alternate: [{ href: 'https://feeds.example.org/1' }],
        categories: [
          'user/-/state/com.google/reading-list',
          'user/-/state/com.google/read',
          'user/-/state/com.google/starred',
          'user/-/label/Sea & shore',
          'a category of the feed',
        ],
        origin: { title: 'News', htmlUrl: 'https://news.example.org/' },
        summary: { content: '<p>The beginning</p>' },
      },
      {
        title: 'Old',
        starred: 1772357401,
        crawlTimeMsec: '1672357400000',
        alternate: [{ href: 'https://news.example.org/old' }],
        categories: ['user/1005/state/com.google/reading-list'],
      },
      { title: 'No address', categories: [] },
    ],
  }),
  hypothesis: ANNOTATIONS,
  csv: TABLE,
  json: OBJECTS,
  json_lines: LINES,
  addresses: [
    '# To read',
    'https://news.example.org/tides',
    '',
    '- [Old](https://news.example.org/old)',
    'news.example.org/bare',
    'just words',
  ].join('\n'),
}

import { DatabaseSync } from 'node:sqlite'

/** A clipping of a Kindle, as it is in its file. */
const clipping = (heading: string, about: string, text: string): string =>
  `\ufeff${heading}\r\n${about}\r\n\r\n${text}\r\n==========\r\n`

/** Clippings in each language, as public parsers have them in their tests. Each has the text `text`. */
export const KINDLE_LINES: readonly (readonly [string, 'quote' | 'text', string | undefined])[] = [
  [
    '- Your Highlight on page 1 | location 10-12 | Added on Monday, 30 December 2024 14:46:33',
    'quote',
    '2024-12-30T14:46:33',
  ],
  [
    '- Your Highlight on Location 4210-4256 | Added on Tuesday, September 1, 2026 9:04:11\u202fPM',
    'quote',
    '2026-09-01T21:04:11',
  ],
  ['- Your Highlight on Location 50-55 | Added on Tuesday, 7 July, 2026 12:32:25 AM', 'quote', '2026-07-07T00:32:25'],
  [
    '- Ihre Markierung auf Seite 42 | Position 12-16 | Hinzugefügt am Montag, 30. Dezember 2024 14:46:33',
    'quote',
    '2024-12-30T14:46:33',
  ],
  [
    '- Deine Markierung bei Position 120-180 | Hinzugefügt am Sunday, August 30, 2026 10:00:00 AM',
    'quote',
    '2026-08-30T10:00:00',
  ],
  [
    '- Ihre Notiz auf Seite 42 | Position 12 | Hinzugefügt am Montag, 30. März 2024 14:46:33',
    'text',
    '2024-03-30T14:46:33',
  ],
  [
    '- Votre surlignement sur la page 200 | emplacement 3054-3056 | Ajouté le mercredi 16 août 2017 02:14:10',
    'quote',
    '2017-08-16T02:14:10',
  ],
  [
    '- Votre note sur la page 222 | Emplacement 3394 | Ajouté le lundi 17 juin 2013 à 20:19:15',
    'text',
    '2013-06-17T20:19:15',
  ],
  [
    '- Tu subrayado en la página 6 | posición 36-40 | Añadido el lunes, 30 de septiembre de 2019 18:00:39',
    'quote',
    '2019-09-30T18:00:39',
  ],
  [
    '-  La tua evidenziazione alla posizione 3-4 | Aggiunto in data mercoledì 4 maggio 2016 17:36:35',
    'quote',
    '2016-05-04T17:36:35',
  ],
  [
    '-  La tua nota alla posizione 412 | Aggiunto in data Sunday, August 16, 2026 11:05:00 AM',
    'text',
    '2026-08-16T11:05:00',
  ],
  [
    '- Seu destaque ou posição 333-334 | Adicionado: sábado, 16 de maio de 2015 13:16:48',
    'quote',
    '2015-05-16T13:16:48',
  ],
  [
    '- Sua nota ou posição 187 | Adicionado: quinta-feira, 10 de outubro de 2019 22:52:45',
    'text',
    '2019-10-10T22:52:45',
  ],
  [
    '- Je markering op pagina 6 | locatie 36-40 | Toegevoegd op maandag 30 september 2019 18:00:39',
    'quote',
    '2019-09-30T18:00:39',
  ],
  [
    '- Je highlight op locatie 55 t/m 88 | Toegevoegd op Thursday, August 13, 2026 8:01:02 PM',
    'quote',
    '2026-08-13T20:01:02',
  ],
  [
    '– Ваш выделенный отрывок на странице 6 | Место 53–55 | Добавлено: воскресенье, 3 марта 2024 г. в 18:48:36',
    'quote',
    '2024-03-03T18:48:36',
  ],
  ['- 您在第 47 页（位置 #708-710）的标注 | 添加于 2021年3月5日星期五 上午1:26:56', 'quote', '2021-03-05T01:26:56'],
  ['- 您在位置 #205 的笔记 | 添加于 2019年8月31日星期六 下午12:55:51', 'text', '2019-08-31T12:55:51'],
  ['- 7ページ｜位置No. 114-116のメモ | 作成日: 2024年12月30日月曜日 14:46:33', 'text', '2024-12-30T14:46:33'],
  ['- Þú merktir á síðu 5 | staðsetning 60 | Bætt við mánudagur', 'quote', undefined],
]

/** @returns the file of a Kindle with one clipping for each of these second lines */
export const kindleFile = (lines: readonly string[], heading = 'Tides (and why) (Ada (A.) Byron)'): string =>
  lines.map((line) => clipping(heading, line, 'text')).join('')

/** A highlight in the exporter of KOReader, as commit fc888876 writes it. */
const entry = (text: string, rest: object = {}) => {
  const fixed = { chapter: 'Tides', drawer: 'lighten', page: 1, sort: 'highlight', time: 1772357400 }
  return { ...fixed, text, color: 'yellow', pn_xp: '/body/DocFragment[2]/body/p[1]/text().0', ...rest }
}

/** @returns the JSON of a document with these quotes */
export const koreaderDocument = (about: object, quotes: readonly (string | readonly [string, object])[]) => ({
  author: 'Ada Byron',
  number_of_pages: 4,
  ...about,
  entries: quotes.map((one) => (typeof one === 'string' ? entry(one) : entry(...one))),
})

/** The tables of a device that are read, with the columns of firmware of 2025 (AshKyd/kobo-sync, kobo.schema.md). */
const KOBO_TABLES = `
create table Bookmark (BookmarkID TEXT NOT NULL, VolumeID TEXT NOT NULL, ContentID TEXT NOT NULL,
  StartContainerPath TEXT NOT NULL, StartContainerChildIndex INTEGER NOT NULL, StartOffset INTEGER NOT NULL,
  EndContainerPath TEXT NOT NULL, EndContainerChildIndex INTEGER NOT NULL, EndOffset INTEGER NOT NULL, Text TEXT,
  Annotation TEXT, ExtraAnnotationData BLOB, DateCreated TEXT, ChapterProgress REAL NOT NULL DEFAULT 0,
  Hidden BOOL NOT NULL DEFAULT 0, Version TEXT, DateModified TEXT, Creator TEXT, UUID TEXT, UserID TEXT, SyncTime TEXT,
  Published BIT default false, ContextString TEXT, Type TEXT, Color INTEGER DEFAULT 0, PRIMARY KEY (BookmarkID));
create table content (ContentID TEXT NOT NULL, ContentType TEXT NOT NULL, MimeType TEXT NOT NULL, BookID TEXT,
  BookTitle TEXT, ImageId TEXT, Title TEXT COLLATE NOCASE, Attribution TEXT COLLATE NOCASE, ___UserID TEXT NOT NULL,
  PRIMARY KEY (ContentID));
create table user (UserID TEXT NOT NULL, RefreshToken TEXT, PRIMARY KEY (UserID));
`

export const KOBO_FILE = 'file:///mnt/onboard/Dogear/Tides.kepub.epub'

/** @returns a database of a Kobo with one book, and these statements @param tables other tables, to test hostile files */
export function koboDatabase(statements = '', tables = KOBO_TABLES): Uint8Array {
  const database = new DatabaseSync(':memory:')
  database.exec(tables)
  database.exec(statements)
  const bytes = database.serialize()
  database.close()
  return bytes
}

/** @returns the statement that adds a highlight */
export const koboHighlight = (
  id: number,
  text: string,
  { note = '', color = 0, hidden = 'false', progress = 0.5 } = {},
) =>
  `insert into Bookmark (BookmarkID, VolumeID, ContentID, StartContainerPath, StartContainerChildIndex, StartOffset,
    EndContainerPath, EndContainerChildIndex, EndOffset, Text, Annotation, DateCreated, ChapterProgress, Hidden, Type, Color)
    values ('${id}', '${KOBO_FILE}', '${KOBO_FILE}#x', 'span#kobo\\.1\\.1', -99, 0, 'span#kobo\\.1\\.1', -99, 9, '${text}',
    '${note}', '2026-03-01T09:30:00.000', ${progress}, '${hidden}', 'highlight', ${color});`

export const KOBO_BOOK = `insert into content values ('${KOBO_FILE}', '6', 'application/x-kobo-epub+zip', null, null, null,
  'Tides', 'Ada Byron', 'kepub_user');
  insert into content values ('${KOBO_FILE}#x', '9', 'application/xhtml+xml', '${KOBO_FILE}', 'Tides', null, 'Chapter', null, '');`

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HtmlLinks } from './html-links.ts'
import type { HtmlLink } from './row-parser.ts'
import { threadMillisecondsSince } from '../../../test/support/thread-time.ts'

/** @param size number of characters of each piece in which the text arrives */
function linksIn(html: string, size = html.length): HtmlLink[] {
  const links: HtmlLink[] = []
  const parser = new HtmlLinks((link) => links.push(link))
  for (let at = 0; at < html.length; at += size) parser.push(html.slice(at, at + size))
  parser.end()
  return links
}

const described = (html: string, size?: number) =>
  linksIn(html, size).map(({ attributes, text, description, folders }) => [
    attributes.get('href'),
    text,
    description,
    folders.join('/'),
  ])

test('tags in titles and descriptions are text, also if they swallow the tags after them', () => {
  const file =
    '<DL><p>\r\n<DT><A HREF="1">The <SCRIPT Async> element 😀\r\nand <b>bold</b></A>\r\n<DD>é <i>it</i> <foo bar\r\n' +
    '<DT><A HREF="2">Two</A><DD>line<br>two <script and more <DT><A HREF="3">Three</A></DT><DD>x</DD><A HREF="4">Four</A><DD>of four <b\n' +
    '<A HREF="5">Five</A><A HREF="6">Six</A><DD>bold <i\n<H3>Folder</H3><DL><A HREF="7">Seven</A></DL></DL>'
  const expected = [
    ['1', 'The <SCRIPT Async> element 😀\nand <b>bold</b>', 'é <i>it</i> <foo bar', ''],
    ['2', 'Two', 'line\ntwo <script and more', ''],
    ['3', 'Three', 'x', ''],
    ['4', 'Four', 'of four <b', ''],
    ['5', 'Five', '', ''],
    ['6', 'Six', 'bold <i', ''],
    ['7', 'Seven', '', 'Folder'],
  ]
  assert.deepEqual(described(file), expected)
  assert.deepEqual(described(file, 1), expected)
})

test('folders are nested, and those of every browser, those without a name and the title of the file are left out', () => {
  const file =
    '<H1>Bookmarks</H1><DL><p><DT><A HREF="0">x</A><DT><H3 PERSONAL_TOOLBAR_FOLDER="true">Bar</H3><DL><p>' +
    '<DT><A HREF="1">x</A><DT><H3>Work</H3><DD>of the folder<DL><DT><A HREF="2">x</A><DT><H3></H3><DL><p>' +
    '<DT><A HREF="3">x</A></DL></DL><DT><A HREF="4">x</A></DL><DT><H3>Empty</H3><DT><H3>Home &amp; away</H3><DL>' +
    '<DT><A HREF="5">x</A></DL></DL>'
  assert.deepEqual(
    described(file).map(([href, , description, folder]) => [href, description, folder]),
    [
      ['0', '', ''],
      ['1', '', ''],
      ['2', '', 'Work'],
      ['3', '', 'Work/'],
      ['4', '', ''],
      ['5', '', 'Home & away'],
    ],
  )
})

test('deeply nested folders and endless tags within a text cost neither time nor pages', () => {
  const deep = `${'<DT><H3>f</H3><DL>'.repeat(2000)}<DT><A HREF="1">x</A>${'</DL>'.repeat(2000)}<A HREF="2">y</A>`
  const [inner, outer] = linksIn(deep)
  assert.equal(inner?.folders.length, 100)
  assert.deepEqual(outer?.folders, [])
  const start = process.threadCpuUsage()
  const hostile = `<DT><A HREF="1">x</A><DD>${'<a <b '.repeat(200_000)}<DT><A HREF="2">y</A>`
  assert.ok(linksIn(hostile).length >= 2)
  assert.ok(threadMillisecondsSince(start) < 5000)
})

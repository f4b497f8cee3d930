import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extract } from '../../extract.ts'

/** @returns the content of a Rich Text file */
async function contentOf(text: string): Promise<string> {
  const body = Buffer.from(String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}}` + `${text}}`)
  const extraction = await extract({ url: 'https://a.example/a.rtf', body })
  assert.ok(extraction.kind === 'article', JSON.stringify(extraction))
  return extraction.article.content.replaceAll(/ (?:rel|loading|referrerpolicy)="[^"]*"/g, '')
}

const raw = String.raw

test('RTF: raised, lowered and struck text stays so, and hidden and deleted text is left out', async () => {
  assert.equal(
    await contentOf(
      raw`\pard 10{\super 6} H\sub 2\nosupersub O {\strike old} {\b\super x}\v trap\v0{\deleted gone} end\par`,
    ),
    '<p>10<sup>6</sup> H<sub>2</sub>O <s>old</s> <strong><sup>x</sup></strong> end</p>',
  )
})

test('RTF: paragraphs with an outline level are headings until their properties are reset', async () => {
  assert.equal(
    await contentOf(raw`{\pard\outlinelevel1 Tides\par}{\pard Water.\par}\pard\outlinelevel8 Deep\par\pard Moon.\par`),
    '<h2>Tides</h2><p>Water.</p><h6>Deep</h6><p>Moon.</p>',
  )
})

test('RTF: notes stand at the end of the text, in the forms of Word and of pandoc', async () => {
  assert.equal(
    await contentOf(
      raw`\pard One{\super\chftn{\footnote\pard\plain{\super\chftn} First note.}}, two{\*\footnote\chftn Second {\i note}.} end.\par`,
    ),
    '<p>One<sup><a href="#note-1">[1]</a></sup>, two<sup><a href="#note-2">[2]</a></sup> end.</p>' +
      '<ol><li id="note-1"><p> First note.</p></li><li id="note-2"><p>Second <em>note</em>.</p></li></ol>',
  )
})

test('RTF: links lead to pages and to bookmarks, and other fields show their result', async () => {
  const field = (instruction: string, text: string): string =>
    raw`{\field{\*\fldinst{${instruction}}}{\fldrslt{\ul ${text}}}}`
  assert.equal(
    await contentOf(
      raw`\pard ${field('HYPERLINK "https://a.example/"', 'Page')}, ${field(raw`HYPERLINK \\l "here"`, 'place')}, ${field('PAGE', '7')}\par\pard {\*\bkmkstart here}{\*\bkmkend here}There.\par`,
    ),
    '<p><a href="https://a.example/">Page</a>, <a href="#here">place</a>, 7</p><p id="here">There.</p>',
  )
})

test('RTF: tables keep their rows and cells, with a head if they have one', async () => {
  const row = (...cells: readonly string[]): string =>
    raw`\pard\intbl ${cells.map((cell) => raw`${cell}\cell `).join('')}\row `
  assert.equal(
    await contentOf(
      raw`\pard Before.\par\trowd\trhdr${row('Grain', 'Sacks')}\trowd${row('Rye', raw`4\par 5`)}\pard After.\par`,
    ),
    '<p>Before.</p><table><tbody><tr><th>Grain</th><th>Sacks</th></tr>' +
      '<tr><td>Rye</td><td><p>4</p><p>5</p></td></tr></tbody></table><p>After.</p>',
  )
})

test('RTF: pictures are shown, and copies of them in formats of Windows are left out', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ).toString('hex')
  const content = await contentOf(
    raw`\pard Seen {\*\shppict{\pict\pngblip\picw1\pich1 ${png}}}{\nonshppict{\pict\wmetafile8 0100}} here.\par`,
  )
  assert.match(content, /^<p>Seen <img src="https:\/\/a\.example\/a\.rtf#picture-\w+" alt=""> here\.<\/p>$/)
})

test('RTF: a note without an end belongs to the text', async () => {
  assert.equal(await contentOf(raw`\pard One {\footnote two {\field{\fldrslt three`), '<p>One </p><p>two three</p>')
})

test('RTF: the lines of a table of contents stay apart, and only its links are links', async () => {
  const link = (name: string): string =>
    raw`{\field{\*\fldinst{HYPERLINK "https://a.example/${name}"}}{\fldrslt ${name}}}`
  assert.equal(
    await contentOf(
      raw`{\field{\*\fldinst{TOC}}{\fldrslt\pard ${link('tides')} 3\par\pard ${link('moon')} 7\par}}\pard End.\par`,
    ),
    '<p><a href="https://a.example/tides">tides</a> 3</p><p><a href="https://a.example/moon">moon</a> 7</p><p>End.</p>',
  )
})

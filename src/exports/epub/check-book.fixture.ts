import assert from 'node:assert/strict'
import { checkXml, type XmlElement } from './check-xml.fixture.ts'
import { readZip, type ZipMember } from './read-zip.fixture.ts'

interface CheckedBook {
  readonly members: ReadonlyMap<string, ZipMember>
  readonly packageText: string
  readonly manifest: readonly XmlElement[]
  page(path: string): string
}

const PHRASING_ONLY = new Set([
  'p',
  'pre',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'span',
  'b',
  'i',
  'em',
  'strong',
  'code',
])
const BLOCKS = new Set(['p', 'pre', 'div', 'ul', 'ol', 'dl', 'table', 'blockquote', 'section', 'hr', 'h1', 'h2', 'h3'])

/** Unpacks a book and checks it against the requirements of EPUB 3.3. */
export function checkBook(file: Buffer): CheckedBook {
  const list = readZip(file)
  const members = new Map(list.map((member) => [member.name, member]))
  assert.equal(members.size, list.length, 'each name occurs once')
  assert.equal(list[0]?.name, 'mimetype')
  assert.ok(list[0].isStored && list[0].extraBytes === 0)
  assert.equal(file.toString('ascii', 30, 58), 'mimetypeapplication/epub+zip')
  const text = (path: string) => {
    const member = members.get(path)
    assert.ok(member, `no member ${path}`)
    return member.bytes.toString()
  }
  const [rootfile] = checkXml(text('META-INF/container.xml'), 'container').filter(({ name }) => name === 'rootfile')
  assert.equal(rootfile?.attributes.get('full-path'), 'EPUB/package.opf')
  const packageText = text('EPUB/package.opf')
  const elements = checkXml(packageText, 'package')
  const manifest = elements.filter(({ name }) => name === 'item')
  checkPackage(elements, manifest, members)
  for (const item of manifest) {
    const path = `EPUB/${item.attributes.get('href')}`
    if (item.attributes.get('media-type') === 'application/xhtml+xml')
      checkPage(checkXml(text(path), path), path, members)
  }
  checkContents(checkXml(text('EPUB/nav.xhtml'), 'nav'), checkXml(text('EPUB/toc.ncx'), 'ncx'), packageText)
  return { members, packageText, manifest, page: (path) => text(`EPUB/${path}`) }
}

function checkPackage(
  elements: readonly XmlElement[],
  manifest: readonly XmlElement[],
  members: ReadonlyMap<string, ZipMember>,
): void {
  const ids = manifest.map(({ attributes }) => attributes.get('id'))
  assert.equal(new Set(ids).size, ids.length, 'ids are unique')
  const paths = manifest.map(({ attributes }) => `EPUB/${attributes.get('href')}`)
  const apart = ['mimetype', 'META-INF/container.xml', 'EPUB/package.opf']
  assert.deepEqual([...paths, ...apart].sort(), [...members.keys()].sort(), 'the manifest names every file')
  const names = elements.map(({ name }) => name)
  for (const needed of ['dc:identifier', 'dc:title', 'dc:language']) assert.ok(names.includes(needed), needed)
  const spine = elements.filter(({ name }) => name === 'itemref').map(({ attributes }) => attributes.get('idref'))
  assert.ok(spine.length > 0 && spine.every((id) => ids.includes(id)))
  assert.equal(manifest.filter(({ attributes }) => attributes.get('properties') === 'nav').length, 1)
}

function checkPage(elements: readonly XmlElement[], path: string, members: ReadonlyMap<string, ZipMember>): void {
  const ids = elements.flatMap(({ attributes }) => attributes.get('id') ?? [])
  assert.equal(new Set(ids).size, ids.length, `${path}: ids are unique`)
  for (const { name, attributes, path: around } of elements) {
    assert.ok(!/^(?:script|iframe|object|embed|form|input|style|svg|font)$/.test(name), `${path}: ${name}`)
    assert.ok(![...attributes.keys()].some((key) => key.startsWith('on') || key === 'style'), path)
    const parent = around.at(-1) ?? ''
    if (BLOCKS.has(name))
      assert.ok(!around.some((one) => PHRASING_ONLY.has(one)), `${path}: ${name} in ${around.join(' ')}`)
    if (name === 'li') assert.match(parent, /^[uo]l$/, path)
    if (parent === 'ul' || parent === 'ol') assert.equal(name, 'li', path)
    if (name === 'a') assert.ok(!around.includes('a'), `${path}: a link in a link`)
    if (name === 'img') {
      assert.ok(attributes.has('alt'))
      assert.ok(members.has(`EPUB/${attributes.get('src')}`), `${path}: ${attributes.get('src')}`)
    }
    checkLink(attributes.get('href'), ids, members)
  }
}

function checkLink(href: string | undefined, ids: readonly string[], members: ReadonlyMap<string, ZipMember>): void {
  if (href === undefined || /^(?:https?|mailto|tel):/.test(href)) return
  assert.ok(href.startsWith('#') ? ids.includes(href.slice(1)) : members.has(`EPUB/${href}`), href)
}

function checkContents(nav: readonly XmlElement[], ncx: readonly XmlElement[], packageText: string): void {
  const links = nav.filter(({ name }) => name === 'a')
  const [contents, landmarks] = [false, true].map((isLandmark) =>
    links
      .filter(({ attributes }) => attributes.has('epub:type') === isLandmark)
      .map(({ attributes }) => attributes.get('href')),
  ) as [string[], string[]]
  const points = ncx.filter(({ name }) => name === 'content').map(({ attributes }) => attributes.get('src'))
  assert.deepEqual(contents, points)
  assert.ok(contents.length > 0)
  assert.deepEqual(landmarks.slice(-2), ['#toc', contents[0]])
  for (const type of ['toc', 'landmarks']) assert.ok(nav.some(({ attributes }) => attributes.get('epub:type') === type))
  const [, identifier] = /<dc:identifier id="book">([^<]+)</.exec(packageText) ?? []
  assert.equal(ncx.find(({ name }) => name === 'meta')?.attributes.get('content'), identifier)
}

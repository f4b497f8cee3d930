import assert from 'node:assert/strict'
import test from 'node:test'
import { decodeText } from './decode-text.ts'
import { assertLinearTime } from '../linear-time.fixture.ts'

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1')
const page = (head: string, body: string): Buffer => bytes(`<html><head>${head}</head><body>${body}</body></html>`)
const charsetOf = (body: Uint8Array, type?: string): string => decodeText(body, type).charset

// Sentences in their legacy encodings: "Привет, мир. Это простой текст на русском языке." in windows-1251, and Japanese
// in Shift_JIS.
const RUSSIAN =
  '\xcf\xf0\xe8\xe2\xe5\xf2, \xec\xe8\xf0. \xdd\xf2\xee \xef\xf0\xee\xf1\xf2\xee\xe9 \xf2\xe5\xea\xf1\xf2 \xed\xe0 \xf0\xf3\xf1\xf1\xea\xee\xec \xff\xe7\xfb\xea\xe5. '
const JAPANESE =
  '\x82\xb1\x82\xea\x82\xcd\x93\xfa\x96\x7b\x8c\xea\x82\xcc\x83\x65\x83\x4c\x83\x58\x83\x67\x82\xc5\x82\xb7\x81\x42'
const utf8 = (text: string): string => Buffer.from(text).toString('latin1')

test('F8: a byte order mark wins over header and meta, and is not part of the text', () => {
  const meta = '<meta charset=windows-1251>'
  const marked = bytes(`\xef\xbb\xbf${meta}${utf8('é')}`)
  assert.deepEqual(decodeText(marked, 'text/html; charset=koi8-r'), { text: `${meta}é`, charset: 'utf-8' })
  assert.deepEqual(decodeText(bytes('\xff\xfeA\0\xe9\0'), 'text/html; charset=utf-8'), {
    text: 'Aé',
    charset: 'utf-16le',
  })
  assert.deepEqual(decodeText(bytes('\xfe\xff\0A\0\xe9'), undefined), { text: 'Aé', charset: 'utf-16be' })
})

test('F8: the header wins over meta, and meta over detection', () => {
  const body = page('<meta charset=windows-1252>', RUSSIAN)
  assert.equal(charsetOf(body, 'text/html; charset="Windows-1251"'), 'windows-1251')
  assert.equal(charsetOf(body, 'text/html'), 'windows-1252')
  assert.match(decodeText(page('', RUSSIAN.repeat(5)), 'text/html').text, /Привет, мир/)
})

test('F8: labels have the meaning that the Encoding standard defines', () => {
  const smart = bytes('\x93quoted\x94 \x80')
  for (const label of ['ISO-8859-1', 'latin1', 'us-ascii', 'cp1252', ' windows-1252 ']) {
    assert.deepEqual(decodeText(smart, `text/plain; charset=${label}`), { text: '“quoted” €', charset: 'windows-1252' })
  }
  assert.equal(charsetOf(bytes(JAPANESE), 'text/plain;charset=x-sjis'), 'shift_jis')
})

test('F8: unknown labels, utf-7 and labels of the replacement encoding are ignored', () => {
  for (const label of ['utf-7', 'x-unknown', 'iso-2022-kr', 'hz-gb-2312', 'utf-32', '', 'a'.repeat(5000), '\0']) {
    assert.equal(charsetOf(bytes('+ADw-script+AD4-'), `text/html; charset=${label}`), 'utf-8', label)
    assert.equal(
      charsetOf(page(`<meta charset="${label}"><meta charset=koi8-r>`, RUSSIAN), undefined),
      label.length > 999 ? 'windows-1251' : 'koi8-r',
    )
  }
})

test('F8: meta elements are read like in the prescan of the HTML standard', () => {
  const found: readonly (readonly [head: string, charset: string])[] = [
    ['<meta charset=koi8-r>', 'koi8-r'],
    ['<META\nCHARSET = "KOI8-R" />', 'koi8-r'],
    ["<meta/charset='koi8-r'/>", 'koi8-r'],
    ['<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">', 'koi8-r'],
    ['<meta content="text/html; charset = \'koi8-r\'" http-equiv=content-type>', 'koi8-r'],
    ['<!-- > <meta charset=big5> --><meta charset=koi8-r>', 'koi8-r'],
    ['<!--><meta charset=koi8-r>', 'koi8-r'],
    ['<a title="<meta charset=big5>"><meta charset=koi8-r>', 'koi8-r'],
    ['<?php <meta charset=big5> ?><meta charset=koi8-r>', 'koi8-r'],
    ['</a x=">"><meta charset=koi8-r>', 'koi8-r'],
    ['<metax charset=big5><meta charset=koi8-r>', 'koi8-r'],
    ['<meta name=x content="charset=big5"><meta charset=koi8-r>', 'koi8-r'],
    ['<meta charset=koi8-r charset=big5>', 'koi8-r'],
    ['<meta charset=x-user-defined>', 'windows-1252'],
    [`<!--${'x'.repeat(900)}--><meta charset=koi8-r>`, 'koi8-r'],
  ]
  for (const [head, charset] of found) assert.equal(charsetOf(bytes(`${head}${RUSSIAN}`), undefined), charset, head)
})

test('F8: meta elements after the first 1024 bytes or in plain text are ignored', () => {
  const late = page(`<!--${'x'.repeat(1024)}--><meta charset=koi8-r>`, RUSSIAN.repeat(5))
  assert.equal(charsetOf(late, undefined), 'windows-1251')
  assert.equal(charsetOf(page('<meta charset=koi8-r>', RUSSIAN.repeat(5)), 'text/plain'), 'windows-1251')
})

test('F8: the encoding in an XML declaration is used', () => {
  assert.equal(charsetOf(bytes(`<?xml version="1.0" encoding="koi8-r"?><a>${RUSSIAN}</a>`), 'text/xml'), 'koi8-r')
  assert.equal(charsetOf(bytes(`<?xml version="1.0" encoding='utf-16'?><a>${utf8('é')}</a>`), 'text/xml'), 'utf-8')
  assert.equal(decodeText(bytes('<\0?\0x\0m\0l\0?\0>\0\xe9\0'), undefined).text, '<?xml?>é')
})

test('F8: a UTF-16 label is ignored if the bytes are not UTF-16', () => {
  for (const label of ['utf-16', 'utf-16le', 'utf-16be', 'unicode']) {
    assert.deepEqual(decodeText(bytes('<p>plain'), `text/html; charset=${label}`), {
      text: '<p>plain',
      charset: 'utf-8',
    })
    assert.equal(decodeText(bytes(`<meta charset=${label}>${utf8('é')}`), undefined).charset, 'utf-8')
  }
  assert.equal(charsetOf(page('<meta charset=utf-16>', RUSSIAN.repeat(5)), 'text/html; charset=utf-16'), 'windows-1251')
  assert.equal(decodeText(bytes('h\0i\0'), 'text/html; charset=utf-16le').text, 'hi')
  assert.equal(decodeText(bytes('h\0\xfc\0'), 'text/html; charset=utf-16le').text, 'hü')
})

test('F8: utf-16 in a meta element means utf-8, even if the text contains a NUL', () => {
  const text = 'Grüße aus Köln, schön\0'
  assert.equal(charsetOf(bytes(`<meta charset=utf-16le>${utf8(text)}\xff`), undefined), 'utf-8')
})

test('F8: a UTF-8 label is ignored if the bytes are clearly not UTF-8, but not because of one invalid byte', () => {
  const lie = page('<meta charset=windows-1251>', RUSSIAN)
  assert.equal(charsetOf(lie, 'text/html; charset=utf-8'), 'windows-1251')
  assert.equal(charsetOf(page('<meta charset=utf-8>', RUSSIAN.repeat(5)), undefined), 'windows-1251')
  const broken = decodeText(bytes(`${utf8('Grüße aus Köln, schön')}\xff`), 'text/html; charset=utf-8')
  assert.deepEqual(broken, { text: 'Grüße aus Köln, schön\ufffd', charset: 'utf-8' })
})

test('F8: a legacy label is ignored if the bytes are well-formed UTF-8', () => {
  const text = 'Grüße aus Köln — 日本語のテキスト。'
  for (const label of ['iso-8859-1', 'windows-1251', 'gbk', 'shift_jis', 'euc-kr', 'iso-2022-jp']) {
    assert.deepEqual(decodeText(bytes(utf8(text)), `text/html; charset=${label}`), { text, charset: 'utf-8' }, label)
  }
  // The bytes D2 BB are one character in GBK, and by chance also a valid character in UTF-8.
  assert.deepEqual(decodeText(bytes('\xd2\xbb'), 'text/html; charset=gbk'), { text: '一', charset: 'gbk' })
})

test('F8: ISO-2022-JP is used if it is declared, and never detected', () => {
  const body = bytes('<p>\x1b$B$"\x1b(B</p>')
  assert.equal(decodeText(body, 'text/html; charset=iso-2022-jp').text, '<p>あ</p>')
  assert.equal(charsetOf(body, undefined), 'utf-8')
  assert.doesNotMatch(charsetOf(bytes('<p>\x1b$B$"\x1b(B\xff</p>'), undefined), /^iso-2022/)
})

test('F8: UTF-8 is tried first if no charset is declared, and other charsets are detected', () => {
  assert.deepEqual(decodeText(bytes(utf8('Grüße')), undefined), { text: 'Grüße', charset: 'utf-8' })
  assert.equal(charsetOf(page('', JAPANESE.repeat(8)), undefined), 'shift_jis')
  assert.equal(charsetOf(page('', RUSSIAN.repeat(8)), undefined), 'windows-1251')
  assert.equal(charsetOf(bytes('caf\xe9'), undefined), 'windows-1252')
  assert.deepEqual(decodeText(new Uint8Array(), undefined), { text: '', charset: 'utf-8' })
})

test('F8: the text is valid Unicode without NUL for any bytes', () => {
  const labels = ['utf-8', 'utf-16le', 'shift_jis', 'gb18030', 'iso-2022-jp', 'windows-1252', 'x-user-defined', 'big5']
  let seed = 1
  for (let round = 0; round < 200; round += 1) {
    const body = Uint8Array.from({ length: 64 }, () => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) >> 16)
    for (const label of labels) {
      const { text } = decodeText(body, `text/html; charset=${label}`)
      assert.ok(text.isWellFormed() && !text.includes('\0'))
    }
  }
  assert.equal(decodeText(bytes('\xff\xfe\x00\xd8A\0'), undefined).text, '\ufffdA')
  assert.equal(decodeText(bytes('a\0b'), 'text/html; charset=utf-8').text, 'ab')
})

test('F8: text is decoded in linear time', async () => {
  for (const piece of ['\xe9', '<meta ', '\xc3\xa9 \xff']) {
    await assertLinearTime(500_000, (size) => {
      const body = Buffer.alloc(size, piece, 'latin1')
      return () => decodeText(body, 'text/html; charset=utf-8')
    })
  }
})

test('F8: control characters are dropped from the text, tabs and line breaks stay', () => {
  const all = String.fromCharCode(...Array.from({ length: 0x20 }, (_, code) => code))
  assert.equal(decodeText(bytes(`a${all}b`), 'text/html; charset=utf-8').text, 'a\t\n\f\rb')
  assert.equal(decodeText(bytes('\x1b$B$"\x1b(B'), 'text/html; charset=iso-2022-jp').text, 'あ')
})

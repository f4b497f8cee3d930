import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePublishedDate } from './parse-date.ts'

const READ: Readonly<Record<string, string>> = {
  '2024-05-06': '2024-05-06T00:00:00.000Z',
  '2024-05-06T10:20:30Z': '2024-05-06T10:20:30.000Z',
  '2024-05-06T10:20:30.123+02:00': '2024-05-06T08:20:30.000Z',
  '2024-05-06 10:20:30 +0000': '2024-05-06T10:20:30.000Z',
  '2024-05-06T23:30:00-0500': '2024-05-07T04:30:00.000Z',
  '04-may-2024 5:11': '2024-05-04T05:11:00.000Z',
  '2024 May 6': '2024-05-06T00:00:00.000Z',
  '2024/5/6': '2024-05-06T00:00:00.000Z',
  '20240506': '2024-05-06T00:00:00.000Z',
  '1714990830': '2024-05-06T10:20:30.000Z',
  '1714990830000': '2024-05-06T10:20:30.000Z',
  'Mon, 06 May 2024 10:20:30 GMT': '2024-05-06T10:20:30.000Z',
  'Mon, 06 May 2024 10:20:30 +0200': '2024-05-06T08:20:30.000Z',
  'May 6, 2024 at 3:05 pm': '2024-05-06T15:05:00.000Z',
  'Posted on Monday, May 6th, 2024': '2024-05-06T00:00:00.000Z',
  '6. Mai 2024': '2024-05-06T00:00:00.000Z',
  '6 mai 2024': '2024-05-06T00:00:00.000Z',
  '1er août 2024': '2024-08-01T00:00:00.000Z',
  '6 de mayo de 2024': '2024-05-06T00:00:00.000Z',
  '6 мая 2024': '2024-05-06T00:00:00.000Z',
  '2024年5月6日': '2024-05-06T00:00:00.000Z',
  '2024년 5월 6일': '2024-05-06T00:00:00.000Z',
  '2024. 5. 6.': '2024-05-06T00:00:00.000Z',
  '입력 2024. 05. 06. 14:30': '2024-05-06T14:30:00.000Z',
  '06.05.2024': '2024-05-06T00:00:00.000Z',
  '05/06/2024': '2024-05-06T00:00:00.000Z',
  '16/05/2024': '2024-05-16T00:00:00.000Z',
  '0001-01-01': '0001-01-01T00:00:00.000Z',
  '2024-02-29': '2024-02-29T00:00:00.000Z',
  'May 2024': '2024-05-01T00:00:00.000Z',
  'Published: May 2024': '2024-05-01T00:00:00.000Z',
  '2038-01-19T03:14:08Z': '2038-01-19T03:14:08.000Z',
}

for (const [text, expected] of Object.entries(READ)) {
  test(`${JSON.stringify(text)} is ${expected}`, () => assert.equal(parsePublishedDate(text), expected))
}

const ABSURD: readonly string[] = [
  '',
  'yesterday',
  '2023-02-29',
  '2024-13-01',
  '2024-00-10',
  '2024-05-32',
  '0000-01-01',
  '9999-12-31T23:59:59-12:00',
  '99999-01-01',
  '2024-05-06T25:61:00Z',
  '32 May 2024',
  '12345678901234567890',
  '-271821-04-20',
  'javascript:alert(1)',
  '<script>2024</script>',
  'Infinity',
  '2024-'.repeat(100_000),
  '2020-01-01T00:00:00+25:00',
  '2020-01-01T10:00:00+05:75',
]

for (const text of ABSURD) {
  test(`${JSON.stringify(text.slice(0, 40))} is not a date`, () => assert.equal(parsePublishedDate(text), undefined))
}

test('the language of the page decides the order of day and month in a date with slashes if both orders are possible', () => {
  const days = { en: '05-06', en_US: '05-06', en_GB: '06-05', fr: '06-05', pt_BR: '06-05', fil: '05-06' }
  for (const [language, day] of Object.entries(days)) {
    assert.equal(parsePublishedDate('05/06/2024', language), `2024-${day}T00:00:00.000Z`, language)
    assert.equal(parsePublishedDate('05/16/2024', language), '2024-05-16T00:00:00.000Z', language)
    assert.equal(parsePublishedDate('16/05/2024', language), '2024-05-16T00:00:00.000Z', language)
    assert.equal(parsePublishedDate('05.06.2024', language), '2024-06-05T00:00:00.000Z', language)
  }
})

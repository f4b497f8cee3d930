import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseVoice, voicesFor } from './choose-voice.ts'

const voice = (voiceURI: string, lang: string, more = {}) => ({
  voiceURI,
  lang,
  default: false,
  localService: true,
  ...more,
})
const VOICES = [
  voice('amelie', 'fr-CA', { default: true }),
  voice('remote', 'de-DE', { localService: false }),
  voice('anna', 'de_DE'),
  voice('vienna', 'de-AT', { default: true }),
]
const names = (language?: string) => voicesFor(VOICES, language).map(({ voiceURI }) => voiceURI)

test('voices of the device fit by language, first the same region, then the default voice', () => {
  assert.deepEqual(names('de-DE'), ['anna', 'vienna'])
  assert.deepEqual(names('de'), ['vienna', 'anna'])
  assert.deepEqual(names('es'), [])
  assert.deepEqual(names(), ['amelie', 'vienna', 'anna'])
})

test('the preferred voice is chosen if it is still installed', () => {
  const voices = voicesFor(VOICES, 'de')
  assert.equal(chooseVoice(voices, 'anna')?.voiceURI, 'anna')
  assert.equal(chooseVoice(voices, 'gone')?.voiceURI, 'vienna')
  assert.equal(chooseVoice([], 'anna'), undefined)
})

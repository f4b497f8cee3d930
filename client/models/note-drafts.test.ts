import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NoteDrafts } from './note-drafts.ts'

function storage() {
  const items = new Map<string, string>()
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

const refuse = () => {
  throw new Error('the storage is turned off')
}

const draft = { start: 3, end: 9, quote: 'a wall', text: 'of stone' }

test('a draft is found only by its article and its place', () => {
  const kept = storage()
  new NoteDrafts(kept, '1').keep(draft)
  assert.deepEqual(new NoteDrafts(kept, '1').find({ start: 3, end: 9 }), draft)
  assert.equal(new NoteDrafts(kept, '1').find({ start: 3, end: 8 }), undefined)
  assert.equal(new NoteDrafts(kept, '1').find({ annotation: 3, start: 3, end: 9 }), undefined)
  assert.deepEqual(new NoteDrafts(kept, '2').list(), [])
})

test('a dropped draft leaves no trace, and drafts of another tab stay', () => {
  const kept = storage()
  const [one, other] = [new NoteDrafts(kept, '1'), new NoteDrafts(kept, '1')]
  one.keep(draft)
  other.keep({ ...draft, annotation: 7 })
  one.drop(draft)
  assert.deepEqual(new NoteDrafts(kept, '1').list(), [{ ...draft, annotation: 7 }])
  other.drop({ ...draft, annotation: 7 })
  assert.equal(kept.items.size, 0)
})

test('without storage, and with foreign values in it, drafts live as long as the page', () => {
  const drafts = new NoteDrafts({ getItem: refuse, setItem: refuse, removeItem: refuse }, '1')
  drafts.keep(draft)
  assert.deepEqual(drafts.list(), [draft])
  drafts.drop(draft)
  assert.deepEqual(drafts.list(), [])
  const foreign = storage()
  foreign.setItem('dogear.notes.1', '{"a":1,"b":{"start":"x"}}')
  assert.deepEqual(new NoteDrafts(foreign, '1').list(), [])
})

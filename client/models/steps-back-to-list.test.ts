import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stepsBackToList } from './steps-back-to-list.ts'

const at = (path: string) => `https://dogear.example${path}`
const steps = (paths: readonly string[], list: string) => stepsBackToList(paths.map(at), paths.length - 1, at(list))

test('the list that an article was opened from is one step back', () => {
  assert.equal(steps(['/all/list?sort=title&tag=a', '/view/7?list=all'], '/all/list?tag=a&sort=title'), -1)
})

test('the unread list is known by both of its addresses', () => {
  assert.equal(steps(['/', '/view/7'], '/unread/list'), -1)
  assert.equal(steps(['/unread/list', '/view/7'], '/unread/list'), -1)
})

test('empty parameters of a form do not matter', () => {
  assert.equal(steps(['/annotations?q=sea&color=&order=', '/view/7'], '/annotations?q=sea'), -1)
})

test('articles read one after the other lie between', () => {
  assert.equal(steps(['/starred/list', '/', '/view/7', '/view/8', '/view/9'], '/unread/list'), -3)
})

test('another list, or any other page between, is no way back', () => {
  assert.equal(steps(['/archive/list', '/view/7'], '/unread/list'), undefined)
  assert.equal(steps(['/', '/config', '/view/7'], '/unread/list'), undefined)
  assert.equal(steps(['/', '/view/7/info', '/view/7'], '/unread/list'), undefined)
  assert.equal(steps(['/all/list?tag=a', '/view/7'], '/all/list'), undefined)
})

test('there is no link back if the article was opened first, or if the browser does not report addresses', () => {
  assert.equal(steps(['/view/7'], '/unread/list'), undefined)
  assert.equal(stepsBackToList([at('/'), null, at('/view/7')], 2, at('/')), undefined)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completeAnswers } from './complete-answers.ts'
import { completedLines } from './completed-lines.fixture.ts'

/** @returns the texts of the lines that are kept if at first only the questions are, and the rules selected all but "Share" */
function completed(html: string): string[] {
  return completedLines(
    html,
    (text) => /^¿|\?$/.test(text),
    (page, keep) => completeAnswers(page, keep, (index) => page.lines[index]!.text !== 'Share'),
  )
}

test('the answer to a kept question stays', () => {
  assert.deepEqual(completed('<h3>May I?</h3><p>Yes.</p>'), ['May I?', 'Yes.'])
  assert.deepEqual(completed('<p><b>¿Puedo?</b></p><div>Sí.</div><p>Claro.</p>'), ['¿Puedo?', 'Sí.', 'Claro.'])
  assert.deepEqual(completed('<h3>May I?</h3><p>Yes.</p><h3>More</h3><p>None.</p>'), ['May I?', 'Yes.'])
})

test('what the rules did not select, links and long texts do not become answers', () => {
  assert.deepEqual(completed('<h3>May I?</h3><p>Share</p>'), ['May I?'])
  assert.deepEqual(completed('<h3>May I?</h3><p><a href="/x">Read this</a></p>'), ['May I?'])
  assert.deepEqual(completed(`<h3>May I?</h3>${'<p>Yes.</p>'.repeat(6)}`), ['May I?'])
})

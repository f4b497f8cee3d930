import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serialize } from 'parse5'
import { writeMathematics } from './mathematics.ts'
import { parseHtmlFragment } from '../dom/parse-page.ts'

function after(html: string): string {
  const tree = parseHtmlFragment(html)
  writeMathematics(tree)
  return serialize(tree)
}

const formula = (text: string): string => `<p><code class="math">${text}</code></p>`
const mathml =
  '<math><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">x^2</annotation></semantics></math>'

test('a formula that is there for eyes and for screen readers is written once, as TeX', () => {
  const katex = `<p><span class="katex"><span class="katex-mathml">${mathml}</span><span class="katex-html" aria-hidden="true">x2</span></span></p>`
  const container = `<p><mjx-container><mjx-math>x2</mjx-math><mjx-assistive-mml>${mathml}</mjx-assistive-mml></mjx-container></p>`
  for (const html of [katex, container]) assert.equal(after(html), formula('x^2'))
})

test('the picture of a formula gives way to its TeX', () => {
  const html = `<p><span class="mwe-math-element"><span style="display: none;">${mathml}</span><img class="mwe-math-fallback-image-inline" alt="{\\displaystyle x^{2}}"></span></p>`
  assert.equal(after(html), formula('x^2'))
  assert.equal(
    after('<p><img class="mwe-math-fallback-image-inline" alt="{\\displaystyle x^{2}}"></p>'),
    formula('x^{2}'),
  )
})

test('TeX in a script is shown, and what was drawn for it is left out', () => {
  const html =
    '<p><span class="MathJax_Preview">x2</span><span class="MathJax">x2</span><script type="math/tex">x^2</script></p>'
  assert.equal(after(html), formula('x^2'))
})

test('MathML without TeX is written in one line', () => {
  const html =
    '<math><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></mfrac><mo>=</mo><msup><mi>c</mi><mn>2</mn></msup></math>'
  assert.equal(after(`<p>${html}</p>`), formula('(a+b)/2=c^2'))
})

test('pictures and scripts of other kinds stay', () => {
  const html = '<p><img class="math-teacher" alt="Ms Hypatia"><script>1</script></p>'
  assert.equal(after(html), html)
})

/**
 * The script of the search in the index page. It is plain JavaScript, which browsers run as it is. The page is opened from a
 * disk, where scripts cannot read files, so the texts are in scripts of their own. They are loaded when the first search needs
 * them, and call `addTexts`.
 */
export const SEARCH_SCRIPT = String.raw`'use strict'
;(() => {
  const field = document.querySelector('input[type=search]')
  const output = document.querySelector('output')
  const entries = [...document.querySelectorAll('.entries li')]
  const parts = Number(document.body.dataset.parts)
  const fold = (text) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const titles = entries.map((entry) => fold(entry.textContent))
  let run = 0

  document.querySelector('.search').hidden = false
  field.addEventListener('input', () => void search(++run))
  if (field.value !== '') void search(++run)

  async function search(own) {
    const words = fold(field.value).split(/\s+/).filter(Boolean)
    const found = (text) => words.every((word) => text.includes(word))
    const hits = new Set(titles.flatMap((title, index) => (found(title) ? [index] : [])))
    show(words, hits, parts === 0)
    if (words.length === 0) return
    for (let part = 1; part <= parts; part++) {
      const texts = await load(part)
      if (own !== run) return
      for (const [index, text] of texts) if (found(titles[index] + ' ' + text)) hits.add(index)
      show(words, hits, part === parts)
    }
  }

  function show(words, hits, isDone) {
    entries.forEach((entry, index) => (entry.hidden = words.length > 0 && !hits.has(index)))
    output.textContent = words.length === 0 ? '' : hits.size + (isDone ? '' : ' …')
  }

  // The script of a part calls addTexts[part] with its texts.
  const loaded = new Map()
  window.addTexts = {}
  function load(part) {
    if (!loaded.has(part)) loaded.set(part, new Promise((resolve) => addScript(part, resolve)))
    return loaded.get(part)
  }

  function addScript(part, resolve) {
    const script = document.createElement('script')
    script.src = 'texts/' + String(part).padStart(4, '0') + '.js'
    script.addEventListener('error', () => resolve([]))
    window.addTexts[part] = (texts) => resolve(texts.map(([index, text]) => [index, fold(text)]))
    document.head.append(script)
  }
})()
`

/** Menus and other content around the article of a generated page. The extraction must remove it. */
const WORDS = 'Home Articles Guides Projects Archive About Contact Support'.split(' ')

const links = (count: number, path: string): string =>
  Array.from(
    { length: count },
    (_, i) => `<li><a href="/${path}/${i}">${WORDS[i % WORDS.length]} ${i + 1}</a></li>`,
  ).join('')

export const MENU = `<nav class="main-menu"><ul>${links(8, 'menu')}</ul></nav>`

export const SIDEBAR = `<aside class="sidebar"><h3>Recent posts</h3><ul>${links(6, 'recent')}</ul></aside>`

export const RELATED = `<div class="related-posts"><h3>You may also like</h3><ul>${links(5, 'related')}</ul></div>`

export const SHARE = `<div class="share-buttons"><a href="/s/1">Facebook</a> <a href="/s/2">X</a> <a href="/s/3">E-mail</a></div>`

export const COMMENTS =
  '<div id="comments"><h3>2 comments</h3><div class="comment"><p>Lovely, thank you for this, I was there in 1987.</p></div>' +
  '<div class="comment"><p>So was I, and it rained, as it always does.</p></div></div>'

export const FOOTER = `<footer class="site-footer"><p>© 2024 Example Ltd. All rights reserved.</p><ul>${links(4, 'legal')}</ul></footer>`

/** @returns a whole page with the given body */
export function shell(title: string, inside: string, head = ''): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} | Example</title>${head}</head><body>${inside}</body></html>`
}

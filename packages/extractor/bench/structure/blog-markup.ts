import { escapeText } from '../../src/dom/escape-text.ts'
import { bareTable, coloured, lines, plainTable, type Dialect } from './markup-dialect.ts'
import { COMMENTS, FOOTER, MENU, RELATED, SHARE, shell, SIDEBAR } from './page-boilerplate.ts'

export const BLOGS: readonly Dialect[] = [
  {
    name: 'wordpress-blocks',
    page: (title, body) =>
      shell(
        title,
        `<header class="site-header">${MENU}</header><main id="primary" class="site-main"><article class="post type-post hentry"><header class="entry-header"><h1 class="entry-title">${title}</h1><div class="entry-meta">Posted on <time datetime="2024-03-02">March 2, 2024</time> by <a rel="author" href="/author/ann">Ann Lee</a></div></header><div class="entry-content">${body}${SHARE}</div></article>${COMMENTS}</main>${SIDEBAR}${FOOTER}`,
      ),
    heading: (text, level) => `<h${level} class="wp-block-heading" id="h-${level}">${escapeText(text)}</h${level}>`,
    code: ({ text, language }) =>
      `<pre class="wp-block-code"><code lang="${language}" class="language-${language}">${escapeText(text)}</code></pre>`,
    table: (table) =>
      `<figure class="wp-block-table is-style-stripes">${plainTable(table)}<figcaption>A table</figcaption></figure>`,
    figure: ({ address, caption }) =>
      `<figure class="wp-block-image size-large"><img loading="lazy" src="data:image/gif;base64,R0" data-src="${address}" class="wp-image-7 lazyload" alt=""><figcaption class="wp-element-caption">${escapeText(caption)}</figcaption></figure>`,
    quote: (text) => `<blockquote class="wp-block-quote"><p>${escapeText(text)}</p><cite>A keeper</cite></blockquote>`,
  },
  {
    name: 'wordpress-classic',
    page: (title, body) =>
      shell(
        title,
        `<div id="page"><div id="header">${MENU}</div><div id="content"><div class="post hentry"><h2 class="entry-title">${title}</h2><div class="entry">${body}</div><p class="postmetadata">Filed under: <a href="/c/1">Sea</a></p></div>${COMMENTS}</div><div id="sidebar">${SIDEBAR}</div></div>${FOOTER}`,
      ),
    code: ({ text, language }) =>
      `<div class="wp_syntax"><table><tr><td class="line_numbers"><pre>${lines(text, (_, i) => `${i}\n`)}</pre></td><td class="code"><pre class="${language}" data-lang="${language}">${coloured(text)}</pre></td></tr></table></div>`,
    table: bareTable,
    figure: ({ address, caption }) =>
      `<div id="attachment_1" class="wp-caption aligncenter" style="width:510px"><a href="${address}"><img src="${address}" class="size-medium"></a><p class="wp-caption-text">${escapeText(caption)}</p></div>`,
    quote: (text) => `<blockquote>${escapeText(text)}</blockquote>`,
  },
  {
    name: 'medium-like',
    page: (title, body) =>
      shell(
        title,
        `<div id="root"><div class="a b c"><div class="ab ac">${MENU}</div><article class="meteredContent"><div class="l"><section><div><div class="fr fs"><h1 class="pw-post-title gd ge">${title}</h1><div class="speechify-ignore ab cp"><div class="ab">Ann Lee · <span>9 min read</span></div></div>${body}</div></div></section></div></article></div></div>${RELATED}${FOOTER}`,
      ),
    paragraph: (text) => `<p id="9f${text.length}" class="pw-post-body-paragraph lm ln ev">${escapeText(text)}</p>`,
    heading: (text, level) =>
      `<h${level === 2 ? 1 : 2} class="mh mi ev be">${escapeText(text)}</h${level === 2 ? 1 : 2}>`,
    code: ({ text, language }) =>
      `<pre class="mv mw nq"><span id="1" class="nw mi ev"><code class="language-${language}">${escapeText(text).replaceAll('\n', '<br>')}</code></span></pre>`,
    table: undefined,
    figure: ({ address, caption }) =>
      `<figure class="nb nc paragraph-image"><div role="button" tabindex="0"><div class="my mz"><picture><source srcset="${address} 1400w" type="image/webp"><img alt="" src="${address}" width="700" height="467"></picture></div></div><figcaption class="nn no be">${escapeText(caption)}</figcaption></figure>`,
    quote: (text) => `<blockquote class="oa ob oc"><p class="lm ln ev">${escapeText(text)}</p></blockquote>`,
  },
  {
    name: 'ghost',
    page: (title, body) =>
      shell(
        title,
        `<div class="viewport"><header id="gh-head">${MENU}</header><main id="site-main"><article class="article post"><header class="article-header gh-canvas"><h1 class="article-title">${title}</h1></header><section class="gh-content gh-canvas">${body}<div class="kg-card kg-callout-card kg-callout-card-blue"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">Bring a warm coat, the wind is cold.</div></div></section></article><section class="gh-subscribe"><h3>Subscribe</h3><form><input type="email"></form></section></main></div>${FOOTER}`,
      ),
    code: ({ text, language }) =>
      `<figure class="kg-card kg-code-card"><pre class="language-${language}" tabindex="0"><code class="language-${language}">${coloured(text)}</code></pre></figure>`,
    figure: ({ address, caption }) =>
      `<figure class="kg-card kg-image-card kg-card-hascaption"><img src="${address}" class="kg-image" srcset="${address} 600w" sizes="720px"><figcaption><span style="white-space: pre-wrap;">${escapeText(caption)}</span></figcaption></figure>`,
    quote: (text) => `<blockquote class="kg-blockquote-alt">${escapeText(text)}</blockquote>`,
  },
  {
    name: 'substack-like',
    page: (title, body) =>
      shell(
        title,
        `<div id="entry"><div id="main" class="main typography use-theme-bg"><div class="main-menu">${MENU}</div><div class="single-post-container"><div class="single-post"><article class="typography newsletter-post post"><div class="post-header"><h1 class="post-title published">${title}</h1><h3 class="subtitle">What they do when nobody is looking</h3></div><div class="available-content"><div class="body markup" dir="auto">${body}<div class="subscription-widget-wrap"><div class="subscription-widget show-subscribe"><form><input type="email"><button>Subscribe</button></form></div></div></div></div></article></div></div></div></div>`,
      ),
    heading: (text, level) =>
      `<h${level} class="header-anchor-post">${escapeText(text)}<div class="pencraft pc-display-flex pc-position-absolute header-anchor-parent"><div class="pencraft header-anchor offset-top" id="x"></div><button tabindex="0" type="button"><svg></svg></button></div></h${level}>`,
    code: ({ text, language }) =>
      `<div class="highlighted_code_block" data-attrs="{}"><pre class="shiki"><code class="language-${language}">${escapeText(text)}</code></pre></div>`,
    table: undefined,
    figure: ({ address, caption }) =>
      `<div class="captioned-image-container"><figure><a class="image-link image2 is-viewable-img" target="_blank" href="${address}"><div class="image2-inset"><picture><source type="image/webp" srcset="${address} 1456w"><img src="${address}" width="1456" height="971" class="sizing-normal"></picture><div class="image-link-expand"><svg></svg></div></div></a><figcaption class="image-caption">${escapeText(caption)}</figcaption></figure></div>`,
  },
  {
    name: 'jekyll',
    page: (title, body) =>
      shell(
        title,
        `<header class="site-header"><div class="wrapper">${MENU}</div></header><main class="page-content"><div class="wrapper"><article class="post h-entry"><header class="post-header"><h1 class="post-title p-name">${title}</h1><p class="post-meta"><time class="dt-published" datetime="2024-01-05">Jan 5, 2024</time></p></header><div class="post-content e-content">${body}</div></article></div></main>${FOOTER}`,
      ),
    heading: (text, level) => `<h${level} id="part-${level}">${escapeText(text)}</h${level}>`,
    code: ({ text, language }) =>
      `<div class="language-${language} highlighter-rouge"><div class="highlight"><pre class="highlight"><code><table class="rouge-table"><tbody><tr><td class="rouge-gutter gl"><pre class="lineno">${lines(text, (_, i) => `${i}\n`)}</pre></td><td class="rouge-code"><pre>${coloured(text)}\n</pre></td></tr></tbody></table></code></pre></div></div>`,
    figure: ({ address, caption }) =>
      `<figure><a href="${address}"><img src="${address}"></a><figcaption><em>${escapeText(caption)}</em></figcaption></figure>`,
  },
  {
    name: 'hugo',
    page: (title, body) =>
      shell(
        title,
        `<div class="container">${MENU}</div><main class="main"><article class="post-single"><header class="post-header"><h1 class="post-title">${title}</h1></header><div class="toc"><details><summary>Table of Contents</summary><ul><li><a href="#a">One</a></li><li><a href="#b">Two</a></li></ul></details></div><div class="post-content">${body}</div><footer class="post-footer"><ul class="post-tags"><li><a href="/tags/sea">sea</a></li></ul></footer></article></main>${FOOTER}`,
      ),
    heading: (text, level) =>
      `<h${level} id="x-${level}">${escapeText(text)}<a hidden class="anchor" aria-hidden="true" href="#x-${level}">#</a></h${level}>`,
    code: ({ text, language }) =>
      `<div class="highlight"><div class="chroma"><table class="lntable"><tr><td class="lntd"><pre tabindex="0" class="chroma"><code>${lines(text, (_, i) => `<span class="lnt">${i}\n</span>`)}</code></pre></td><td class="lntd"><pre tabindex="0" class="chroma"><code class="language-${language}" data-lang="${language}">${lines(text, (line) => `<span class="line"><span class="cl"><span class="k">${line}</span>\n</span></span>`)}</code></pre></td></tr></table></div></div>`,
  },
  {
    name: 'hexo',
    page: (title, body) =>
      shell(
        title,
        `<div id="container"><header id="header">${MENU}</header><section id="main"><article class="article article-type-post" itemscope itemtype="http://schema.org/Blog"><div class="article-inner"><header class="article-header"><h1 class="article-title" itemprop="name">${title}</h1></header><div class="article-entry" itemprop="articleBody">${body}</div></div></article></section></div>${SIDEBAR}${FOOTER}`,
      ),
    heading: (text, level) =>
      `<h${level} id="t"><a href="#t" class="headerlink" title="t"></a>${escapeText(text)}</h${level}>`,
    code: ({ text, language }) =>
      `<figure class="highlight ${language}"><table><tr><td class="gutter"><pre>${lines(text, (_, i) => `<span class="line">${i}</span><br>`)}</pre></td><td class="code"><pre>${lines(text, (line) => `<span class="line">${line}</span><br>`)}</pre></td></tr></table></figure>`,
    figure: ({ address, caption }) =>
      `<figure class="image-box"><img src="${address}" alt="${escapeText(caption)}"><p>${escapeText(caption)}</p></figure>`,
  },
  {
    name: 'blogger',
    page: (title, body) =>
      shell(
        title,
        `<div class="content"><div class="content-outer"><div class="main-outer"><div class="column-center-outer"><div class="main section" id="main"><div class="widget Blog" id="Blog1"><div class="blog-posts hfeed"><div class="post hentry uncustomized-post-template"><h3 class="post-title entry-title">${title}</h3><div class="post-body entry-content" id="post-body-77">${body}<div style="clear: both;"></div></div><div class="post-footer">Posted by Ann at 10:00</div></div></div></div></div></div></div></div></div>${FOOTER}`,
      ),
    paragraph: (text) => `<div class="MsoNormal">${escapeText(text)}</div><div><br></div>`,
    code: ({ text, language }) => `<pre class="brush: ${language}">${escapeText(text)}</pre>`,
    table: bareTable,
    figure: ({ address, caption }) =>
      `<table align="center" cellpadding="0" cellspacing="0" class="tr-caption-container"><tbody><tr><td style="text-align: center;"><a href="${address}"><img border="0" src="${address}"></a></td></tr><tr><td class="tr-caption" style="text-align: center;">${escapeText(caption)}</td></tr></tbody></table>`,
    quote: (text) => `<blockquote class="tr_bq">${escapeText(text)}</blockquote>`,
  },
  {
    name: 'tumblr-like',
    page: (title, body) =>
      shell(
        title,
        `<section class="posts"><article class="text"><div class="post-content"><h2 class="title">${title}</h2><div class="body">${body}</div></div><section class="panel">${SHARE}</section></article></section>${FOOTER}`,
      ),
    code: undefined,
    table: undefined,
    figure: ({ address, caption }) =>
      `<figure class="tmblr-full" data-orig-height="800"><img src="${address}"><figcaption>${escapeText(caption)}</figcaption></figure>`,
    quote: (text) => `<blockquote class="npf_indented">${escapeText(text)}</blockquote>`,
  },
]

import { escapeText } from '../../src/dom/escape-text.ts'
import { coloured, lines, plainTable, type Dialect } from './markup-dialect.ts'
import { FOOTER, MENU, shell } from './page-boilerplate.ts'

const TOC =
  '<div class="toc-sidebar"><p>On this page</p><ul><li><a href="#a">First part</a></li><li><a href="#b">Second</a></li></ul></div>'

export const DOCUMENTATION: readonly Dialect[] = [
  {
    name: 'docusaurus',
    page: (title, body) =>
      shell(
        title,
        `<div id="__docusaurus"><nav class="navbar">${MENU}</nav><div class="main-wrapper docs-wrapper"><aside class="theme-doc-sidebar-container">${MENU}</aside><main class="docMainContainer_gTbr"><div class="container"><div class="row"><div class="col docItemCol_VOVn"><article><nav class="theme-doc-breadcrumbs"><ul><li>Docs</li></ul></nav><div class="theme-doc-markdown markdown"><header><h1>${title}</h1></header>${body}<div class="theme-admonition theme-admonition-tip admonition_xJq3 alert alert--success"><div class="admonitionHeading_Gvgb"><span class="admonitionIcon_Rf37"><svg></svg></span>tip</div><div class="admonitionContent_BuS1"><p>Keep the glass clean.</p></div></div></div></article></div></div></div></main></div></div>`,
      ),
    heading: (text, level) =>
      `<h${level} class="anchor anchorWithStickyNavbar_LWe7" id="x">${escapeText(text)}<a href="#x" class="hash-link" aria-label="Direct link to ${escapeText(text)}" title="Direct link">​</a></h${level}>`,
    code: ({ text, language }) =>
      `<div class="language-${language} codeBlockContainer_Ckt0 theme-code-block"><div class="codeBlockContent_biex"><pre tabindex="0" class="prism-code language-${language} codeBlock_bY9V thin-scrollbar"><code class="codeBlockLines_e6Vv">${lines(text, (line) => `<span class="token-line" style="color:#393A34"><span class="token plain">${line}</span><br></span>`)}</code></pre><div class="buttonGroup__atx"><button type="button" class="clean-btn">Copy</button></div></div></div>`,
  },
  {
    name: 'sphinx',
    page: (title, body) =>
      shell(
        title,
        `<div class="document"><div class="documentwrapper"><div class="bodywrapper"><div class="body" role="main"><section id="top"><h1>${title}<a class="headerlink" href="#top" title="Permalink">¶</a></h1>${body}<div class="admonition note"><p class="admonition-title">Note</p><p>The stairs are steep.</p></div></section></div></div></div><div class="sphinxsidebar" role="navigation">${TOC}</div></div>${FOOTER}`,
      ),
    heading: (text, level) =>
      `<h${level}>${escapeText(text)}<a class="headerlink" href="#x" title="Link to this heading">¶</a></h${level}>`,
    code: ({ text, language }) =>
      `<div class="highlight-${language} notranslate"><div class="highlight"><pre><span></span>${lines(text, (line, i) => `<span class="linenos">${i}</span>${line}\n`)}</pre></div></div>`,
    table: (table) =>
      `<div class="wy-table-responsive">${plainTable(table).replaceAll('<th>', '<th class="head"><p>').replaceAll('</th>', '</p></th>').replace('<table>', '<table class="docutils align-default">')}</div>`,
    figure: ({ address, caption }) =>
      `<figure class="align-default" id="id1"><img alt="x" src="${address}"><figcaption><p><span class="caption-text">${escapeText(caption)}</span><a class="headerlink" href="#id1" title="Link to this image">¶</a></p></figcaption></figure>`,
    quote: (text) => `<blockquote><div><p>${escapeText(text)}</p></div></blockquote>`,
  },
  {
    name: 'github-readme',
    page: (title, body) =>
      shell(
        title,
        `<div class="application-main"><main id="js-repo-pjax-container">${MENU}<div class="repository-content"><div id="readme" class="Box"><article class="markdown-body entry-content container-lg" itemprop="text"><div class="markdown-heading" dir="auto"><h1 class="heading-element">${title}</h1></div>${body}<div class="markdown-alert markdown-alert-warning" dir="auto"><p class="markdown-alert-title" dir="auto"><svg></svg>Warning</p><p dir="auto">The lamp is hot.</p></div></article></div></div></main></div>${FOOTER}`,
      ),
    paragraph: (text) => `<p dir="auto">${escapeText(text)}</p>`,
    heading: (text, level) =>
      `<div class="markdown-heading" dir="auto"><h${level} tabindex="-1" class="heading-element" dir="auto">${escapeText(text)}</h${level}><a id="user-content-x" class="anchor" aria-label="Permalink: x" href="#x"><svg class="octicon octicon-link"></svg></a></div>`,
    code: ({ text, language }) =>
      `<div class="highlight highlight-source-${language} notranslate position-relative overflow-auto" dir="auto"><pre>${coloured(text)}</pre><div class="zeroclipboard-container"><clipboard-copy aria-label="Copy" class="ClipboardButton btn"><svg></svg></clipboard-copy></div></div>`,
    table: (table) => `<markdown-accessiblity-table>${plainTable(table)}</markdown-accessiblity-table>`,
    figure: undefined,
  },
  {
    name: 'mkdocs-material',
    page: (title, body) =>
      shell(
        title,
        `<div class="md-container"><main class="md-main" data-md-component="main"><div class="md-main__inner md-grid"><div class="md-sidebar md-sidebar--primary">${MENU}</div><div class="md-content" data-md-component="content"><article class="md-content__inner md-typeset"><h1 id="x">${title}</h1>${body}</article></div></div></main></div>${FOOTER}`,
      ),
    heading: (text, level) =>
      `<h${level} id="x">${escapeText(text)}<a class="headerlink" href="#x" title="Permanent link">#</a></h${level}>`,
    code: ({ text, language }) =>
      `<div class="language-${language} highlight"><table class="highlighttable"><tr><th colspan="2" class="filename"><span class="filename">lamp</span></th></tr><tr><td class="linenos"><div class="linenodiv"><pre><span></span>${lines(text, (_, i) => `<span class="normal">${i}</span>\n`)}</pre></div></td><td class="code"><div><pre><span></span><code>${lines(text, (line, i) => `<a id="__codelineno-0-${i}" name="__codelineno-0-${i}"></a><span class="n">${line}</span>\n`)}</code></pre></div></td></tr></table></div>`,
    table: (table) =>
      `<div class="md-typeset__scrollwrap"><div class="md-typeset__table">${plainTable(table)}</div></div>`,
  },
  {
    name: 'vitepress',
    page: (title, body) =>
      shell(
        title,
        `<div id="app"><div class="Layout"><header class="VPNav">${MENU}</header><div class="VPContent has-sidebar" id="VPContent"><div class="VPDoc has-sidebar has-aside"><div class="container"><div class="aside">${TOC}</div><div class="content"><div class="content-container"><main class="main"><div class="vp-doc"><div><h1 id="x">${title} <a class="header-anchor" href="#x">​</a></h1>${body}<div class="tip custom-block"><p class="custom-block-title">TIP</p><p>Oil it twice a year.</p></div></div></div></main></div></div></div></div></div></div></div>`,
      ),
    heading: (text, level) =>
      `<h${level} id="y" tabindex="-1">${escapeText(text)} <a class="header-anchor" href="#y" aria-label="Permalink to &quot;y&quot;">​</a></h${level}>`,
    code: ({ text, language }) =>
      `<div class="language-${language} vp-adaptive-theme line-numbers-mode"><button title="Copy Code" class="copy"></button><span class="lang">${language}</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code>${text
        .split('\n')
        .map((line) => `<span class="line"><span style="--shiki-light:#D73A49">${escapeText(line)}</span></span>`)
        .join(
          '\n',
        )}</code></pre><div class="line-numbers-wrapper" aria-hidden="true">${lines(text, (_, i) => `<span class="line-number">${i}</span><br>`)}</div></div>`,
    table: (table) => plainTable(table).replace('<table>', '<table tabindex="0">'),
  },
  {
    name: 'asciidoctor',
    page: (title, body) =>
      shell(
        title,
        `<div id="header"><h1>${title}</h1><div id="toc" class="toc">${TOC}</div></div><div id="content"><div class="sect1"><div class="sectionbody">${body}<div class="admonitionblock tip"><table><tr><td class="icon"><div class="title">Tip</div></td><td class="content">Count the turns.</td></tr></table></div></div></div></div><div id="footer">Last updated 2024</div>`,
      ),
    paragraph: (text) => `<div class="paragraph"><p>${escapeText(text)}</p></div>`,
    heading: (text, level) => `<h${level} id="_x"><a class="anchor" href="#_x"></a>${escapeText(text)}</h${level}>`,
    code: ({ text, language }) =>
      `<div class="listingblock"><div class="content"><pre class="highlightjs highlight"><code class="language-${language} hljs" data-lang="${language}">${escapeText(text)}</code></pre></div></div>`,
    table: (table) =>
      plainTable(table)
        .replace(
          '<table>',
          '<table class="tableblock frame-all grid-all stretch"><colgroup><col style="width: 50%;"><col></colgroup>',
        )
        .replaceAll('<td>', '<td class="tableblock halign-left"><p class="tableblock">')
        .replaceAll('</td>', '</p></td>'),
    figure: ({ address, caption }) =>
      `<div class="imageblock"><div class="content"><img src="${address}" alt="x"></div><div class="title caption">${escapeText(caption)}</div></div>`,
    quote: (text) =>
      `<div class="quoteblock"><blockquote>${escapeText(text)}</blockquote><div class="attribution">— A keeper</div></div>`,
  },
  {
    name: 'read-the-book',
    page: (title, body) =>
      shell(
        title,
        `<div class="book with-summary"><div class="book-summary"><nav role="navigation">${MENU}</nav></div><div class="book-body"><div class="body-inner"><div class="page-wrapper" tabindex="-1" role="main"><div class="page-inner"><section class="normal markdown-section"><h1 id="x">${title}</h1>${body}</section></div></div></div></div></div>`,
      ),
    code: ({ text, language }) => `<pre><code class="lang-${language}">${coloured(text)}</code></pre>`,
    figure: ({ address, caption }) =>
      `<figure id="fig1.1"><img src="${address}" alt="x"><figcaption>Figure: ${escapeText(caption)}</figcaption></figure>`,
  },
  {
    name: 'mdn-like',
    page: (title, body) =>
      shell(
        title,
        `<div id="root"><div class="page-wrapper"><div class="main-wrapper"><div class="sidebar-container">${MENU}</div><main id="content" class="main-content"><article class="main-page-content" lang="en-US"><h1>${title}</h1><section class="section-content">${body}</section></article></main></div></div></div>${FOOTER}`,
      ),
    heading: (text, level) => `<section><h${level} id="x"><a href="#x">${escapeText(text)}</a></h${level}></section>`,
    code: ({ text, language }) =>
      `<div class="code-example"><div class="example-header"><span class="language-name">${language}</span><button type="button" class="icon copy-icon"><span class="visually-hidden">Copy to Clipboard</span></button></div><pre class="brush: ${language} notranslate"><code>${coloured(text)}</code></pre></div>`,
    table: (table) => `<figure class="table-container">${plainTable(table)}</figure>`,
  },
  {
    name: 'pandoc',
    page: (title, body) =>
      shell(title, `<header id="title-block-header"><h1 class="title">${title}</h1></header>${body}`),
    heading: (text, level) => `<h${level} data-number="1.1" id="x">${escapeText(text)}</h${level}>`,
    code: ({ text, language }) =>
      `<div class="sourceCode" id="cb1"><pre class="sourceCode numberSource ${language} numberLines"><code class="sourceCode ${language}">${text
        .split('\n')
        .map(
          (line, i) => `<span id="cb1-${i}"><a href="#cb1-${i}"></a><span class="kw">${escapeText(line)}</span></span>`,
        )
        .join('\n')}</code></pre></div>`,
    table: (table) => plainTable(table).replaceAll('<tr>', '<tr class="odd">'),
    figure: ({ address, caption }) =>
      `<div class="figure"><img src="${address}" alt="x"><p class="caption">${escapeText(caption)}</p></div>`,
  },
  {
    name: 'wiki-page',
    page: (title, body) =>
      shell(
        title,
        `<div id="mw-page-base"></div><div id="content" class="mw-body" role="main"><h1 id="firstHeading" class="firstHeading">${title}</h1><div id="bodyContent" class="vector-body"><div id="siteSub" class="noprint">From Example</div><div id="mw-content-text" class="mw-body-content" lang="en" dir="ltr"><div class="mw-content-ltr mw-parser-output">${body}<div class="navbox"><ul><li><a href="/1">One</a></li><li><a href="/2">Two</a></li></ul></div></div></div></div></div><div id="mw-navigation">${MENU}</div>`,
      ),
    heading: (text, level) =>
      `<div class="mw-heading mw-heading${level}"><h${level} id="x">${escapeText(text)}</h${level}><span class="mw-editsection"><span class="mw-editsection-bracket">[</span><a href="/edit">edit</a><span class="mw-editsection-bracket">]</span></span></div>`,
    code: ({ text, language }) =>
      `<div class="mw-highlight mw-highlight-lang-${language} mw-content-ltr" dir="ltr"><pre class="language-${language}"><span></span>${coloured(text)}\n</pre></div>`,
    table: ([head = [], ...rows]) =>
      `<table class="wikitable sortable"><caption>A table</caption><tbody><tr>${head.map((cell) => `<th scope="col">${escapeText(cell)}</th>`).join('')}</tr>${rows.map((row) => `<tr>${row.map((cell) => `<td><a href="/wiki/x">${escapeText(cell)}</a></td>`).join('')}</tr>`).join('')}</tbody></table>`,
    figure: ({ address, caption }) =>
      `<figure class="mw-default-size mw-halign-right" typeof="mw:File/Thumb"><a href="/wiki/File:x" class="mw-file-description"><img src="${address}" decoding="async" width="220" height="165" class="mw-file-element"></a><figcaption>${escapeText(caption)}</figcaption></figure>`,
    quote: (text) => `<blockquote class="templatequote"><p>${escapeText(text)}</p></blockquote>`,
  },
]

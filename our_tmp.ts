import { readFileSync } from 'node:fs'
const { extract } = await import('/work/main/packages/extractor/src/extract.ts')
for (const f of process.argv.slice(2)) { const r: any = await extract({ url: 'https://a.example/x', body: readFileSync(f) }); console.log('=====', f, r.kind, r.article?.title, r.article?.authors, r.article?.publishedAt); console.log((r.article?.content ?? r.message).replace(/<annotation[^]*?<\/annotation>/g,'').replace(/<math[^]*?<\/math>/g, (m: string) => m.length > 200 ? '<math…' + m.length + '>' : m)) }

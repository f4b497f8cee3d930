import { createElement, createText, type PageElement, type PageNode } from '../../dom/page-tree.ts'

/** What is collected apart from the paragraph around it: a note or the text of a link. */
interface Part {
  readonly line: PageNode[]
  readonly blocks: PageElement[]
}

/** Collects the paragraphs, tables and notes of a Rich Text file while it is read. */
export class RtfBlocks {
  #line: PageNode[] = []
  #blocks: PageElement[] = []
  #cell: PageElement[] = []
  #row: PageElement[] = []
  #rows: PageElement[] = []
  readonly #notes: PageElement[] = []
  readonly #parts: Part[] = []

  /** Adds a node to the current paragraph. */
  add(node: PageNode): void {
    this.#line.push(node)
  }

  /** Ends the current paragraph. An empty one is left out. @param name its element @param isInTable whether it is in a cell */
  endParagraph(name: string, isInTable: boolean): void {
    if (this.#line.length === 0) return
    const paragraph = createElement(name, {}, this.#line)
    this.#line = []
    if (isInTable && this.#parts.length === 0) {
      this.#cell.push(paragraph)
      return
    }
    this.#endTable()
    this.#blocks.push(paragraph)
  }

  endCell(isHead: boolean): void {
    this.endParagraph('p', true)
    const [only, ...others] = this.#cell
    const content = only !== undefined && others.length === 0 ? only.childNodes : this.#cell
    this.#row.push(createElement(isHead ? 'th' : 'td', {}, content))
    this.#cell = []
  }

  endRow(): void {
    if (this.#row.length > 0) this.#rows.push(createElement('tr', {}, this.#row))
    this.#row = []
  }

  #endTable(): void {
    this.endRow()
    if (this.#rows.length > 0) this.#blocks.push(createElement('table', {}, this.#rows))
    this.#rows = []
  }

  /** Starts a part, which `endLink` or `endNote` ends. */
  startPart(): void {
    this.#parts.push({ line: this.#line, blocks: this.#blocks })
    this.#line = []
    this.#blocks = []
  }

  /** Ends a part, which becomes a link in the paragraph around it, with its paragraphs as lines. */
  endLink(address: string): void {
    const lines = this.#blocks.flatMap(({ childNodes }) => [...childNodes, createElement('br', {}, [])])
    const link = createElement('a', { href: address }, [...lines, ...this.#line])
    this.#endPart()
    this.#line.push(link)
  }

  /** Ends a part, which becomes a note at the end of the text. Its number stays in the paragraph around it. */
  endNote(): void {
    this.endParagraph('p', false)
    const number = this.#notes.length + 1
    this.#notes.push(createElement('li', { id: `note-${number}` }, this.#blocks))
    this.#endPart()
    const label = createElement('a', { href: `#note-${number}` }, [createText(`[${number}]`)])
    this.#line.push(createElement('sup', {}, [label]))
  }

  #endPart(): void {
    const around = this.#parts.pop()
    this.#line = around?.line ?? []
    this.#blocks = around?.blocks ?? []
  }

  /** @returns all blocks, with the notes at the end. Parts that have no end belong to the text. */
  finish(): readonly PageElement[] {
    this.endParagraph('p', false)
    while (this.#parts.length > 0) {
      const inside = this.#blocks
      this.#endPart()
      this.endParagraph('p', false)
      this.#blocks.push(...inside)
    }
    this.#endTable()
    return this.#notes.length === 0 ? this.#blocks : [...this.#blocks, createElement('ol', {}, this.#notes)]
  }
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type Document,
  ink,
  margin,
  openDocument,
  type Pen,
  penOf,
  type Style,
  sizes,
  widthOf,
} from './pdf/pen.ts'

type Column = { title: string; share: number; align?: 'right' }

export type PdfPage = {
  title(text: string): void
  heading(text: string): void
  text(text: string, style?: 'soft'): void
  facts(rows: readonly (readonly [name: string, value: string | null | undefined])[]): void
  table(columns: readonly Column[], rows: readonly (readonly string[])[]): void
  rule(): void
  newPage(): void
}

/**
 * Draws an A4 PDF, with `footer` and the page number below each page. It has the letters of Latin and of the scripts of
 * India, with Urdu's; others become question marks, and a note at the end says so.
 */
export async function drawPdf(
  about: { title: string; author: string; footer: string; now: Date },
  draw: (page: PdfPage) => void,
): Promise<Buffer> {
  const { document, finish } = await openDocument(about)
  const pen = penOf(document)
  const steps: Step[] = []
  draw(pageOf(pen, (step) => void steps.push(step)))
  await inTurns(steps)
  if (pen.missed()) pen.paragraph(missedText, { size: sizes.small, colour: ink.soft })
  number(document, pen, about.footer)
  return finish()
}

type Step = () => void

/** Pauses between paragraphs, because shaping letters keeps the processor busy. */
async function inTurns(steps: Step[]): Promise<void> {
  for (const step of steps) {
    step()
    await nextTurn()
  }
}

const missedText =
  'Some letters belong to a script that can’t be printed here. Each is shown as a question mark. You’ll find them on the web page.'

function pageOf(pen: Pen, then: (step: Step) => void): PdfPage {
  return {
    title: (text) => then(() => pen.paragraph(text, { size: sizes.title, weight: 700 })),
    heading(text) {
      then(() => {
        // Keeps it from standing alone at the foot of a page.
        pen.need(70)
        pen.skip(12)
        pen.paragraph(text, { size: sizes.heading, weight: 700 })
        pen.skip(2)
      })
    },
    text(text, style) {
      const colour = style === 'soft' ? { colour: ink.soft } : {}
      for (const paragraph of text.split('\n')) then(() => pen.paragraph(paragraph, colour))
    },
    facts(rows) {
      for (const [name, value] of rows)
        if (value) then(() => row(pen, [name, value], [0.3, 0.7], [{ colour: ink.soft }, {}]))
    },
    table(columns, rows) {
      const shares = columns.map(({ share }) => share)
      const head = { size: sizes.small, weight: 700 as const, colour: ink.soft }
      const titles = columns.map(({ title }) => title)
      const line = (cells: readonly string[], style: Style) => () => {
        pen.need(50)
        row(
          pen,
          cells,
          shares,
          cells.map((_, index) => (columns[index]?.align ? { ...style, align: 'right' } : style)),
        )
        pen.rule()
      }
      then(() => pen.skip(8))
      then(line(titles, head))
      for (const cells of rows) then(line(cells, {}))
      then(() => pen.skip(4))
    },
    rule: () => then(pen.rule),
    newPage: () => then(() => pen.need(Number.POSITIVE_INFINITY)),
  }
}

const gutter = 10

function row(pen: Pen, cells: readonly string[], shares: readonly number[], styles: readonly Style[]): void {
  const columns = cells.map((cell, index) =>
    pen.wrap(cell, styles[index]!, pen.width * shares[index]! - gutter),
  )
  const height = Math.max(...styles.map(pen.heightOf))
  for (let line = 0; line < Math.max(...columns.map(({ length }) => length)); line++) {
    pen.need(height)
    let x = margin
    for (const [index, lines] of columns.entries()) {
      const own = lines[line]
      const room = pen.width * shares[index]!
      const left = own && styles[index]!.align ? room - widthOf(own) : 0
      if (own) pen.write(own, x + left, pen.at(), styles[index]!)
      x += room
    }
    pen.skip(height)
  }
}

/** Adds footer and page numbers at the end, when their number is known. */
function number(document: Document, pen: Pen, footer: string): void {
  const { start, count } = document.bufferedPageRange()
  const style = { size: sizes.small, colour: ink.soft }
  for (let index = start; index < start + count; index++) {
    document.switchToPage(index)
    // Below the margin, the library would start another page.
    document.page.margins.bottom = 0
    const at = document.page.height - margin + 8
    const [line] = pen.wrap(footer, style, pen.width * 0.8)
    pen.write(line, margin, at, style)
    const [page] = pen.wrap(`Page ${index + 1} of ${count}`, style, pen.width)
    pen.write(page, margin + pen.width - widthOf(page), at, style)
  }
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import type PdfKit from 'pdfkit'
import { type Letters, lettersIn, readFonts, runsOf, unknownLetter, type Weight } from './pdf/fonts.ts'

/** The library and the fonts need memory and time to load, so only the first PDF waits for them. */
const load = async () => ({ PdfDocument: (await import('pdfkit')).default, fonts: await readFonts() })
let loading: ReturnType<typeof load> | undefined

/** Loads once per process; a failure is retried. */
async function loaded(): ReturnType<typeof load> {
  loading ??= load()
  try {
    return await loading
  } catch (error) {
    loading = undefined
    throw error
  }
}

const margin = 56
const sizes = { small: 9, text: 10.5, label: 10.5, heading: 13, title: 20 } as const
const leading = 1.45
const longestWord = 60
const ink = { text: '#1e2925', soft: '#56605b', line: '#c9c2b4' } as const

type Style = { size?: number; weight?: Weight; colour?: string; align?: 'right' }
type Column = { title: string; share: number; align?: 'right' }

export type PdfPage = {
  title(text: string): void
  heading(text: string): void
  text(text: string, style?: 'soft'): void
  facts(rows: readonly (readonly [name: string, value: string | null | undefined])[]): void
  table(columns: readonly Column[], rows: readonly (readonly string[])[]): void
  rule(): void
}

/**
 * Draws an A4 PDF, with `footer` and the page number below each page. It supports Latin and Devanagari; other letters
 * become question marks, and a note at the end says so.
 */
export async function drawPdf(
  about: { title: string; author: string; footer: string; now: Date },
  draw: (page: PdfPage) => void,
): Promise<Buffer> {
  const { PdfDocument, fonts } = await loaded()
  const document = new PdfDocument({
    size: 'A4',
    margin,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    font: fonts.get('latin-400') as unknown as string,
    info: { Title: about.title, Author: about.author, CreationDate: about.now, ModDate: about.now },
  })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => document.on('end', resolve).on('error', reject))
  for (const [name, file] of fonts) document.registerFont(name, file)
  const pen = penOf(document)
  const steps: Step[] = []
  draw(pageOf(pen, (step) => void steps.push(step)))
  await inTurns(steps)
  if (pen.missed()) pen.paragraph(missedText, { size: sizes.small, colour: ink.soft })
  number(document, pen, about.footer)
  document.end()
  await ended
  return Buffer.concat(chunks)
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

type Document = InstanceType<typeof PdfKit>
type Pen = ReturnType<typeof penOf>
type Line = { font: string; text: string; width: number }[]

const widthOf = (line: Line) => line.reduce((sum, run) => sum + run.width, 0)

function penOf(document: Document) {
  const { width: pageWidth, height: pageHeight } = document.page
  const width = pageWidth - 2 * margin
  const bottom = pageHeight - margin - 24
  let y = margin
  let missed = false

  const known = new Map<string, Letters>()
  function lettersOf(font: string): Letters {
    const found = known.get(font)
    if (found) return found
    // The library's types leave out the opened font.
    const { _font } = document.font(font) as unknown as { _font: { font: Letters } }
    known.set(font, _font.font)
    return _font.font
  }

  function measure(text: string, { size = sizes.text, weight = 400 }: Style): Line {
    const runs = runsOf(text, weight, lettersOf)
    return runs.map((run) => ({
      ...run,
      width: document.font(run.font).fontSize(size).widthOfString(run.text),
    }))
  }
  const widths = new Map<string, number>()
  /** Caches widths, because words and letters repeat. */
  function widthOfText(text: string, style: Style): number {
    const key = `${style.size} ${style.weight} ${text}`
    const known = widths.get(key)
    if (known !== undefined) return known
    const width = widthOf(measure(text, style))
    widths.set(key, width)
    return width
  }

  /** Shaping such a long word as a whole would take seconds. */
  const isTooWide = (word: string, style: Style, room: number) =>
    word.length > longestWord || widthOfText(word, style) > room

  function cut(word: string, style: Style, room: number): string[] {
    const parts = ['']
    let used = 0
    for (const letter of lettersIn(word)) {
      const width = widthOfText(letter, style)
      if (used + width > room && used > 0) {
        parts.push('')
        used = 0
      }
      parts[parts.length - 1] += letter
      used += width
    }
    return parts
  }

  /** Wraps a text to a width, and cuts words that are wider. Each word is measured once. */
  function wrap(text: string, style: Style, room: number): [Line, ...Line[]] {
    const lines: string[] = []
    for (const paragraph of text.split('\n')) {
      let line = ''
      let used = 0
      for (const whole of paragraph.split(/(?<=\s)/))
        for (const word of isTooWide(whole.trimEnd(), style, room) ? cut(whole, style, room) : [whole]) {
          if (line && used + widthOfText(word.trimEnd(), style) > room) {
            lines.push(line)
            line = ''
            used = 0
          }
          line += word
          used += widthOfText(word, style)
        }
      lines.push(line)
    }
    const measured = lines.map((line) => measure(line.trimEnd(), style))
    if (marksIn(measured.flat().map((run) => run.text)) > marksIn([text])) missed = true
    return measured as [Line, ...Line[]]
  }

  const heightOf = ({ size = sizes.text }: Style) => size * leading

  function write(line: Line, x: number, at: number, { size = sizes.text, colour = ink.text }: Style): void {
    let left = x
    for (const { font, text, width: runWidth } of line) {
      document.font(font).fontSize(size).fillColor(colour).text(text, left, at, { lineBreak: false })
      left += runWidth
    }
  }

  function need(height: number): void {
    if (y + height <= bottom) return
    document.addPage()
    y = margin
  }

  function paragraph(text: string, style: Style = {}, x = margin, room = width): void {
    for (const line of wrap(text, style, room)) {
      need(heightOf(style))
      write(line, x, y, style)
      y += heightOf(style)
    }
  }

  return {
    width,
    wrap,
    write,
    heightOf,
    need,
    paragraph,
    missed: () => missed,
    skip(height: number) {
      y += height
    },
    at: () => y,
    rule() {
      need(8)
      document
        .moveTo(margin, y + 3)
        .lineTo(margin + width, y + 3)
        .lineWidth(0.75)
        .stroke(ink.line)
      y += 8
    },
  }
}

const marksIn = (texts: string[]) =>
  texts.reduce((sum, text) => sum + text.split(unknownLetter).length - 1, 0)

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

import type PdfKit from 'pdfkit'
import {
  fontFile,
  goesLeft,
  type Letters,
  lettersIn,
  type Run,
  readUsualFonts,
  runsOf,
  unknownLetter,
  type Weight,
} from './fonts.ts'
import { turned, visualOrder } from './visual-order.ts'

/** The library and the fonts need memory and time to load, so only the first PDF waits for them. */
async function load() {
  await readUsualFonts()
  return (await import('pdfkit')).default
}
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

export const margin = 56
export const sizes = { small: 9, text: 10.5, label: 10.5, heading: 13, title: 20 } as const
export const leading = 1.45
const longestWord = 60
export const ink = { text: '#1e2925', soft: '#56605b', line: '#c9c2b4' } as const

export type Style = { size?: number; weight?: Weight; colour?: string; align?: 'right' }

type Info = { title: string; author: string; now: Date }

/** Opens an A4 document with our fonts. `finish` ends it and returns its bytes. */
export async function openDocument({ title, author, now }: Info) {
  const PdfDocument = await loaded()
  const document = new PdfDocument({
    size: 'A4',
    margin,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    font: fontFile('latin-400') as unknown as string,
    info: { Title: title, Author: author, CreationDate: now, ModDate: now },
  })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => document.on('end', resolve).on('error', reject))
  async function finish(): Promise<Buffer> {
    document.end()
    await ended
    return Buffer.concat(chunks)
  }
  return { document, finish }
}

export type Document = InstanceType<typeof PdfKit>
export type Pen = ReturnType<typeof penOf>
export type Line = { font: string; text: string; width: number }[]

export const widthOf = (line: Line) => line.reduce((sum, run) => sum + run.width, 0)

export function penOf(document: Document) {
  const { width: pageWidth, height: pageHeight } = document.page
  const width = pageWidth - 2 * margin
  const bottom = pageHeight - margin - 24
  let y = margin
  let missed = false

  const known = new Map<string, Letters>()
  function lettersOf(font: string): Letters {
    const found = known.get(font)
    if (found) return found
    document.registerFont(font, fontFile(font))
    // The library's types leave out the opened font.
    const { _font } = document.font(font) as unknown as { _font: { font: Letters } }
    known.set(font, _font.font)
    return _font.font
  }

  function widthOfRun({ font, text }: Run, size: number): number {
    lettersOf(font)
    return document.font(font).fontSize(size).widthOfString(text, shapingOf(font))
  }

  /** The font library fails at a few rare syllables. */
  function measureRun(run: Run, size: number, weight: Weight): Line[number] {
    try {
      return { ...run, width: widthOfRun(run, size) }
    } catch {
      const shown = { font: `latin-${weight}`, text: unknownLetter.repeat(lettersIn(run.text).length) }
      return { ...shown, width: widthOfRun(shown, size) }
    }
  }

  function measure(text: string, { size = sizes.text, weight = 400 }: Style): Line {
    const runs = visualOrder(text).flatMap((piece) => {
      const own = runsOf(piece.text, weight, lettersOf)
      if (!piece.goesLeft) return own
      return own.toReversed().map((run) => (goesLeft(run.font) ? run : { ...run, text: turned(run.text) }))
    })
    return runs.map((run) => measureRun(run, size, weight))
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
      document
        .font(font)
        .fontSize(size)
        .fillColor(colour)
        .text(text, left, at, { lineBreak: false, ...shapingOf(font) })
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

/** Without a list of features, the library would shape word by word, from left to right. */
const shapingOf = (font: string) => (goesLeft(font) ? { features: [] } : {})

const marksIn = (texts: string[]) =>
  texts.reduce((sum, text) => sum + text.split(unknownLetter).length - 1, 0)

import { setImmediate as nextTurn } from 'node:timers/promises'
import qrcode from 'qrcode-generator'
import type { Weight } from './fonts.ts'
import { openDocument, penOf, widthOf } from './pen.ts'

/** In points, from the upper left corner. */
export type Area = { x: number; y: number; width: number; height: number }

type Writing = {
  /** The first size at which the text fits into its lines; the last one is cut with an ellipsis. */
  sizes: readonly [number, ...number[]]
  lines: number
  weight?: Weight
  colour?: string
  centred?: boolean
}

export type Sheet = {
  width: number
  height: number
  box(area: Area, colour: string): void
  /** Writes a text into a width, and returns its height. */
  text(text: string, at: { x: number; y: number; width: number }, how: Writing): number
  /** Draws a JPEG as large as it fits, in the middle. */
  picture(jpeg: Buffer, area: Area): void
  /** Draws a QR code with its quiet zone, square. */
  code(text: string, at: { x: number; y: number; size: number }): void
}

/** Draws one free A4 page, such as a poster. */
export async function drawSheet(
  about: { title: string; author: string; now: Date },
  draw: (sheet: Sheet) => void,
): Promise<Buffer> {
  const { document, finish } = await openDocument(about)
  document.page.margins.bottom = 0
  const pen = penOf(document)
  const { width, height } = document.page
  await nextTurn()
  draw({
    width,
    height,
    box: (area, colour) => void document.rect(area.x, area.y, area.width, area.height).fill(colour),
    text(text, at, { sizes, lines: most, centred, ...style }) {
      const fits = sizes.find((size) => pen.wrap(text, { ...style, size }, at.width).length <= most)
      const chosen = { ...style, size: fits ?? sizes.at(-1)! }
      const all = pen.wrap(text, chosen, at.width)
      const shown =
        all.length <= most ? all : pen.wrap(cutTo(text, all, most), chosen, at.width).slice(0, most)
      const lineHeight = pen.heightOf(chosen)
      for (const [index, line] of shown.entries())
        pen.write(
          line,
          at.x + (centred ? (at.width - widthOf(line)) / 2 : 0),
          at.y + index * lineHeight,
          chosen,
        )
      return shown.length * lineHeight
    },
    picture(jpeg, area) {
      document.image(jpeg, area.x, area.y, {
        fit: [area.width, area.height],
        align: 'center',
        valign: 'center',
      })
    },
    code(text, { x, y, size }) {
      const code = qrcode(0, 'M')
      code.addData(text)
      code.make()
      const count = code.getModuleCount()
      const module = size / (count + 8)
      document.rect(x, y, size, size).fill('#ffffff')
      for (let row = 0; row < count; row++)
        for (let column = 0; column < count; column++)
          if (code.isDark(row, column))
            document.rect(x + (column + 4) * module, y + (row + 4) * module, module, module)
      document.fill('#000000')
    },
  })
  return finish()
}

/** Cuts a text to what its first lines hold, with an ellipsis. */
function cutTo(text: string, lines: readonly (readonly { text: string }[])[], most: number): string {
  const held = lines
    .slice(0, most)
    .reduce((sum, line) => sum + line.reduce((n, run) => n + run.text.length, 0), 0)
  return `${text.slice(0, Math.max(0, held - 3)).trimEnd()}…`
}

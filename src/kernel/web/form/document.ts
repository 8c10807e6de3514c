import { documentMaxBytes, documentText, documentTypes } from '#/kernel/documents.ts'
import { isHeic } from '#/kernel/web/decode-picture.ts'
import { photoProblem } from './photo-problem.ts'

/** Explains why a chosen file, already made smaller if it is a picture, can't be sent; the server checks its content. */
export function documentProblem(file: File): string | false {
  if (isHeic(file) || /^image\/(jpeg|png|webp)$/.test(file.type)) return photoProblem(file)
  if (!documentTypes.split(',').includes(file.type)) return documentText['document.wrong_kind']
  return file.size > documentMaxBytes && documentText['document.too_large']
}

export const nameOf = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`

export const leftOutText = (taken: number): string =>
  `There’s no room for more, so we took only the first ${taken === 1 ? 'one' : taken}.`

/** Returns the chosen files that can be sent and aren't there yet, in their order, and what is wrong with the others. */
export function goodFiles(
  chosen: readonly File[],
  there: readonly File[],
  room: number,
  problemOf: (file: File) => string | false = documentProblem,
): { good: File[]; problem: string } {
  const good = chosen.filter(
    (file) => !problemOf(file) && !there.some((other) => nameOf(other) === nameOf(file)),
  )
  const wrong = chosen.flatMap((file) => {
    const found = problemOf(file)
    return found ? [chosen.length > 1 ? `${file.name}: ${found}` : found] : []
  })
  if (good.length > room) wrong.push(leftOutText(room))
  return { good: good.slice(0, room), problem: wrong.join(' ') }
}

export function aboutDocument({ contentType, bytes }: { contentType: string; bytes: number }): string {
  const size =
    bytes < 100_000 ? `${Math.max(1, Math.round(bytes / 1024))} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
  return `${contentType === 'application/pdf' ? 'PDF' : 'Picture'}, ${size}`
}

import { documentMaxBytes, documentText, documentTypes } from '#/kernel/documents.ts'

export function documentProblem(file: File): string | false {
  if (!documentTypes.split(',').includes(file.type)) return documentText['document.wrong_kind']
  return file.size > documentMaxBytes && documentText['document.too_large']
}

export function aboutDocument({ contentType, bytes }: { contentType: string; bytes: number }): string {
  const size =
    bytes < 100_000 ? `${Math.max(1, Math.round(bytes / 1024))} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
  return `${contentType === 'application/pdf' ? 'PDF' : 'Picture'}, ${size}`
}

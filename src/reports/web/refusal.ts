import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import { reportFailedText, reportsText } from '#/reports/text.ts'
import type { ReportField } from './form/report-draft.ts'

/** The field that a refusal is about; the others stand above the button. */
export function refusalOf(error: Error): { field: ReportField | null; sentence: string } {
  const code = errorCode(error)
  const sentence = errorText(error, reportsText, reportFailedText)
  if (code.startsWith('picture.') || code.includes('photo')) return { field: 'photos', sentence }
  if (code.startsWith('reports.seen')) return { field: 'seenAt', sentence }
  return { field: null, sentence }
}

import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import { reportFailedText, reportsText } from '#/reports/text.ts'
import type { ReportField } from './form/report-draft.ts'

/** Finds the field that a refusal is about; other refusals are shown above the button. */
export function refusalOf(error: Error): { field: ReportField | null; sentence: string } {
  const code = errorCode(error)
  const sentence = errorText(error, reportsText, reportFailedText)
  if (code.startsWith('picture.') || code.includes('photo')) return { field: 'photos', sentence }
  if (code.startsWith('reports.seen')) return { field: 'seenAt', sentence }
  return { field: null, sentence }
}

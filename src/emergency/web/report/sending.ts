import { AuthError, askPhoneProof, confirmPhone } from '#/accounts/web/index.ts'
import { injuredLimits } from '#/emergency/injured.ts'
import type { SentReport } from '#/emergency/injured-contract.ts'
import { reportText } from '#/emergency/report-text.ts'
import { emergencyText } from '#/emergency/text.ts'
import { smallPhoto as shrink } from '#/kernel/web/small-photo.ts'
import { post, Refused } from './post.ts'
import type { ReportDraft } from './report-draft.ts'

export { confirmPhone }
export const smallPhoto = (file: File) => shrink(file, injuredLimits.photo)

/** Sends a code. Returns 'not-needed' if none can be sent, because the server takes the report without one then. */
export const askForCode = async (number: string): Promise<'sent' | 'not-needed'> =>
  (await askPhoneProof(number)) === 'sent' ? 'sent' : 'not-needed'

export async function deliver(draft: ReportDraft, phoneProof: string | null): Promise<void> {
  const { startedAt: _startedAt, place, city, note, phone, ...rest } = draft
  await post<SentReport>('/rpc/emergency/reportInjured', {
    ...rest,
    place: place.trim() || null,
    city: city.trim() || null,
    note: note.trim() || null,
    phone: phone.trim(),
    phoneProof,
  })
}

/** Tells whether the server takes the report only with a code, because it gets many from the same network. */
export const needsCode = (error: unknown) =>
  error instanceof Refused && error.code === 'emergency.phone_not_confirmed'

const refusals: Readonly<Record<string, string>> = {
  ...emergencyText,
  'request.malformed': reportText.phone,
  'request.too_many':
    'We’re getting too many reports right now. Please call instead: the numbers are on this page.',
}

/** Explains why a report wasn't sent; undefined if we couldn't be reached. The draft stays. */
export function reasonOf(error: unknown): string | undefined {
  if (error instanceof AuthError && error.status !== 0) return codeProblemOf(error)
  if (!(error instanceof Refused)) return undefined
  if (error.code.startsWith('picture.'))
    return 'We couldn’t read this photo. Please choose another one, or remove it.'
  return refusals[error.code] ?? 'Something went wrong. Please try again, or call.'
}

function codeProblemOf({ code, retryAfter }: AuthError): string {
  if (code === 'INVALID_PHONE_NUMBER') return reportText.phone
  if (code === 'TOO_SOON') return `We can send you another code in ${retryAfter} seconds.`
  return 'We couldn’t send a code to your phone. Please try again, or call.'
}

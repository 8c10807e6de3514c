import { AuthError, sendPhoneCode } from './auth.ts'

/** Refusals after which no code will come. */
const withoutCode = ['NO_TEXTS_HERE', 'CODE_NOT_SENT', 'TOO_MANY_ATTEMPTS']

/** Sends a code to a number that its holder confirms without logging in; 'not-possible' if none can be sent. */
export async function askPhoneProof(number: string): Promise<'sent' | 'not-possible'> {
  try {
    await sendPhoneCode(number)
    return 'sent'
  } catch (error) {
    if (error instanceof AuthError && withoutCode.includes(error.code)) return 'not-possible'
    throw error
  }
}

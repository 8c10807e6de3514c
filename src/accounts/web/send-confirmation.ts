import { askToConfirm } from './auth.ts'
import { emailRefusal } from './refusals.ts'

/** Mails the link that confirms the account's own address, which needs no proof. Returns the sentence to show if that failed. */
export async function sendConfirmation(email: string): Promise<string | undefined> {
  try {
    await askToConfirm(email)
    return undefined
  } catch (error) {
    return emailRefusal(error)
  }
}

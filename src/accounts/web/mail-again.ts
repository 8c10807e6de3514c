import { useState } from 'react'
import { loginText, verifyText } from '#/accounts/text.ts'
import { toast } from '#/kernel/web/toast.ts'
import { AuthError, sendVerificationMail } from './auth.ts'

/** Asks for a new mail with a link, and shows the outcome in a toast. */
export function useMailAgain(): { sending: boolean; send(email: string): Promise<void> } {
  const [sending, setSending] = useState(false)
  async function send(email: string) {
    setSending(true)
    try {
      await sendVerificationMail(email)
      toast({ kind: 'success', message: verifyText.sentAgain })
    } catch (error) {
      toast({ kind: 'error', message: reason(error) })
    } finally {
      setSending(false)
    }
  }
  return { sending, send }
}

function reason(error: unknown): string {
  const status = error instanceof AuthError ? error.status : 500
  if (status === 0) return loginText.connection
  return status === 429 ? verifyText.tooMany : verifyText.sendFailed
}

import { post } from './auth.ts'

/** Returns a proof that the code was read on this phone, without logging in. */
export async function confirmPhone(phoneNumber: string, code: string): Promise<string> {
  return String((await post('/confirm-phone', { phoneNumber, code }))['proof'])
}

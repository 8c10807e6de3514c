import { signOut } from '#/accounts/web/index.ts'
import { queryClientHere } from '#/kernel/web/query-client-here.ts'
import { forgetPerson } from './wanted-page.ts'

/** Unsent data on this phone. A mark in storage says whether there is any, without loading its code. */
const waiting = [
  {
    mark: 'pawfolk-visit-waiting',
    text: 'Some visit notes haven’t been sent yet. If you log out, they’re deleted from this phone.',
    forget: () => import('#/sitting/web/card/waiting-store.ts').then(({ forgetAll }) => forgetAll()),
  },
  {
    mark: 'pawfolk-ticks-waiting',
    text: 'Some ticks of your to-dos haven’t been sent yet. If you log out, they’re deleted from this phone.',
    forget: () => import('#/todo/web/waiting-ticks.ts').then(({ forgetAll }) => forgetAll()),
  },
]

/** Names of what somebody has typed and not sent: at the checkout, in bookings and messages. */
const isDraft = /^pawfolk\.[a-z]+-draft\./

/** Ends the session and deletes what is kept on this phone. Returns false if the person stays. */
export async function endSession(leaving: () => void): Promise<boolean> {
  const unsent = waiting.filter(({ mark }) => localStorage.getItem(mark) !== null)
  if (!unsent.every(({ text }) => window.confirm(text))) return false
  leaving()
  // Requests still under way would be refused after the logout.
  await queryClientHere()?.cancelQueries()
  await signOut()
  for (const { forget } of unsent) await forget()
  forgetPerson()
  void forgetPlace().catch(() => undefined)
  for (const kept of ['pawfolk-injured', 'pawfolk-emergency-directory']) localStorage.removeItem(kept)
  for (const kept of Object.keys(sessionStorage)) if (isDraft.test(kept)) sessionStorage.removeItem(kept)
  return true
}

/** Loaded on demand: only pages about places nearby have it already. */
const forgetPlace = () => import('#/location/web/index.ts').then(({ forgetLocation }) => forgetLocation())

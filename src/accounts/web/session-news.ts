import { queryClientHere } from '#/kernel/web/query-client-here.ts'
import { askForSession, nobodyIsSignedIn } from './known-session.ts'

let left = false
export const hasLeft = () => left
export function hasArrived() {
  left = false
}

/** Clears this tab and tells the others. Call it once this tab has logged out. */
export async function sessionEnded(): Promise<void> {
  left = true
  await nobodyIsHere()
  await sessionChanged('ended')
}

/** Takes effect at once: a page that renders again would request data and be refused. */
async function nobodyIsHere(): Promise<void> {
  await queryClientHere()?.cancelQueries()
  nobodyIsSignedIn()
}

type News = 'changed' | 'ended'

const tabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('pawfolk-session')

/** Keeps another person's data off the screen, in this tab and all others. */
export async function sessionChanged(news: News = 'changed'): Promise<void> {
  tabs?.postMessage(news)
  await forgetEverything()
}

async function forgetEverything(): Promise<void> {
  await queryClientHere()?.cancelQueries()
  queryClientHere()?.removeQueries()
  await askForSession()
}

/** Follows logins and logouts in other tabs; returns a function that stops it. */
export function followOtherTabs(): () => void {
  const follow = async ({ data }: MessageEvent<News>) => {
    if (data === 'ended') await nobodyIsHere()
    await forgetEverything()
  }
  tabs?.addEventListener('message', follow)
  return () => tabs?.removeEventListener('message', follow)
}

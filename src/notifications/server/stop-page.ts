import type { RequestListener, ServerResponse } from 'node:http'
import { type Db, violatedConstraint } from '#/kernel/server/db.ts'
import { escapeHtml } from '#/kernel/server/html.ts'
import { plainAnswer } from '#/kernel/server/http/answers.ts'
import type { MountParts } from '#/kernel/server/http/mounts.ts'
import { targetOf } from '#/kernel/server/http/target.ts'
import { typeNames } from '#/notifications/notification-types.ts'
import { leaveUrgentMails, setChoice, setPace, stopAllMails } from './choices.ts'
import { readStopPath, type SummaryType } from './stop-link.ts'

/**
 * Serves a mail's stop link. Opening it changes nothing, because programs open links to check them; its button, or a
 * mail program's single request (RFC 8058), does.
 */
export function stopMailsListener({ config, db, log }: MountParts): RequestListener {
  const { PRODUCT_NAME: product, AUTH_SECRET: secret } = config

  return async function listen(request, response) {
    const { pathname, searchParams } = targetOf(request)
    const link = readStopPath(secret, pathname)
    if (!link) return page(response, 404, product, unknown)
    const says = saysOf(link.type)
    if (request.method === 'GET' || request.method === 'HEAD') return page(response, 200, product, says.open)
    if (request.method !== 'POST') return plainAnswer(response, 405, 'Method not allowed')
    request.resume()
    const isWanted = searchParams.has('again')
    try {
      await choose(db, link, isWanted)
    } catch (error) {
      // The account is gone, and its emails with it.
      if (violatedConstraint(error))
        return page(response, 200, product, { title: 'No more emails', text: '' })
      log.error({ error: String(error) }, 'email choice not saved')
      response.setHeader('retry-after', '5')
      return page(response, 503, product, {
        title: 'We couldn’t save this',
        text: 'Please try again in a moment.',
        button: 'Try again',
      })
    }
    return page(response, 200, product, isWanted ? says.again : says.stopped)
  }
}

type Link = NonNullable<ReturnType<typeof readStopPath>>

/** The pace to restore when somebody wants a summary's mails again. */
const pacesBefore = { several: 'at_once', daily: 'daily' } as const

const isForAll = (type: Link['type']): type is Exclude<SummaryType, 'chosen'> => type in pacesBefore

/**
 * Saves the choice. The link in a mail about several notifications leaves the urgent mails; for people who already get only those, it
 * stops all.
 */
async function choose(db: Db, { userId, type }: Link, isWanted: boolean) {
  if (type === 'chosen') return stopAllMails(db, userId)
  if (isForAll(type))
    return isWanted
      ? setPace(db, userId, pacesBefore[type])
      : db.transaction().execute((tx) => leaveUrgentMails(tx, userId))
  return setChoice(db, userId, { type, channel: 'email', isWanted })
}

const stillInBell = 'You’ll still see your notifications when you log in.'
const choices = 'You can choose which emails you get under Edit profile, Notifications.'
const wordsOf = (name: string) => ({
  open: { title: `Stop emails about “${name}”?`, text: stillInBell, button: 'Stop these emails' },
  again: { title: `You’ll get emails about “${name}” again`, text: choices },
  stopped: {
    title: `No more emails about “${name}”`,
    text: `${stillInBell} ${choices}`,
    button: 'Send them again',
    action: '?again',
  },
})
const forAll = {
  open: {
    title: 'Get only urgent emails?',
    text: `We’ll still email you about visits that start soon. ${stillInBell}`,
    button: 'Only urgent emails',
  },
  again: { title: 'You’ll get all emails again', text: choices },
  stopped: {
    title: 'You’ll get only urgent emails',
    text: `${stillInBell} ${choices}`,
    button: 'Send all of them again',
    action: '?again',
  },
}
const stoppedForGood = { title: 'No more notification emails', text: `${stillInBell} ${choices}` }
const forUrgent = {
  open: {
    title: 'Stop all notification emails?',
    text: `That includes emails about visits that start soon. ${stillInBell}`,
    button: 'Stop all emails',
  },
  again: stoppedForGood,
  // Without a way back, because the kinds that were on before aren’t known any more.
  stopped: stoppedForGood,
}
const unknown = {
  title: 'This link doesn’t work',
  text: `It may have been cut off on the way. ${choices}`,
}

function saysOf(type: Link['type']): Record<'open' | 'again' | 'stopped', Words> {
  if (type === 'chosen') return forUrgent
  return isForAll(type) ? forAll : wordsOf(typeNames[type])
}

type Words = { title: string; text: string; button?: string; action?: string }

/** Renders a page without scripts, because it has to work in any browser that a mail program opens. */
function page(
  response: ServerResponse,
  status: number,
  product: string,
  { title, text, button, action = '?' }: Words,
): void {
  const form =
    button && `<form method="post" action="${action}"><button>${escapeHtml(button)}</button></form>`
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    })
    .end(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · ${escapeHtml(product)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
${form ?? ''}
<p><a href="/">${escapeHtml(product)}</a></p>
</main>
</body>
</html>
`)
}

const style = `
:root { color-scheme: light dark; }
body { margin: 0; background: light-dark(#fbf8f3, #141a18); color: light-dark(#1e2925, #f5f0e7); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 34rem; margin: 0 auto; padding: 3rem 1.25rem; }
h1 { font-size: 1.5rem; line-height: 1.3; }
button { min-height: 2.75rem; padding: 0.5rem 1.25rem; border: 0; border-radius: 0.5rem; background: light-dark(#0f6a58, #77c6b1); color: light-dark(#fff, #0b2b24); font: inherit; font-weight: 600; cursor: pointer; }
a { color: light-dark(#0f6a58, #77c6b1); }
`

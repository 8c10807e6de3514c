/** Reads the calendar file in a mail as a mail server received it; null for a mail without one. */
export function calendarIn(mail: string) {
  const [, header, body] =
    /^(Content-Type: text\/calendar;[\s\S]*?)\r?\n\r?\n([\s\S]*?)\r?\n--/m.exec(mail) ?? []
  if (!header) return null
  const file = body!.replace(/\r?\n[ \t]/g, '')
  const events = [...file.matchAll(/^BEGIN:VEVENT\r?\n([\s\S]*?)^END:VEVENT/gm)].map(([, event]) =>
    fieldsOf(event!),
  )
  return { header: header.replace(/\s+/g, ' '), file, field: fieldsOf(file), events }
}

/** Returns a mail's calendar attachments other than `invite.ics`, each with its header. */
export function attachedCalendarsIn(mail: string) {
  // Doesn't split at line breaks, because there are none after base64 that ends in '='.
  const [, boundary] = /^Content-Type: multipart\/mixed; boundary="([^"]+)"/im.exec(mail) ?? []
  return mail
    .split(`--${boundary}`)
    .filter((part) => /^Content-Disposition: attachment;\s+filename="?invite-\d+\.ics/im.test(part))
    .map((part) => {
      const [head, ...body] = part.split(/\r?\n\r?\n/)
      const isBase64 = /^Content-Transfer-Encoding: base64/im.test(head!)
      const text = body.join('\n\n')
      const file = (isBase64 ? Buffer.from(text, 'base64').toString() : text).replace(/\r?\n[ \t]/g, '')
      return { header: head!.replace(/\s+/g, ' '), file, field: fieldsOf(file) }
    })
}

/** Returns a reader of the first field of a name. */
const fieldsOf = (part: string) => (name: string) =>
  new RegExp(`^${name}(?:[;:])(.*)$`, 'm').exec(part)?.[1]?.trim()

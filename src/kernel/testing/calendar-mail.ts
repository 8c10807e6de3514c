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

/** Reads the calendar files that a mail has as attachments besides `invite.ics`, with the header of each. */
export function attachedCalendarsIn(mail: string) {
  // Not at line breaks: the mail server's text has none after base64 that ends in '='.
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

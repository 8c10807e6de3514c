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

/** Returns a reader of the first field of a name. */
const fieldsOf = (part: string) => (name: string) =>
  new RegExp(`^${name}(?:[;:])(.*)$`, 'm').exec(part)?.[1]?.trim()

import type { CalendarWords } from '#/booking/web/index.ts'

/** What a trade calls its people and what they do, in the sentences of finding and booking one of them. */
export type TradeWords = CalendarWords & {
  /** 'veterinarians' */
  providers: string
  /** 'vet', where it may be short. */
  short: string
  /** 'clinic': who answers the phone, and whose clock it is. */
  called: string
  /** They never meet online, so there is nothing to choose. */
  onlyInPerson?: true
  /** 'visit' and 'teleconsultation': what they do in person, and online. */
  inPerson: string
  online: string
  /** 'a teleconsultation', one of them. */
  onlineOne: string
  /** 'You come to the clinic in Indiranagar.' */
  meetAt(place: string): string
  /** 'You talk over WhatsApp or a Zoom meeting.' */
  meetOnline: string
  /** 'Book Training Session', the title of the form; otherwise it names the provider. */
  bookTitle?: string
  /** 'Book Session', on the button. */
  book?: string
  /** What the field for the owner's words is called. */
  reason?: { label: string; hint: string }
  /** What an owner ticks to agree to the terms. */
  agreement?: string
  /** What is said of an incomplete form, which can be sent then; otherwise its button waits until it is complete. */
  saysMissing?: Record<'fields' | 'online' | 'method', { title: string; message: string }>
}

export const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1)

/** Returns 'Online Training' for 'online training'. */
export const titled = (text: string) => text.split(' ').map(capital).join(' ')

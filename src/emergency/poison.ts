import type { Source } from './sources.ts'

export const poisonedSpecies = ['Dog', 'Cat', 'Rabbit', 'Bird', 'Another animal'] as const

export type PoisonDraft = {
  species: string
  weight: string
  what: string
  amount: string
  when: string
  signs: string
}

export const emptyPoisonDraft: PoisonDraft = {
  species: '',
  weight: '',
  what: '',
  amount: '',
  when: '',
  signs: '',
}

/** The questions a clinic asks, in its order. */
const lines: readonly { field: keyof PoisonDraft; label: string; unit?: string }[] = [
  { field: 'species', label: 'Animal' },
  { field: 'weight', label: 'Weight', unit: 'kg' },
  { field: 'what', label: 'What it had' },
  { field: 'amount', label: 'How much' },
  { field: 'when', label: 'When' },
  { field: 'signs', label: 'What we see' },
]

const line = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Returns label and text of each answer. A gap is said too, so that nobody waits for it on the phone. */
export function poisonSummary(draft: PoisonDraft): { label: string; text: string }[] {
  return lines.map(({ field, label, unit }) => {
    const text = line(draft[field])
    const hasUnit = unit && /^[\d.,\s]+$/.test(text)
    return { label, text: text === '' ? 'not known' : hasUnit ? `${text} ${unit}` : text }
  })
}

/** Writes the summary to copy or send. `at` is the time of day, because "10 minutes ago" needs one. */
export function poisonMessage(draft: PoisonDraft, at: string | null): string {
  return [
    'My pet may have been poisoned.',
    ...poisonSummary(draft).map(({ label, text }) => `${label}: ${text}`),
    ...(at === null ? [] : [`Written at ${at}`]),
  ].join('\n')
}

export const whatsappLink = (text: string) => `https://wa.me/?text=${encodeURIComponent(text)}`

export const poisonAdvice = {
  first: [
    'Take your pet away from it. Keep other pets and children away too.',
    'Call a vet now, even if your pet seems well. Signs can take hours or days.',
    'Keep the packet, plant or vomit, or take a photo, and bring it with you.',
    'If it’s on the coat or paws, keep your pet from licking.',
  ],
  avoid: [
    'Don’t make your pet vomit. It can hurt more than the poison does.',
    'Don’t give salt, milk, oil, eggs or medicine.',
    'Don’t wait for signs.',
  ],
  sources: [
    {
      by: 'PDSA, written by its vets and vet nurses',
      title: 'First aid for poisons and toxins',
      url: 'https://www.pdsa.org.uk/pet-help-and-advice/pet-health-hub/other-veterinary-advice/first-aid-for-poisons-and-toxins',
      published: 'March 2020',
    },
    {
      by: 'Animal PoisonLine, Veterinary Poisons Information Service',
      title: 'Please don’t try to make your pets vomit at home',
      url: 'https://www.animalpoisonline.co.uk/blogs/2021/10/26/please-do-not-try-to-make-your-pets-vomit-at-home/',
      published: '26 October 2021',
    },
  ] satisfies Source[],
}
